#pragma once

#include <cstdint>
#include <vector>

#include "ramet/core/strong_id.hpp"
#include "ramet/frame/booked.hpp"
#include "ramet/frame/internal/plan/plan.hpp"
#include "ramet/frame/pass.hpp"

namespace ramet::inline v1::frame::internal {

/// What comes to the ranges of a plan. Threads: a value.
struct RangeCounts {
  EntryNumber end;  ///< of the entries that anything needs: where all ranges have come to their end
  /// What came to each stage before each task, if ranges behind filters had to be counted.
  std::vector<std::vector<std::uint64_t>> reached = {};
};

/// Find where the ranges of a plan end in a pass of all entries, as ROOT's event loop ends when all of them have; for
/// ranges behind filters, the filters are run on one thread. With OnError::skip, entries that cannot be read do not
/// come. Throws as StageRunner::run, and Error(cancelled).
RangeCounts count_ranges(const Plan& plan, const Pass& pass, const ReadOptions& options, OnError on_error);

}  // namespace ramet::inline v1::frame::internal
