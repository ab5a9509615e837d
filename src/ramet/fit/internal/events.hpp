#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "ramet/fit/internal/kernels/kernels.hpp"
#include "ramet/fit/model.hpp"

namespace ramet::inline v1::fit::internal {

/// The numbers of events, at addresses that vectors want, and with copies of the last one behind it up to a whole
/// number of vectors; and their weights, with zeros behind them. Threads: immutable.
class Events {
 public:
  /// Copies the numbers. Without weights all are 1. Throws Error(misuse) if there are no numbers, for one that is not
  /// in the range, for another number of weights and one that is not finite, and if their sum is not above 0.
  Events(std::span<const double> numbers, const Interval& range, std::span<const double> weights = {});

  std::size_t size() const noexcept { return size_; }
  const double* data() const noexcept { return vectors_.front().numbers; }
  /// Null if all are 1.
  const double* weights() const noexcept { return weights_.empty() ? nullptr : weights_.front().numbers; }

 private:
  struct alignas(64) Vector {
    double numbers[strands];
  };

  static std::vector<Vector> vectors_of(std::span<const double> numbers, double behind);

  std::size_t size_;
  std::vector<Vector> vectors_, weights_;
};

}  // namespace ramet::inline v1::fit::internal
