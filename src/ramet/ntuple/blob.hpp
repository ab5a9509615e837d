#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "ramet/core/trace/recorder.hpp"
#include "ramet/io/byte_source.hpp"
#include "ramet/io/extent.hpp"
#include "ramet/ntuple/frame_cursor.hpp"

namespace ramet::inline v1::ntuple {

/// A byte range of the file: a page or an envelope, as stored. Threads: a value.
struct Locator {
  std::uint64_t offset = 0;
  std::uint64_t size = 0;
};

/// The position of an envelope, and its uncompressed size. Threads: a value.
struct EnvelopeLink {
  std::uint64_t unpacked_size = 0;
  Locator locator;
};

/// Read a locator: | size 4 | offset 8 |, or, when the size is negative, | locator size 2 | reserved 1 | type 1 | ...
/// |, of which type 1 is known: | size 8 | offset 8 |. Throws Error(corrupt), Error(unsupported) for other types.
Locator read_locator(FrameCursor& cursor);

/// Read | unpacked size 8 | locator |.
EnvelopeLink read_envelope_link(FrameCursor& cursor);

/// Reads byte ranges. Ranges larger than `largest_key` are spread over several records, of which the first ends with
/// the 8-byte offsets of the others (ROOT's RMiniFileReader::ReadBuffer). Threads: immutable.
class BlobReader {
 public:
  /// The source must outlive the reader. No blob is spread if largest_key is 0.
  /// Readers of the blobs record what they do, unless the recorder is null.
  BlobReader(const io::ByteSource& source, std::uint64_t largest_key,
             std::shared_ptr<TraceRecorder> recorder = nullptr) noexcept
      : source_(&source), largest_key_(largest_key), recorder_(std::move(recorder)) {}

  const io::ByteSource& source() const noexcept { return *source_; }
  /// The same reader for another source of the same bytes, which must outlive it.
  BlobReader from(const io::ByteSource& source) const noexcept { return {source, largest_key_, recorder_}; }
  const std::shared_ptr<TraceRecorder>& recorder() const noexcept { return recorder_; }
  /// Add the extent of a blob, unless it is spread over records.
  void add_extent(const Locator& locator, std::vector<io::Extent>& to) const {
    if (is_whole(locator.size)) to.push_back({locator.offset, locator.size});
  }

  /// Whether a blob of this size is in one record.
  bool is_whole(std::uint64_t size) const noexcept { return largest_key_ == 0 || size <= largest_key_; }

  /// Throw Error(corrupt) unless a blob of this size can lie in the source. Call it before allocating memory.
  void require(const Locator& locator) const;

  /// Fill `into` with the bytes from `offset` on. Throws Error(corrupt) when they reach past the end, and as the
  /// source.
  void read(std::uint64_t offset, std::span<std::byte> into) const;

 private:
  const io::ByteSource* source_;
  std::uint64_t largest_key_;
  std::shared_ptr<TraceRecorder> recorder_;
};

}  // namespace ramet::inline v1::ntuple
