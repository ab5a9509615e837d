#pragma once

#include <cstddef>
#include <cstdint>

#include "ramet/bytes/buffer.hpp"
#include "ramet/ntuple/internal/decode/column_elements.hpp"
#include "ramet/ntuple/internal/page_reader.hpp"

namespace ramet::inline v1::ntuple::internal {

/// Reads elements of one column of one cluster. Read them in order: it keeps one uncompressed page. Threads: one
/// thread.
class ElementCursor {
 public:
  /// All arguments must outlive the cursor.
  ElementCursor(const BlobReader& blobs, PageReader& reader, const Field& field)
      : blobs_(&blobs), reader_(&reader), field_(&field) {}

  /// Continue with another cluster's elements.
  void enter(ColumnElements elements);

  const ColumnElements& elements() const noexcept { return elements_; }

  /// Throw Error(corrupt) unless the elements exist, and their pages can decompress to them. Call it before allocating
  /// memory for them.
  void require_believable(ElementRange range);

  /// Decode the elements of the range to memory that has room for them. Throws Error(corrupt), naming field and offset,
  /// when some do not exist, as do all members below.
  void read_numbers(ElementRange range, array::NumberType to, std::byte* out);
  void read_indexes(ElementRange range, std::int64_t shift, std::int64_t* out);
  void read_dispatches(ElementRange range, std::size_t alternatives, std::uint8_t* tags, std::int64_t* indexes);

  /// The end of the collection of this number.
  std::uint64_t read_end(std::uint64_t element);

 private:
  template <class Zeros, class Decode>
  void read(ElementRange range, Zeros&& zeros, Decode&& decode);

  const BlobReader* blobs_;
  PageReader* reader_;
  const Field* field_;
  ColumnElements elements_;
  const Page* held_ = nullptr;
  std::span<const std::byte> plain_;
  bytes::Buffer memory_;
};

}  // namespace ramet::inline v1::ntuple::internal
