#pragma once

#include <cstddef>
#include <cstdint>

#include "ramet/merge/merge.hpp"

namespace ramet::inline v1::merge::internal {

/// About what a merge takes. Threads: a value.
struct Estimate {
  double seconds = 0;        ///< with inputs in the page cache, on a local disk; within a factor of 3 on one machine
  std::uint64_t memory = 0;  ///< bytes at its peak
};

/// Estimate a plan by what was measured of each way: bytes that are copied or unpacked, records that are added, files
/// that are opened. Threads: any.
Estimate estimate_of(const MergePlan& plan, const MergeOptions& options, std::size_t threads);

}  // namespace ramet::inline v1::merge::internal
