#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "ramet/fit/binned.hpp"
#include "ramet/fit/internal/exact_sum.hpp"

namespace ramet::inline v1::fit::internal {

inline constexpr double least_expected_content = 1e-300;  ///< stands for less, and for what is no number

/// Throws Error(misuse) for less than two edges, for those that do not ascend, and those outside the range. `of` is in
/// its message: "" or " of axis 1".
void check_edges(std::span<const double> edges, const Interval& range, std::string_view of);

/// Throws Error(misuse) for another number of contents than the edges have bins, and as check_edges.
void check_bins(const Bins& bins, const Interval& range);

/// Throws Error(misuse) for another number of variances than of contents, and for contents and variances that are no
/// numbers or negative where they must not be. `sizes` are those of the axes, if there are several: messages tell the
/// place in each.
void check_contents(const Bins& bins, BinnedCost kind, std::span<const std::size_t> sizes = {});

/// What bins add up to: infinite if one adds so much, where an exact sum is no number.
double value_of_terms(const ExactSum& sum) noexcept;

/// What each bin adds to a cost, as a function of what is expected in it. The bins of several axes are their cells.
/// Threads: immutable.
class BinTerms {
 public:
  /// Throws Error(misuse) as check_contents, and if all bins are empty.
  BinTerms(const Bins& bins, BinnedCost kind, bool is_extended, std::span<const std::size_t> sizes = {});

  std::size_t counted() const noexcept { return counted_; }  ///< how many bins count
  /// Whether only the shape of the contents is compared.
  bool is_of_shape() const noexcept { return kind_ == Kind::multinomial; }

  /// What some bins, the first of which has this place, expect together, with the weights of their terms. A cost of
  /// shape depends on it: all expectations are multiplied by what makes the cost least.
  double total(std::span<const double> expected, std::size_t first = 0) const noexcept;

  /// What some bins add. `variances` are those of what is expected, because templates are measured; empty if there are
  /// none. Then, after Barlow and Beeston as simplified by Conway, what is expected in a bin has a factor with a normal
  /// distribution, and the term is the least one by that factor. `total` is that of all bins, if the cost is of
  /// shape.
  Evaluation evaluate(std::span<const double> expected, std::span<const double> variances, double total,
                      std::size_t first = 0) const noexcept;

  /// Write the derivatives by what is expected, and by its variances, over both.
  void write_slopes(std::span<double> expected, std::span<double> variances, double total,
                    std::size_t first = 0) const noexcept;

 private:
  enum class Kind { poisson, multinomial, chi_square };

  double factor(std::size_t bin, double mean, double variance) const noexcept;
  double share_of(double total) const noexcept;  ///< what expectations are multiplied by, to be compared
  Evaluation likelihood(std::span<const double> expected, double total, std::size_t first) const noexcept;

  Kind kind_;
  std::vector<double> contents_;
  std::vector<double> weights_;  ///< of each bin's term; empty if all are 1
  double weighted_events_ = 0;   ///< the sum of the contents with the weights
  std::size_t counted_;
};

}  // namespace ramet::inline v1::fit::internal
