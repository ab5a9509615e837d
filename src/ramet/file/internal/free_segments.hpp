#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "ramet/bytes/byte_writer.hpp"
#include "ramet/io/extent_allocator.hpp"

// The payload of the record of free segments (root-project/root, io/doc/TFile/freesegments.md; TFree.cxx): an item for
// each segment, with the positions of its first and last byte:
//   | version 2 | first 4|8 | last 4|8 |      8 bytes when version > 1000, which it is when last > 2,000,000,000
// The last one is the space after the end of the file, up to the largest size of the file.
// On disk, a free segment begins with its negative size (4 bytes), so that a walk over the records can step over it.

namespace ramet::inline v1::file {

/// Positions beyond this one need 8-byte seeks (TFile::kStartBigFile).
inline constexpr std::uint64_t start_of_big_file = 2'000'000'000;

/// The size of the number at the start of a free segment.
inline constexpr std::size_t gap_mark_size = 4;

/// Holes in a file that new records may fill, in order of position. Threads: one thread.
class FreeSegments {
 public:
  /// Add a segment that overlaps none of the others. It is joined with its neighbours, and split so that no segment
  /// exceeds 2,000,000,000 bytes, which a gap mark can hold.
  void add(io::Extent segment);

  /// Take `size` bytes from the first segment that they fill exactly or that has room for a gap mark after them.
  /// Nothing if there is no such segment.
  struct Taken {
    std::uint64_t offset = 0;
    std::uint64_t left = 0;  ///< bytes left in the segment, which get a gap mark
  };
  std::optional<Taken> take(std::uint64_t size);

  /// Remove a part of a segment.
  void remove(io::Extent part);

  std::span<const io::Extent> all() const noexcept { return segments_; }
  bool contains(io::Extent segment) const noexcept;
  /// The size of the largest segment; 0 if there is none.
  std::uint64_t largest() const noexcept;

 private:
  std::vector<io::Extent> segments_;
};

/// The number of bytes that write_free_segments writes when the file ends at `end` or slightly before.
std::size_t free_segments_size(const FreeSegments& segments, std::uint64_t end) noexcept;

/// Write the payload of the record of free segments of a file that ends at `end`.
void write_free_segments(bytes::ByteWriter& writer, const FreeSegments& segments, std::uint64_t end);

}  // namespace ramet::inline v1::file
