#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "ramet/fit/internal/kernels/kernels.hpp"
#include "ramet/fit/model.hpp"

namespace ramet::inline v1::fit::internal {

/// The numbers of events, at addresses that vectors want, and with copies of the last one behind it up to a whole
/// number of vectors. Threads: immutable.
class Events {
 public:
  /// Copies the numbers. Throws Error(misuse) if there are none, and for one that is not in the range.
  Events(std::span<const double> numbers, const Interval& range);

  std::size_t size() const noexcept { return size_; }
  const double* data() const noexcept { return vectors_.front().numbers; }

 private:
  struct alignas(64) Vector {
    double numbers[strands];
  };

  std::size_t size_;
  std::vector<Vector> vectors_;
};

}  // namespace ramet::inline v1::fit::internal
