#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "ramet/io/byte_source.hpp"
#include "ramet/io/extent.hpp"
#include "ramet/io/read_ahead.hpp"

namespace ramet::inline v1::io {

/// Extents of a source that are requested together. Threads: a value.
struct JoinedExtents {
  struct Run {
    Extent extent;
    std::uint64_t wanted = 0;  ///< bytes of it that are no gaps
    std::size_t first = 0;     ///< of its extents
    std::size_t count = 0;
  };
  std::vector<Run> runs;        ///< in order of offset, none overlapping
  std::vector<Extent> extents;  ///< each once, in order of offset

  std::uint64_t gap_bytes() const noexcept {
    std::uint64_t bytes = 0;
    for (const Run& run : runs) bytes += run.extent.size - run.wanted;
    return bytes;
  }
};

/// Join neighbours as the limits allow; bytes that several extents share are there once. Left out are empty extents,
/// those that reach past the end, and bytes that the source has in memory.
JoinedExtents join_extents(const ByteSource& source, std::span<const Extent> extents, const ReadRunLimits& limits);

}  // namespace ramet::inline v1::io
