#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "ramet/frame/internal/plan/plan.hpp"

namespace ramet::inline v1::frame::internal {

/// Where the stages of a plan need no more entries: a range that has all of its own, and what has only such ranges
/// below it. Threads: a value that borrows.
class RangeEnds {
 public:
  /// Knows the ends of ranges that are behind no filter.
  explicit RangeEnds(const Plan& plan);

  /// A counted range needs no entries from this one on; the first that is said holds.
  void note(std::size_t stage, std::uint64_t end) {
    if (!ends_[stage]) ends_[stage] = end;
  }

  /// The end of the entries that a stage needs; nothing if it is not known, or there is none.
  std::optional<std::uint64_t> of(std::size_t stage) const;

 private:
  std::optional<std::uint64_t> entry_of(std::size_t number, std::uint64_t before) const;

  const Plan* plan_;
  std::vector<std::optional<std::uint64_t>> ends_;
};

}  // namespace ramet::inline v1::frame::internal
