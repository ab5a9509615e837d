#include "ramet/tree/internal/encode/row_encoder.hpp"

#include <algorithm>
#include <limits>
#include <type_traits>
#include <utility>

#include "ramet/bytes/endian.hpp"
#include "ramet/core/error.hpp"
#include "ramet/schema/object_tag.hpp"

namespace ramet::inline v1::tree::internal {
namespace {

using array::Array;
using array::Kind;

// Larger than any sensible basket, and small enough for the 32-bit offsets of its entries.
constexpr std::size_t largest_basket = 1 << 30;
// The version of TStreamerInfo, which ROOT puts before a collection.
constexpr std::uint16_t collection_version = 10;
constexpr std::size_t offset_size = 4;  // of an entry, stored after the entries' bytes

void check_size(std::size_t size) {
  if (size > largest_basket)
    detail::fail(ErrorKind::misuse, "an entry of {} bytes, more than {}", size, largest_basket);
}

/// The array at a path inside another.
const Array& inside(const Array& array, const std::vector<std::uint32_t>& path) {
  const Array* at = &array;
  for (const std::uint32_t content : path) at = &at->content(content);
  return *at;
}

/// The array of the innermost numbers.
const Array& innermost(const Array& array) {
  const Array* at = &array;
  while (at->kind() == Kind::regular) at = &at->content(0);
  return *at;
}

/// Append the stored form of the numbers [first, last) of an array.
void append_numbers(const NumberCoding& coding, const Array& numbers, std::size_t first, std::size_t last,
                    bytes::Buffer& plain) {
  const std::size_t width = array::size_of(coding.type);
  encode_numbers(coding, numbers.values().subspan(first * width, (last - first) * width),
                 plain.extend((last - first) * coding.stored_size()));
}

/// The end of the next basket, so that the rows give baskets of about equal size of at most `enough` bytes.
std::size_t balanced_end(BasketRows rows, std::size_t row_size, std::size_t enough) {
  const std::size_t count = rows.last - rows.first;
  check_size(row_size);
  const std::size_t fit = std::max<std::size_t>(enough / std::max<std::size_t>(row_size, 1), 1);
  const std::size_t baskets = (count + fit - 1) / fit;
  return rows.first + (count + baskets - 1) / baskets;
}

std::size_t encode_fixed(const BranchPlan& branch, const Array& column, BasketRows rows, std::size_t enough,
                         bytes::Buffer& plain) {
  const std::size_t end = balanced_end(rows, branch.row_size(), enough);
  const std::uint64_t values = branch.values_per_row();
  append_numbers(branch.coding, innermost(column), rows.first * values, end * values, plain);
  return end;
}

// ROOT takes the limits of leaves as signed, and reads no more values than these say (TLeaf::GetLen).
template <class Number>
constexpr auto largest_count = std::numeric_limits<std::make_signed_t<Number>>::max();

template <class Number>
void store_counts(std::span<const std::int64_t> offsets, std::byte* at, std::uint64_t& maximum) {
  for (std::size_t row = 0; row + 1 < offsets.size(); ++row, at += sizeof(Number)) {
    const auto count = static_cast<std::uint64_t>(offsets[row + 1] - offsets[row]);
    check_size(count);
    if (std::cmp_greater(count, largest_count<Number>))
      detail::fail(ErrorKind::misuse,
                   "{} values in an entry are too many for their counter of {} bytes, of which ROOT reads at most {}",
                   count, sizeof(Number), largest_count<Number>);
    maximum = std::max(maximum, count);
    bytes::store_big_endian(at, static_cast<Number>(count));
  }
}

/// Counters are Int_t unless those of an input were of another type.
std::size_t encode_counter(const BranchPlan& branch, const Array& column, BasketRows rows, std::size_t enough,
                           bytes::Buffer& plain, std::uint64_t& maximum) {
  const std::size_t width = array::size_of(branch.coding.type);
  const std::size_t end = balanced_end(rows, width, enough);
  const auto offsets = column.list_offsets().subspan(rows.first, end - rows.first + 1);
  std::byte* const at = plain.extend((end - rows.first) * width).data();
  switch (branch.coding.type) {
    case array::NumberType::int8:
      store_counts<std::int8_t>(offsets, at, maximum);
      break;
    case array::NumberType::uint8:
      store_counts<std::uint8_t>(offsets, at, maximum);
      break;
    case array::NumberType::int16:
      store_counts<std::int16_t>(offsets, at, maximum);
      break;
    case array::NumberType::uint16:
      store_counts<std::uint16_t>(offsets, at, maximum);
      break;
    case array::NumberType::int64:
    case array::NumberType::uint64:
      store_counts<std::int64_t>(offsets, at, maximum);
      break;
    default:
      store_counts<std::int32_t>(offsets, at, maximum);
  }
  return end;
}

std::size_t encode_leaf_list(const BranchPlan& branch, const Array& column, BasketRows rows, std::size_t enough,
                             bytes::Buffer& plain) {
  const std::size_t end = balanced_end(rows, branch.row_size(), enough);
  for (std::size_t row = rows.first; row < end; ++row)
    for (std::size_t leaf = 0; leaf < branch.leaves.size(); ++leaf) {
      const LeafLayout& part = branch.leaves[leaf];
      append_numbers(part.coding, innermost(column.content(leaf)), row * part.values, (row + 1) * part.values, plain);
    }
  return end;
}

std::size_t encode_counted(const BranchPlan& branch, const Array& column, BasketRows rows, std::size_t enough,
                           bytes::Buffer& plain, std::vector<std::uint32_t>& starts) {
  const auto offsets = column.list_offsets();
  const std::size_t values = branch.values_per_row();
  const std::size_t stride = branch.coding.stored_size() * values;
  const std::int64_t begin = offsets[rows.first];
  const auto data_size = [&](std::size_t row) { return static_cast<std::size_t>(offsets[row] - begin) * stride; };
  std::size_t end = rows.first;
  do {
    starts.push_back(static_cast<std::uint32_t>(data_size(end)));
    ++end;
  } while (end < rows.last && data_size(end + 1) + (end + 1 - rows.first) * offset_size <= enough);
  check_size(data_size(end));
  const Array& content = inside(column.content(0), branch.item_path);
  append_numbers(branch.coding, innermost(content), static_cast<std::size_t>(begin) * values,
                 static_cast<std::size_t>(offsets[end]) * values, plain);
  return end;
}

void append_string(const Array& strings, std::size_t row, bytes::Buffer& plain, std::uint64_t& maximum) {
  const auto offsets = strings.list_offsets();
  const auto first = static_cast<std::size_t>(offsets[row]);
  const std::size_t size = static_cast<std::size_t>(offsets[row + 1]) - first;
  check_size(size);
  maximum = std::max<std::uint64_t>(maximum, size + 1);
  if (size < 255) {
    plain.extend(1)[0] = static_cast<std::byte>(size);
  } else {
    const auto head = plain.extend(5);
    head[0] = std::byte{255};
    bytes::store_big_endian(head.data() + 1, static_cast<std::uint32_t>(size));
  }
  plain.append(strings.values().subspan(first, size));
}

/// Append the items [first, last) of a vector: numbers, strings, or vectors with their counts.
void append_items(const NumberCoding& coding, const Array& items, std::size_t first, std::size_t last,
                  bytes::Buffer& plain, std::uint64_t& maximum) {
  if (items.kind() == Kind::number) return append_numbers(coding, items, first, last, plain);
  for (std::size_t item = first; item < last; ++item) {
    if (items.kind() == Kind::string) {
      append_string(items, item, plain, maximum);
      continue;
    }
    const auto offsets = items.list_offsets().subspan(item, 2);
    bytes::store_big_endian(plain.extend(4).data(), static_cast<std::uint32_t>(offsets[1] - offsets[0]));
    append_items(coding, items.content(0), static_cast<std::size_t>(offsets[0]), static_cast<std::size_t>(offsets[1]),
                 plain, maximum);
  }
}

void append_vector(const BranchPlan& branch, const Array& column, std::size_t row, bytes::Buffer& plain,
                   std::uint64_t& maximum) {
  const std::size_t begin = plain.size();
  plain.extend(6);
  append_items(branch.coding, column, row, row + 1, plain, maximum);
  const std::size_t size = plain.size() - begin;
  check_size(size);
  bytes::store_big_endian(plain.data() + begin, schema::byte_count_mask | static_cast<std::uint32_t>(size - 4));
  bytes::store_big_endian(plain.data() + begin + 4, collection_version);
}

/// Append an entry of a branch of objects: one value, or one member of each item of its list.
/// | length 1 | characters | 0 |, as TLeafObject::FillBasket.
void append_class_name(std::string_view name, bytes::Buffer& plain) {
  plain.append(std::vector<std::byte>(1, static_cast<std::byte>(name.size())));
  plain.append(std::as_bytes(std::span(name)));
  plain.append(std::vector<std::byte>(1));
}

void append_streamed(const BranchPlan& branch, const Array& column, std::size_t row, bytes::Buffer& plain) {
  const std::size_t begin = plain.size();
  if (branch.element && branch.element->has_class_name) append_class_name(branch.element->class_name, plain);
  if (branch.counter) {
    const auto offsets = column.list_offsets().subspan(row, 2);
    branch.writer->append_member_wise(inside(column.content(0), branch.item_path), static_cast<std::size_t>(offsets[0]),
                                      static_cast<std::size_t>(offsets[1] - offsets[0]), plain);
  } else {
    branch.writer->append(column, row, 1, plain);
  }
  check_size(plain.size() - begin);
}

void append_constant(const BranchPlan& branch, const Array& column, std::size_t row, bytes::Buffer& plain) {
  std::int64_t count = 1;
  if (branch.counter) count = column.list_offsets()[row + 1] - column.list_offsets()[row];
  check_size(static_cast<std::size_t>(count) * branch.constant.size());
  for (; count > 0; --count) plain.append(branch.constant);
}

template <class Append>
std::size_t encode_each(BasketRows rows, std::size_t enough, bytes::Buffer& plain, std::vector<std::uint32_t>& starts,
                        Append&& append) {
  std::size_t row = rows.first;
  do {
    starts.push_back(static_cast<std::uint32_t>(plain.size()));
    append(row);
    ++row;
  } while (row < rows.last && plain.size() + (row - rows.first) * offset_size < enough);
  return row;
}

/// Append the offsets of rows of one size.
void append_starts(std::size_t rows, std::size_t size, std::vector<std::uint32_t>& starts) {
  for (std::size_t row = 0; row < rows; ++row) starts.push_back(static_cast<std::uint32_t>(row * (size / rows)));
}

/// As encode_rows, but without offsets for rows of one size.
std::size_t encode_values(const BranchPlan& branch, std::span<const array::Array> columns, BasketRows rows,
                          std::size_t enough, bytes::Buffer& plain, std::vector<std::uint32_t>& starts,
                          std::uint64_t& maximum) {
  const Array& column = inside(columns[branch.column], branch.path);
  if (branch.is_counter) return encode_counter(branch, column, rows, enough, plain, maximum);
  if (!branch.constant.empty())
    return encode_each(rows, enough, plain, starts,
                       [&](std::size_t row) { append_constant(branch, column, row, plain); });
  switch (branch.packing) {
    case Packing::fixed:
      return encode_fixed(branch, column, rows, enough, plain);
    case Packing::leaf_list:
      return encode_leaf_list(branch, column, rows, enough, plain);
    case Packing::counted:
      return encode_counted(branch, column, rows, enough, plain, starts);
    case Packing::c_string:
    case Packing::standard_string:
      return encode_each(rows, enough, plain, starts,
                         [&](std::size_t row) { append_string(column, row, plain, maximum); });
    case Packing::standard_vector:
      return encode_each(rows, enough, plain, starts,
                         [&](std::size_t row) { append_vector(branch, column, row, plain, maximum); });
    case Packing::streamed:
      return encode_each(rows, enough, plain, starts,
                         [&](std::size_t row) { append_streamed(branch, column, row, plain); });
    case Packing::nothing:
    case Packing::unsupported:
    case Packing::object_bits:
    case Packing::varying_leaves:
      break;
  }
  detail::fail(ErrorKind::misuse, "branch '{}' has nothing to store", branch.name);
}

}  // namespace

std::size_t encode_rows(const BranchPlan& branch, std::span<const array::Array> columns, BasketRows rows,
                        std::size_t enough, bytes::Buffer& plain, std::vector<std::uint32_t>& starts,
                        std::uint64_t& maximum) {
  const std::size_t end = encode_values(branch, columns, rows, enough, plain, starts, maximum);
  if (branch.has_offsets() && starts.empty()) append_starts(end - rows.first, plain.size(), starts);
  if (!branch.has_offsets()) starts.clear();
  return end;
}

}  // namespace ramet::inline v1::tree::internal
