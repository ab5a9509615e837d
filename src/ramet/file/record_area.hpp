#pragma once

#include <cstdint>
#include <string>

#include "ramet/io/byte_sink.hpp"
#include "ramet/io/extent_allocator.hpp"

namespace ramet::inline v1::file {

class RecordSpace;

/// What bulk writers need of a file that is being written, by this process or by another that it joined: space for
/// records, and the sink. Threads: any; borrows sink and allocator.
class RecordArea {
 public:
  /// Make an area; with `space`, extents are also taken from its free segments.
  RecordArea(io::ByteSink& sink, io::ExtentAllocator& extents, bool reproducible, RecordSpace* space = nullptr) noexcept
      : sink_(sink), extents_(extents), space_(space), reproducible_(reproducible) {}

  const std::string& name() const noexcept { return sink_.name(); }
  io::ByteSink& sink() const noexcept { return sink_; }

  /// Reserve space for records that the caller writes directly; see FileWriter::take_extent. Takes one atomic addition
  /// when no segment is free. Throws as io::ExtentAllocator::take and the sink.
  io::Extent take_extent(std::uint64_t size) const;

  /// Whether a record of this size, whose head is made now and whose space is taken later, needs a big head. True once
  /// the file exceeds 1,000,000,000 bytes, half of the actual limit (see fits_small_keys), because other threads may
  /// take space in between.
  bool needs_big_keys(std::uint64_t upcoming_size) const noexcept;
  /// Whether records with small heads may lie in this extent.
  static bool fits_small_keys(io::Extent extent) noexcept;
  /// The current date, packed as TDatime does, or the fixed date of a reproducible file.
  std::uint32_t date() const noexcept;
  /// The current size of the file, including what is not committed yet.
  std::uint64_t size() const noexcept { return extents_.end(); }

 private:
  io::ByteSink& sink_;
  io::ExtentAllocator& extents_;
  RecordSpace* space_;
  bool reproducible_;
};

}  // namespace ramet::inline v1::file
