#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "ramet/core/function_ref.hpp"
#include "ramet/fit/model.hpp"

namespace ramet::inline v1::fit::internal {

/// Functions of one variable that take long to compute, as Chebyshev's series in parts of an interval. Threads:
/// immutable.
class Interpolant {
 public:
  static constexpr std::size_t terms = 12;  ///< of a series, and points of a part

  /// Halves parts of the interval until the first function is known to 10^-12 of its largest value in the part, or to
  /// 10^-16 of its largest value at all, or to its noise, which halving does not lessen; at most 14 times. The
  /// functions are called with the points of a part.
  Interpolant(FunctionRef<void(std::span<const double> x, double* const* rows)> functions, std::size_t count,
              std::span<const double> bounds);

  /// Write the values of some functions at points of the interval: a row for each.
  void values(std::size_t first, std::size_t count, std::span<const double> x, double* const* rows) const noexcept;

  /// The integral over a part of the interval: that of what `values` gives, but for rounding.
  double integral(std::size_t function, const Interval& part) const noexcept;

  /// An estimate of the relative error of the first function's integral.
  double error() const noexcept { return error_; }

  /// How many parts there are.
  std::size_t parts() const noexcept { return bounds_.size() - 1; }

 private:
  using Series = std::array<double, terms>;

  struct Part {
    double low, high;
    std::vector<Series> of;  ///< each function
    int unimproved = 0;      ///< halvings in a row that have not lessened what may be noise
  };

  const Series& series(std::size_t part, std::size_t function) const noexcept {
    return series_[part * count_ + function];
  }
  std::size_t part_of(double x) const noexcept;
  void take(std::vector<Part> parts);

  std::size_t count_;
  std::vector<double> bounds_;
  std::vector<Series> series_;  ///< of each part and function
  double error_ = 0;
};

}  // namespace ramet::inline v1::fit::internal
