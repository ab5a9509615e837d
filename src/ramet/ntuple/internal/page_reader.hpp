#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "ramet/bytes/buffer.hpp"
#include "ramet/compression/codec.hpp"
#include "ramet/core/trace.hpp"
#include "ramet/ntuple/blob.hpp"
#include "ramet/ntuple/detail/element_decoder.hpp"
#include "ramet/ntuple/detail/page_list.hpp"

namespace ramet::inline v1::ntuple::internal {

/// The place of one alternative's values: element `first` of the cluster becomes `first + shift`. Threads: a value.
struct AlternativePlace {
  std::uint64_t first = 0;
  std::uint64_t last = 0;
  std::int64_t shift = 0;
};

/// Some elements of a page, and the memory to decode them to. Threads: a value that borrows.
struct PageJob {
  Page page;
  const ColumnCoding* coding = nullptr;
  const Field* field = nullptr;
  std::uint64_t first = 0;  ///< of the wanted elements in the page
  std::uint64_t count = 0;

  // Numbers go to `numbers`; indexes to `indexes`, with `shift` added; dispatches to `indexes` and `tags`.
  array::NumberType number = array::NumberType::uint8;
  std::byte* numbers = nullptr;
  std::int64_t* indexes = nullptr;
  std::int64_t shift = 0;
  std::uint8_t* tags = nullptr;
  std::span<const AlternativePlace> alternatives;

  std::uint64_t plain_size() const noexcept { return coding->page_size(page.elements); }
};

/// Reads, checks, decompresses and decodes pages. The memory for compressed bytes and the codec's state stay in the
/// cache. Threads: one thread.
class PageReader {
 public:
  /// Run the jobs. Their pages are read with as few requests as the source can make; pages that need no decoding are
  /// read directly to their final place. Throws Error(corrupt), naming field and offset.
  void run(const BlobReader& blobs, std::span<const PageJob* const> jobs);

  /// The elements of one page, decompressed into `plain`, or a view if they are in memory already; valid until `plain`
  /// or the reader is used again. Throws Error(corrupt).
  std::span<const std::byte> read(const BlobReader& blobs, const Page& page, std::uint64_t plain_size,
                                  bytes::Buffer& plain);

  /// Throw Error(corrupt) unless a page's bytes exist and can decompress to `plain_size`.
  void require_believable(const BlobReader& blobs, const Page& page, std::uint64_t plain_size);
  /// The same for zeros that are not stored.
  static void require_believable_zeros(const BlobReader& blobs, std::uint64_t count);

 private:
  /// Record what it does from now on, unless the recorder is null.
  void record(const std::shared_ptr<TraceRecorder>& recorder);
  StageTrace trace() const noexcept { return {nullptr, track_.get()}; }
  struct Stage;
  static Stage stage_of(const PageJob& job, std::uint64_t begin);
  void read_staged(const BlobReader& blobs, std::span<const PageJob* const> jobs, std::span<const Stage> stages,
                   std::uint64_t staged);
  void decode(const PageJob& job, const Stage& stage);
  std::span<const std::byte> unpack(std::span<const std::byte> packed, std::uint64_t plain_size,
                                    std::span<std::byte> to);

  std::unique_ptr<TraceTrack> track_;
  compression::Decompressor decompressor_;
  bytes::Buffer packed_;
  bytes::Buffer plain_;
};

}  // namespace ramet::inline v1::ntuple::internal
