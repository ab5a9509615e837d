#pragma once

#include <cstdint>
#include <string>

#include "ramet/io/byte_sink.hpp"
#include "ramet/io/extent_allocator.hpp"

namespace ramet::inline v1::file {

class RecordSpace;

/// The part of a file being written that bulk writers need, be it this process's file or another's that it joined:
/// space for records, and the sink in which it is. Threads: any; it borrows sink and allocator.
class RecordArea {
 public:
  /// Extents are taken from free segments of `space`, too, if there is one.
  RecordArea(io::ByteSink& sink, io::ExtentAllocator& extents, bool reproducible, RecordSpace* space = nullptr) noexcept
      : sink_(sink), extents_(extents), space_(space), reproducible_(reproducible) {}

  const std::string& name() const noexcept { return sink_.name(); }
  io::ByteSink& sink() const noexcept { return sink_; }

  /// Space for records that the caller writes by himself; see FileWriter::take_extent. Where nothing is free, that is
  /// one atomic addition. Throws as io::ExtentAllocator::take, and as the sink does.
  io::Extent take_extent(std::uint64_t size) const;

  /// Whether a record of that size, whose head is made now and whose place is taken later, must have a big head. It
  /// says so from the first 1,000,000,000 bytes on, because other threads may take space in between; the limit itself
  /// is at twice as much (see fits_small_keys).
  bool needs_big_keys(std::uint64_t upcoming_size) const noexcept;
  /// Whether records with small heads may lie there.
  static bool fits_small_keys(io::Extent extent) noexcept;
  /// Now, packed as TDatime does (or the fixed date of a reproducible file).
  std::uint32_t date() const noexcept;
  /// Size of the file as of now, including what is not committed yet.
  std::uint64_t size() const noexcept { return extents_.end(); }

 private:
  io::ByteSink& sink_;
  io::ExtentAllocator& extents_;
  RecordSpace* space_;
  bool reproducible_;
};

}  // namespace ramet::inline v1::file
