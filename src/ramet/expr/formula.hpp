#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ramet::inline v1::expr {

/// A function with parameters, as in ROOT's TF1 and TFormula: "[A]*exp(-x/[tau])", "gaus(0)+pol2(3)".
/// Threads: immutable.
class Formula {
 public:
  /// Compile a text. Variables are x, y, z, t, or x[0], x[1], ...; parameters are [0] or [name]; x^2 is a power; gaus,
  /// expo, landau, pol3, ... are functions of the variables with parameters from a number on, or given ones. Throws
  /// Error(misuse), with the place in the text, for mistakes, and Error(unsupported) for parts that ramet lacks.
  static Formula compile(const std::string& text);

  const std::string& text() const noexcept;
  /// The number of variables: up to the last one that occurs, at least 1.
  std::size_t variables() const noexcept;
  /// The names of the parameters in the order of their values: numbers first, then by name.
  std::span<const std::string> parameters() const noexcept;
  std::optional<std::size_t> parameter(std::string_view name) const noexcept;

  /// Compute the function's values at points, given as columns of coordinates. Throws Error(misuse) if the numbers of
  /// columns, points or parameters do not match, and where there is no value, as for a division of whole numbers by 0.
  void evaluate(std::span<const std::span<const double>> points, std::span<const double> parameters,
                std::span<double> values) const;

 private:
  friend class FormulaEvaluator;
  struct Compiled;
  explicit Formula(std::shared_ptr<const Compiled> compiled) noexcept : compiled_(std::move(compiled)) {}

  std::shared_ptr<const Compiled> compiled_;
};

/// Evaluates a formula repeatedly, as a fit does, and reuses its memory. Threads: one at a time; each thread has its
/// own.
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
