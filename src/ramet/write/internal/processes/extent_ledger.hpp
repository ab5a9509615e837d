#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "ramet/io/extent_allocator.hpp"

namespace ramet::inline v1::write::internal {

/// Who had which part of the shared space, so that space that nobody accounts for is found. Threads: one thread.
class ExtentLedger {
 public:
  explicit ExtentLedger(std::uint64_t begin) noexcept : begin_(begin) {}

  /// Note an extent; false when part of it was noted before, or lies outside [begin, 2^62).
  bool note(io::Extent extent);

  /// What was not noted below `end`; it is noted with that.
  std::vector<io::Extent> note_holes(std::uint64_t end);

 private:
  void join(std::uint64_t first, std::uint64_t last);

  std::uint64_t begin_;
  std::map<std::uint64_t, std::uint64_t> ends_;  // of runs of noted extents, by where they begin
};

}  // namespace ramet::inline v1::write::internal
