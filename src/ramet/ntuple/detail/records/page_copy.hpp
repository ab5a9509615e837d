#pragma once

#include <cstdint>
#include <span>

#include "ramet/io/byte_sink.hpp"
#include "ramet/io/extent.hpp"
#include "ramet/ntuple/blob.hpp"

namespace ramet::inline v1::ntuple {

/// A page that is copied to another file. Threads: a value; the reader, and its source, outlive it.
struct PageCopy {
  const BlobReader* blobs = nullptr;
  Locator from;               ///< without its checksum
  bool has_checksum = false;  ///< one stands behind it
  std::uint64_t seek = 0;     ///< in the new file, once it is copied
};

/// Where copied pages come to lie. Threads: a value; the sink outlives it.
struct PageTarget {
  io::ByteSink* sink = nullptr;
  io::Extent extent;                 ///< of exactly their size
  bool big = false;                  ///< whether the head of their record is
  std::uint32_t date = 0;            ///< of the record
  std::uint64_t seek_directory = 0;  ///< where the record of the ntuple's directory is
};

/// What the pages take in the new file: one record, whose head is `big` or not. Throws Error(unsupported) when that is
/// larger than a record can be.
std::uint64_t size_of(std::span<const PageCopy> pages, bool big);

/// Copy pages of one ntuple, of any columns and files, byte by byte into one record: nothing is unpacked. Behind each
/// comes its checksum, which is compared if it has one, and made if not. Throws Error(corrupt), naming the page, when
/// the checksum of its bytes differs from it; Error(io); the extent then holds nothing of use. Threads: any, to extents
/// that do not overlap.
void copy_pages(std::span<PageCopy> pages, const PageTarget& to);

}  // namespace ramet::inline v1::ntuple
