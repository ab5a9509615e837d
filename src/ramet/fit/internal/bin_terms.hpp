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

/// What bins add up to: infinite if one adds so much, where an exact sum is no number.
double value_of_terms(const ExactSum& sum) noexcept;

/// What bins expect together: a multinomial likelihood's terms depend on it. Threads: a value.
struct BinTotals {
  double expected = 0;
  double weighted = 0;  ///< with the weights of the bins' terms
};

/// What each bin adds to a cost, as a function of what is expected in it. The bins of several axes are their cells.
/// Threads: immutable.
class BinTerms {
 public:
  /// Throws Error(misuse) as `binned`, except for edges. `sizes` are those of the axes, if there are several: messages
  /// tell the place in each.
  BinTerms(const Bins& bins, BinnedCost kind, bool is_extended, std::span<const std::size_t> sizes = {});

  std::size_t counted() const noexcept { return counted_; }  ///< how many bins count
  /// Whether only the shape of the contents is compared.
  bool is_of_shape() const noexcept { return kind_ == Kind::multinomial; }

  /// What some bins, the first of which has this place, give to the totals.
  BinTotals totals(std::span<const double> expected, std::size_t first = 0) const noexcept;

  /// What some bins add. `variances` are those of what is expected, because templates are measured; empty if there are
  /// none. Then, after Barlow and Beeston as simplified by Conway, what is expected in a bin has a factor with a normal
  /// distribution, and the term is the least one by that factor. `totals` are those of all bins, if the cost is of
  /// shape.
  Evaluation evaluate(std::span<const double> expected, std::span<const double> variances, const BinTotals& totals,
                      std::size_t first = 0) const noexcept;

  /// Write the derivatives by what is expected, and by its variances, over both.
  void write_slopes(std::span<double> expected, std::span<double> variances, const BinTotals& totals,
                    std::size_t first = 0) const noexcept;

 private:
  enum class Kind { poisson, multinomial, chi_square };

  double factor(std::size_t bin, double mean, double variance) const noexcept;
  double share_of(const BinTotals& totals) const noexcept;  ///< what expectations are multiplied by, to be compared
  Evaluation likelihood(std::span<const double> expected, const BinTotals& totals, std::size_t first) const noexcept;

  Kind kind_;
  std::vector<double> contents_;
  std::vector<double> weights_;              ///< of each bin's term; empty if all are 1
  double events_ = 0, weighted_events_ = 0;  ///< the sums of the contents, and with the weights
  std::size_t counted_;
};

}  // namespace ramet::inline v1::fit::internal
