#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "ramet/fit/binned.hpp"

namespace ramet::inline v1::fit::internal {

inline constexpr double least_expected_content = 1e-300;  ///< stands for less, and for what is no number

/// What each bin adds to a cost, as a function of what is expected in it. Threads: immutable.
class BinTerms {
 public:
  /// Throws Error(misuse) as `binned`, except for edges.
  BinTerms(const Bins& bins, BinnedCost kind, bool is_extended);

  std::size_t counted() const noexcept { return counted_; }  ///< how many bins count
  /// Whether only the shape of the contents is compared.
  bool is_of_shape() const noexcept { return kind_ == Kind::multinomial; }

  /// `variances` are those of what is expected, because templates are measured; empty if there are none. Then, after
  /// Barlow and Beeston as simplified by Conway, what is expected in a bin has a factor with a normal distribution, and
  /// the term is the least one by that factor.
  Evaluation evaluate(std::span<const double> expected, std::span<const double> variances) const noexcept;

  /// Write the derivatives by what is expected, and by its variances, over both.
  void write_slopes(std::span<double> expected, std::span<double> variances) const noexcept;

 private:
  enum class Kind { poisson, multinomial, chi_square };

  double total(std::span<const double> expected) const noexcept;
  double factor(std::size_t bin, double mean, double variance) const noexcept;

  Kind kind_;
  std::vector<double> contents_;
  std::vector<double> weights_;  ///< of each bin's term; empty if all are 1
  std::size_t counted_;
};

}  // namespace ramet::inline v1::fit::internal
