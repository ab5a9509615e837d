#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "ramet/core/function_ref.hpp"
#include "ramet/random/alias_table.hpp"
#include "ramet/random/stream.hpp"

namespace ramet::inline v1::random {

/// Random numbers whose density is a function, not necessarily normalised. The function is taken as linear between
/// points that are set as densely as the tolerance requires. Threads: immutable.
class FunctionTable {
 public:
  /// The tolerance is the largest probability that may be in the wrong place, 10^-9 to 0.1. At least 64 and at most
  /// 10^6 intervals are used; the function is called about twice for each. Throws Error(misuse) for bounds that do not
  /// ascend, values that are negative or not finite, a function that is 0 at all points, and if 10^6 intervals do not
  /// suffice.
  FunctionTable(FunctionRef<double(double)> function, double low, double high, double tolerance = 1e-6);

  std::size_t intervals() const noexcept { return points_.size() - 1; }

  /// An estimate of the probability in the wrong place, at most the tolerance.
  double error() const noexcept { return error_; }

  /// Throws Error(misuse) as fill_uniform.
  void fill(const Stream& stream, const Draws& draws, std::span<double> numbers) const;

 private:
  struct Point {
    double x, value;
  };
  struct Points {
    std::vector<Point> points;
    double error;
  };

  explicit FunctionTable(Points points);
  static Points points_of(FunctionRef<double(double)> function, double low, double high, double tolerance);
  static std::vector<double> areas_of(const std::vector<Point>& points);

  std::vector<Point> points_;
  double error_;
  AliasTable intervals_;
};

}  // namespace ramet::inline v1::random
