#include "ramet/ntuple/internal/decode/element_cursor.hpp"

#include <algorithm>
#include <utility>

#include "ramet/core/error.hpp"

namespace ramet::inline v1::ntuple::internal {

void ElementCursor::enter(ColumnElements elements) {
  elements_ = std::move(elements);
  held_ = nullptr;
}

void ElementCursor::require_believable(ElementRange range) {
  elements_.require(range);
  elements_.for_each_piece(range, [&](const ElementPiece& piece) {
    if (piece.page == nullptr)
      PageReader::require_believable_zeros(*blobs_, piece.count);
    else if (piece.page != held_)
      reader_->require_believable(*blobs_, *piece.page, elements_.coding().page_size(piece.page->elements));
  });
}

template <class Zeros, class Decode>
void ElementCursor::read(ElementRange range, Zeros&& zeros, Decode&& decode) {
  elements_.require(range);
  elements_.for_each_piece(range, [&](const ElementPiece& piece) {
    if (piece.page == nullptr) return zeros(piece);
    detail::while_doing(
        [&] {
          return fmt::format("'{}': field '{}', page at byte {}", blobs_->source().name(), field_->name,
                             piece.page->locator.offset);
        },
        [&] {
          if (held_ != piece.page) {
            held_ = nullptr;  // if the read throws, nothing is held
            plain_ = reader_->read(*blobs_, *piece.page, elements_.coding().page_size(piece.page->elements), memory_);
            held_ = piece.page;
          }
          decode(piece, PageElements{elements_.coding(), plain_, piece.first, piece.count});
        });
  });
}

void ElementCursor::read_numbers(ElementRange range, array::NumberType to, std::byte* out) {
  const std::size_t size = array::size_of(to);
  read(
      range, [&](const ElementPiece& piece) { std::fill_n(out, piece.count * size, std::byte{0}); },
      [&](const ElementPiece& piece, const PageElements& elements) {
        decode_numbers(elements, to, out + piece.before * size);
      });
}

void ElementCursor::read_indexes(ElementRange range, std::int64_t shift, std::int64_t* out) {
  read(
      range, [&](const ElementPiece& piece) { std::fill_n(out, piece.count, shift); },
      [&](const ElementPiece& piece, const PageElements& elements) {
        decode_indexes(elements, shift, out + piece.before);
      });
}

void ElementCursor::read_dispatches(ElementRange range, std::size_t alternatives, std::uint8_t* tags,
                                    std::int64_t* indexes) {
  read(
      range,
      [&](const ElementPiece& piece) {
        std::fill_n(tags, piece.count, std::uint8_t{0});
        std::fill_n(indexes, piece.count, 0);
      },
      [&](const ElementPiece& piece, const PageElements& elements) {
        decode_dispatches(elements, alternatives, tags + piece.before, indexes + piece.before);
      });
}

std::uint64_t ElementCursor::read_end(std::uint64_t element) {
  std::int64_t end = 0;
  read_indexes({element, element + 1}, 0, &end);
  return static_cast<std::uint64_t>(end);
}

}  // namespace ramet::inline v1::ntuple::internal
