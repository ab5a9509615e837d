#pragma once

#include <cstddef>
#include <cstdint>

#include "ramet/bytes/buffer.hpp"
#include "ramet/ntuple/internal/decode/column_elements.hpp"
#include "ramet/ntuple/internal/page_reader.hpp"

namespace ramet::inline v1::ntuple::internal {

/// Reads elements of one column of one cluster, best in order: it holds one unpacked page. Threads: one thread.
class ElementCursor {
 public:
  /// All that is passed outlives the cursor.
  ElementCursor(const BlobReader& blobs, PageReader& reader, const Field& field)
      : blobs_(&blobs), reader_(&reader), field_(&field) {}

  /// Go on with these elements.
  void enter(ColumnElements elements);

  const ColumnElements& elements() const noexcept { return elements_; }

  /// Throw Error(corrupt) unless the elements are there, and their pages' bytes can become as many: to be asked before
  /// memory is allocated for them.
  void require_believable(ElementRange range);

  /// Decode elements of the range to memory that has room for them. Throws Error(corrupt), naming field and offset,
  /// when some are not there, as all that follow.
  void read_numbers(ElementRange range, array::NumberType to, std::byte* out);
  void read_indexes(ElementRange range, std::int64_t shift, std::int64_t* out);
  void read_dispatches(ElementRange range, std::size_t alternatives, std::uint8_t* tags, std::int64_t* indexes);

  /// Where the collection of an element ends.
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
