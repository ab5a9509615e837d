#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "ramet/io/extent_allocator.hpp"

namespace ramet::inline v1::write::internal {

/// Records which extents of the shared space are used, so that unused ones are found. Threads: one thread.
class ExtentLedger {
 public:
  explicit ExtentLedger(std::uint64_t begin) noexcept : begin_(begin) {}

  /// Note an extent. Returns false if it overlaps a noted one or is outside [begin, 2^62).
  bool note(io::Extent extent);

  /// The extents below `end` that were not noted; they are noted now.
  std::vector<io::Extent> note_holes(std::uint64_t end);

 private:
  void join(std::uint64_t first, std::uint64_t last);

  std::uint64_t begin_;
  std::map<std::uint64_t, std::uint64_t> ends_;  // by begin: the ends of runs of noted extents
};

}  // namespace ramet::inline v1::write::internal
