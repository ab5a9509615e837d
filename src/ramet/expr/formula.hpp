#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ramet::inline v1::expr {

/// A function with parameters, written as for ROOT's TF1 and TFormula: "[A]*exp(-x/[tau])", "gaus(0)+pol2(3)".
/// Threads: immutable.
class Formula {
 public:
  /// Variables are x, y, z, t, or x[0], x[1], ...; parameters [0], [name]; x^2 is a power; gaus, expo, landau, pol3 and
  /// so on are functions whose parameters begin at a number, or are given. Throws Error(misuse), with the place in the
  /// text, for what is wrong, and Error(unsupported) for what is left out.
  static Formula compile(const std::string& text);

  const std::string& text() const noexcept;
  /// How many variables it takes: up to the last one that occurs, at least 1.
  std::size_t variables() const noexcept;
  /// The names of the parameters, in the order in which they are given: numbers first, then by name.
  std::span<const std::string> parameters() const noexcept;
  std::optional<std::size_t> parameter(std::string_view name) const noexcept;

  /// Write the function's values at points, whose coordinates are columns. Throws Error(misuse) for other numbers of
  /// columns, points or parameters, and where there is no value, as for a division of whole numbers by 0.
  void evaluate(std::span<const std::span<const double>> points, std::span<const double> parameters,
                std::span<double> values) const;

 private:
  friend class FormulaEvaluator;
  struct Compiled;
  explicit Formula(std::shared_ptr<const Compiled> compiled) noexcept : compiled_(std::move(compiled)) {}

  std::shared_ptr<const Compiled> compiled_;
};

/// Evaluates a formula again and again, as a fit does, and keeps its memory from one time to the next. Threads: one at
/// a time; each thread has its own.
class FormulaEvaluator {
 public:
  explicit FormulaEvaluator(Formula formula);
  FormulaEvaluator(FormulaEvaluator&&) noexcept;
  FormulaEvaluator& operator=(FormulaEvaluator&&) noexcept;
  ~FormulaEvaluator();

  /// Evaluate as Formula::evaluate does.
  void evaluate(std::span<const std::span<const double>> points, std::span<const double> parameters,
                std::span<double> values);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace ramet::inline v1::expr
