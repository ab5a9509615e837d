#include "ramet/tree/internal/decode/column_decoder.hpp"

#include <cstring>

#include "ramet/bytes/byte_cursor.hpp"
#include "ramet/bytes/endian.hpp"
#include "ramet/core/detail/narrow.hpp"
#include "ramet/core/error.hpp"
#include "ramet/schema/object_tag.hpp"
#include "ramet/tree/internal/decode/entry_offsets.hpp"
#include "ramet/tree/internal/decode/streamed_decoder.hpp"

namespace ramet::inline v1::tree {
namespace {

using array::ArrayBuilder;
using array::Kind;
using array::NumberType;

constexpr std::uint16_t member_wise_mask = 0x4000;
constexpr std::uint32_t is_referenced = 1U << 4;  // TObject::kIsReferenced

/// Grow all regular dimensions of an array by `rows`; returns the array of the innermost numbers.
ArrayBuilder& grow_regular(ArrayBuilder& array, std::uint64_t rows) {
  ArrayBuilder* at = &array;
  while (at->kind == Kind::regular) {
    at->length += rows;
    rows *= at->size;
    at = &at->contents[0];
  }
  return *at;
}

void append_numbers(const NumberCoding& coding, std::span<const std::byte> stored, ArrayBuilder& to) {
  const std::size_t count = stored.size() / coding.stored_size();
  decode_numbers(coding, stored, to.values.extend(count * array::size_of(coding.type)));
  to.length += count;
}

std::span<const std::byte> fixed_rows(const ColumnLayout& layout, const Basket& basket, BasketRows rows) {
  const std::size_t row = layout.row_size();
  if (!basket.is_part &&
      basket.data.size() != detail::checked_product<std::size_t>(row, basket.entries, "size of a basket"))
    detail::fail(ErrorKind::corrupt, "{} entries of {} bytes take {} bytes, but the basket has {}", basket.entries, row,
                 row * basket.entries, basket.data.size());
  return basket.bytes(rows.first * row, rows.last * row);
}

/// The offsets of the entries. Throws when the basket has none.
std::span<const std::uint32_t> row_offsets(const Basket& basket, BasketRows rows) {
  if (basket.entries > 0 && basket.offsets.empty())
    detail::fail(ErrorKind::unsupported, "entries of varying size without offsets (generated from a counter)");
  if (basket.entries == 0) return {};
  return basket.offsets.subspan(rows.first, rows.last - rows.first + 1);
}

/// The byte count and version before a collection (TBufferFile::ReadVersion).
void check_vector_head(bytes::ByteCursor& cursor) {
  const std::size_t size = cursor.remaining();
  const auto byte_count = cursor.read<std::uint32_t>();
  if ((byte_count & schema::byte_count_mask) == 0 || (byte_count & ~schema::byte_count_mask) + 4 != size)
    detail::fail(ErrorKind::corrupt, "a vector's byte count is {:#x}, expected {:#x}", byte_count,
                 schema::byte_count_mask | static_cast<std::uint32_t>(size - 4));
  if ((cursor.read<std::uint16_t>() & member_wise_mask) != 0)
    detail::fail(ErrorKind::unsupported, "a vector that is stored member-wise");
}

/// Check the head of a vector of numbers; its count must match the entry's size.
void check_vector_of_numbers(std::span<const std::byte> entry, std::size_t values) {
  bytes::ByteCursor cursor(entry);
  check_vector_head(cursor);
  if (const auto count = cursor.read<std::uint32_t>(); count != values)
    detail::fail(ErrorKind::corrupt, "a vector's count is {}, but its bytes hold {} values", count, values);
}

/// The number of items of `stride` bytes in a row after its head of `skip` bytes.
std::size_t item_count(std::span<const std::uint32_t> offsets, std::size_t row, BasketRows rows, std::size_t skip,
                       std::size_t stride) {
  const std::size_t size = offsets[row + 1] - offsets[row];
  if (size == 0) return 0;
  if (size < skip || (size - skip) % stride != 0)
    detail::fail(ErrorKind::corrupt, "entry {} of the basket has {} bytes, not {} and a multiple of {}",
                 rows.first + row, size, skip, stride);
  return (size - skip) / stride;
}

/// Numbers without a head; their count follows from the entry's size.
void decode_counted(const ColumnLayout& layout, const Basket& basket, BasketRows rows, ArrayBuilder& to) {
  const auto offsets = row_offsets(basket, rows);
  if (rows.first == rows.last) return;
  const std::size_t stride = layout.coding.stored_size() * layout.values_per_row;
  const std::int64_t begin = to.list_offsets().back();
  const auto place = to.offsets.extend((rows.last - rows.first) * sizeof begin);
  const std::span ends(reinterpret_cast<std::int64_t*>(place.data()), rows.last - rows.first);
  if (!list_ends(offsets, stride, begin, ends))
    for (std::size_t row = 0; row + 1 < offsets.size(); ++row) item_count(offsets, row, rows, 0, stride);
  append_numbers(layout.coding, basket.bytes(offsets.front(), offsets.back()),
                 grow_regular(to.contents[0], static_cast<std::uint64_t>(ends.back() - begin)));
  to.length += rows.last - rows.first;
}

/// Vectors of numbers, each with a head; an empty one may have no bytes at all.
void decode_headed(const ColumnLayout& layout, const Basket& basket, BasketRows rows, ArrayBuilder& to) {
  const auto offsets = row_offsets(basket, rows);
  const std::size_t stride = layout.coding.stored_size() * layout.values_per_row;
  std::int64_t end = to.list_offsets().back();
  for (std::size_t row = 0; row + 1 < offsets.size(); ++row) {
    const std::size_t count = item_count(offsets, row, rows, layout.skip, stride);
    end += static_cast<std::int64_t>(count);
    array::append_offset(to, end);
    if (offsets[row] == offsets[row + 1]) continue;
    const auto entry = basket.bytes(offsets[row], offsets[row + 1]);
    if (layout.packing == Packing::standard_vector) check_vector_of_numbers(entry, count);
    append_numbers(layout.coding, entry.subspan(layout.skip), grow_regular(to.contents[0], count));
  }
  to.length += rows.last - rows.first;
}

/// For each object in an entry a byte and, if it is not 0, as many numbers as the object's counter says.
void decode_counted_members(const ColumnLayout& layout, const Basket& basket, BasketRows rows, const CountsView& counts,
                            ArrayBuilder& to) {
  const auto offsets = row_offsets(basket, rows);
  if (rows.first < rows.last && counts.size() != rows.last - rows.first)
    detail::fail(ErrorKind::unsupported, "counted arrays of objects whose counts are not known");
  ArrayBuilder& lists = to.contents[0];
  for (std::size_t row = 0; row + 1 < offsets.size(); ++row) {
    bytes::ByteCursor cursor(basket.data.subspan(offsets[row], offsets[row + 1] - offsets[row]), offsets[row]);
    detail::while_doing([&] { return fmt::format("entry {} of the basket", rows.first + row); },
                        [&] {
                          for (const std::int32_t count : counts.of_objects(row)) {
                            const auto values = detail::narrow<std::size_t>(count, "a number of values");
                            if (cursor.read<std::uint8_t>() != 0)
                              append_numbers(layout.coding,
                                             cursor.take(detail::checked_product<std::size_t>(
                                                 values, layout.coding.stored_size(), "size of an array")),
                                             lists.contents[0]);
                            array::append_offset(lists, static_cast<std::int64_t>(lists.contents[0].length));
                            ++lists.length;
                          }
                          if (!cursor.at_end())
                            detail::fail(ErrorKind::corrupt, "{} bytes are left over", cursor.remaining());
                        });
    array::append_offset(to, static_cast<std::int64_t>(lists.length));
    ++to.length;
  }
}

void append_string(bytes::ByteCursor& cursor, ArrayBuilder& to) {
  const std::string_view text = cursor.string();
  to.values.append(std::as_bytes(std::span(text)));
  array::append_offset(to, static_cast<std::int64_t>(to.values.size()));
  ++to.length;
}

void append_items(const ColumnLayout& layout, bytes::ByteCursor& cursor, std::size_t count, ArrayBuilder& to);

/// One vector: a count and its items.
void append_vector(const ColumnLayout& layout, bytes::ByteCursor& cursor, ArrayBuilder& to) {
  ArrayBuilder& content = to.contents[0];
  const std::size_t smallest = content.kind == Kind::number   ? layout.coding.stored_size()
                               : content.kind == Kind::string ? 1
                                                              : 4;
  append_items(layout, cursor, cursor.count(smallest, "size of a vector"), content);
  array::append_offset(to, static_cast<std::int64_t>(content.length));
  ++to.length;
}

void append_items(const ColumnLayout& layout, bytes::ByteCursor& cursor, std::size_t count, ArrayBuilder& to) {
  if (to.kind == Kind::number)
    return append_numbers(layout.coding, cursor.take(count * layout.coding.stored_size()), to);
  for (std::size_t item = 0; item < count; ++item) {
    if (to.kind == Kind::string) {
      append_string(cursor, to);
    } else {
      append_vector(layout, cursor, to);
    }
  }
}

/// TObject::fBits: the number of a process follows them for an object that a TRef points to (TObject::Streamer).
void append_object_bits(bytes::ByteCursor& cursor, ArrayBuilder& to) {
  const auto bits = cursor.read<std::uint32_t>();
  if ((bits & is_referenced) != 0) cursor.skip(2);
  std::memcpy(to.values.extend(sizeof bits).data(), &bits, sizeof bits);
  ++to.length;
}

template <class Number>
std::uint64_t as_count(std::span<const std::byte> stored) {
  return detail::narrow<std::uint64_t>(bytes::load_big_endian<Number>(stored.data()), "a number of values");
}

/// Read a stored integer that counts other values.
std::uint64_t count_in(NumberType type, std::span<const std::byte> stored) {
  switch (type) {
    case NumberType::int8:
      return as_count<std::int8_t>(stored);
    case NumberType::uint8:
      return as_count<std::uint8_t>(stored);
    case NumberType::int16:
      return as_count<std::int16_t>(stored);
    case NumberType::uint16:
      return as_count<std::uint16_t>(stored);
    case NumberType::int32:
      return as_count<std::int32_t>(stored);
    case NumberType::uint32:
      return as_count<std::uint32_t>(stored);
    case NumberType::int64:
      return as_count<std::int64_t>(stored);
    case NumberType::uint64:
      return as_count<std::uint64_t>(stored);
    default:
      detail::fail(ErrorKind::unsupported, "values counted by a {}", array::to_string(type));
  }
}

/// One entry of a leaf list in which some leaves are texts or counted by other leaves.
void append_leaves(const ColumnLayout& layout, bytes::ByteCursor& cursor, ArrayBuilder& to) {
  std::vector<std::uint64_t> counts(layout.leaves.size());
  for (std::size_t leaf = 0; leaf < layout.leaves.size(); ++leaf) {
    const LeafLayout& part = layout.leaves[leaf];
    ArrayBuilder& member = to.contents[leaf];
    if (part.is_text) {
      append_string(cursor, member);
      continue;
    }
    const std::uint64_t count = part.counter ? counts[*part.counter] : 1;
    const std::uint64_t values = detail::checked_product<std::uint64_t>(count, part.values, "number of values");
    const auto stored =
        cursor.take(detail::checked_product<std::size_t>(values, part.coding.stored_size(), "size of a leaf's values"));
    append_numbers(part.coding, stored, grow_regular(part.counter ? member.contents[0] : member, count));
    if (part.counts_others) counts[leaf] = count_in(part.coding.type, stored);
    if (!part.counter) continue;
    array::append_offset(member, static_cast<std::int64_t>(member.contents[0].length));
    ++member.length;
  }
  ++to.length;
}

/// One value of a packing without fixed size.
void append_value(const ColumnLayout& layout, bytes::ByteCursor& cursor, ArrayBuilder& to) {
  if (layout.packing == Packing::object_bits) return append_object_bits(cursor, to);
  if (layout.packing == Packing::standard_vector) return append_vector(layout, cursor, to);
  if (layout.packing == Packing::varying_leaves) return append_leaves(layout, cursor, to);
  append_string(cursor, to);
}

void append_entry(const ColumnLayout& layout, bytes::ByteCursor& cursor, ArrayBuilder& to) {
  if (cursor.at_end() && layout.packing == Packing::c_string) {  // ROOT also stores an empty string in no bytes at all
    array::append_offset(to, static_cast<std::int64_t>(to.values.size()));
    ++to.length;
    return;
  }
  if (layout.has_head && !(layout.is_repeated && cursor.at_end())) check_vector_head(cursor);
  if (!layout.is_repeated) return append_value(layout, cursor, to);
  while (!cursor.at_end()) append_value(layout, cursor, to.contents[0]);
  array::append_offset(to, static_cast<std::int64_t>(to.contents[0].length));
  ++to.length;
}

/// C strings have their length, so baskets of old files and of other writers may lack offsets.
void decode_texts_in_a_row(const ColumnLayout& layout, const Basket& basket, BasketRows rows, ArrayBuilder& to) {
  bytes::ByteCursor cursor(basket.data);
  for (std::size_t row = 0; row < rows.last; ++row) {
    if (row < rows.first) {
      detail::while_doing([&] { return fmt::format("entry {} of the basket", row); }, [&] { cursor.string(); });
    } else {
      detail::while_doing([&] { return fmt::format("entry {} of the basket", row); },
                          [&] { append_value(layout, cursor, to); });
    }
  }
  if (rows.last == basket.entries && !cursor.at_end())
    detail::fail(ErrorKind::corrupt, "{} texts without offsets end {} bytes before their basket", rows.last,
                 cursor.remaining());
}

void decode_each_entry(const ColumnLayout& layout, const Basket& basket, BasketRows rows, ArrayBuilder& to) {
  if (layout.packing == Packing::c_string && basket.offsets.empty())
    return decode_texts_in_a_row(layout, basket, rows, to);
  const auto offsets = row_offsets(basket, rows);
  for (std::size_t row = 0; row + 1 < offsets.size(); ++row) {
    bytes::ByteCursor cursor(basket.bytes(offsets[row], offsets[row + 1]), offsets[row]);
    detail::while_doing([&] { return fmt::format("entry {} of the basket", rows.first + row); },
                        [&] { append_entry(layout, cursor, to); });
    if (!cursor.at_end())
      detail::fail(ErrorKind::corrupt, "entry {} of the basket has {} bytes left over", rows.first + row,
                   cursor.remaining());
  }
}

/// Object bits mostly have one size, and baskets may then lack offsets. ROOT 3 left offsets out even where all objects
/// were referenced; the bits of each object show its size.
void decode_object_bits(const ColumnLayout& layout, const Basket& basket, BasketRows rows, ArrayBuilder& to) {
  if (!basket.offsets.empty() || layout.is_repeated) return decode_each_entry(layout, basket, rows, to);
  if (basket.data.size() == basket.entries * sizeof(std::uint32_t))
    return append_numbers(layout.coding, fixed_rows(layout, basket, rows), to);
  bytes::ByteCursor cursor(basket.data);
  ArrayBuilder before(to.type());
  for (std::uint64_t entry = 0; entry < rows.last; ++entry)
    append_object_bits(cursor, entry < rows.first ? before : to);
  if (rows.last == basket.entries && !cursor.at_end())
    detail::fail(ErrorKind::corrupt, "{} entries of bits take {} bytes, but the basket has {}", basket.entries,
                 cursor.position(), basket.data.size());
}

void decode_leaf_list(const ColumnLayout& layout, const Basket& basket, BasketRows rows, ArrayBuilder& to) {
  const auto from = fixed_rows(layout, basket, rows);
  const std::size_t row_size = layout.row_size();
  std::size_t begin = 0;
  for (std::size_t leaf = 0; leaf < layout.leaves.size(); ++leaf) {
    const LeafLayout& part = layout.leaves[leaf];
    const std::size_t size = part.coding.stored_size() * part.values;
    ArrayBuilder& member = to.contents[leaf];
    ArrayBuilder& numbers = grow_regular(member, rows.last - rows.first);
    for (std::size_t row = begin; row < from.size(); row += row_size)
      append_numbers(part.coding, from.subspan(row, size), numbers);
    begin += size;
  }
  to.length += rows.last - rows.first;
}

}  // namespace

void decode_fixed_rows(const ColumnLayout& layout, const Basket& basket, BasketRows rows, std::span<std::byte> to) {
  decode_numbers(layout.coding, fixed_rows(layout, basket, rows), to);
}

void decode_rows(const ColumnLayout& layout, const Basket& basket, BasketRows rows, ArrayBuilder& to,
                 const CountsView& counts) {
  switch (layout.packing) {
    case Packing::fixed:
      return append_numbers(layout.coding, fixed_rows(layout, basket, rows), grow_regular(to, rows.last - rows.first));
    case Packing::counted:
      if (!layout.counting_member.empty()) return decode_counted_members(layout, basket, rows, counts, to);
      return layout.skip == 0 ? decode_counted(layout, basket, rows, to) : decode_headed(layout, basket, rows, to);
    case Packing::leaf_list:
      return decode_leaf_list(layout, basket, rows, to);
    case Packing::object_bits:
      return decode_object_bits(layout, basket, rows, to);
    case Packing::standard_vector:
      if (layout.skip > 0) return decode_headed(layout, basket, rows, to);
      return decode_each_entry(layout, basket, rows, to);
    case Packing::c_string:
    case Packing::varying_leaves:
    case Packing::standard_string:
      return decode_each_entry(layout, basket, rows, to);
    case Packing::streamed:
      return decode_streamed(layout, basket, rows, counts, to);
    case Packing::nothing:
    case Packing::unsupported:
      break;
  }
  detail::fail(ErrorKind::unsupported, "{}",
               layout.reason.empty() ? "the branch has no values of its own" : layout.reason);
}

}  // namespace ramet::inline v1::tree
