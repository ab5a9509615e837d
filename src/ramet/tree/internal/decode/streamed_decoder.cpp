#include "ramet/tree/internal/decode/streamed_decoder.hpp"

#include <string_view>

#include "ramet/bytes/byte_cursor.hpp"
#include "ramet/core/detail/narrow.hpp"
#include "ramet/core/error.hpp"
#include "ramet/object/column_reader.hpp"

namespace ramet::inline v1::tree {
namespace {

/// Where an entry begins. Entries without offsets have one size.
std::size_t begin_of(const Basket& basket, std::size_t row) {
  if (!basket.offsets.empty()) return basket.offsets[row];
  if (basket.data.size() % basket.entries != 0)
    detail::fail(ErrorKind::corrupt, "{} entries without offsets have {} bytes", basket.entries, basket.data.size());
  return basket.data.size() / basket.entries * row;
}

/// Rows [first, last). Positions count from the basket's key, as references between its objects do (TBuffer's map).
bytes::ByteCursor cursor_over(const Basket& basket, std::size_t first, std::size_t last) {
  const std::size_t begin = begin_of(basket, first);
  return bytes::ByteCursor(basket.bytes(begin, begin_of(basket, last)), basket.key_length + begin);
}

void require_end(const bytes::ByteCursor& cursor, std::size_t row) {
  if (!cursor.at_end())
    detail::fail(ErrorKind::corrupt, "entry {} of the basket has {} bytes left over", row, cursor.remaining());
}

/// TLeafObject writes the name of the object's class first: a length, the characters, a zero (TLeafObject.cxx,
/// FillBasket).
void check_class_name(bytes::ByteCursor& cursor, std::string_view expected) {
  const auto size = cursor.read<std::uint8_t>();
  if (size == 0) return;
  const auto name = cursor.take(size);
  cursor.skip(1);
  const std::string_view found(reinterpret_cast<const char*>(name.data()), name.size());
  if (found != expected)
    detail::fail(ErrorKind::unsupported, "an object of class {} in a branch of {}", found, expected);
}

void decode_objects(const ColumnLayout& layout, const Basket& basket, BasketRows rows, array::ArrayBuilder& to) {
  for (std::size_t row = rows.first; row < rows.last; ++row) {
    bytes::ByteCursor cursor = cursor_over(basket, row, row + 1);
    detail::while_doing([&] { return fmt::format("entry {} of the basket", row); },
                        [&] {
                          check_class_name(cursor, layout.type_name);
                          layout.reader->append(cursor, 1, to);
                        });
    require_end(cursor, row);
  }
}

void decode_members(const ColumnLayout& layout, const Basket& basket, BasketRows rows, const CountsView& counts,
                    array::ArrayBuilder& to) {
  if (counts.size() != rows.last - rows.first)
    detail::fail(ErrorKind::unsupported, "members of a collection with an unknown number of objects");
  array::ArrayBuilder& values = to.contents[0];
  for (std::size_t row = rows.first; row < rows.last; ++row) {
    const auto count = detail::narrow<std::size_t>(counts[row - rows.first], "number of objects");
    if (count > 0) {  // without objects the entry is empty or has only a head
      bytes::ByteCursor cursor = cursor_over(basket, row, row + 1);
      detail::while_doing([&] { return fmt::format("entry {} of the basket", row); },
                          [&] { layout.reader->append_member_wise(cursor, count, values); });
      require_end(cursor, row);
    }
    array::append_offset(to, static_cast<std::int64_t>(values.length));
    ++to.length;
  }
}

}  // namespace

void decode_streamed(const ColumnLayout& layout, const Basket& basket, BasketRows rows, const CountsView& counts,
                     array::ArrayBuilder& to) {
  if (rows.first == rows.last) return;
  if (layout.is_repeated) return decode_members(layout, basket, rows, counts, to);
  if (layout.has_class_name) return decode_objects(layout, basket, rows, to);
  const object::ColumnReader& reader = *layout.reader;
  bytes::ByteCursor cursor = cursor_over(basket, rows.first, rows.last);
  reader.append(cursor, rows.last - rows.first, to);
  require_end(cursor, rows.last - 1);
}

}  // namespace ramet::inline v1::tree
