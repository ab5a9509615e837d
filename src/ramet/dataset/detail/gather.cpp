#include "ramet/dataset/detail/gather.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>
#include <utility>

#include "ramet/array/array_builder.hpp"
#include "ramet/core/detail/narrow.hpp"
#include "ramet/core/error.hpp"

namespace ramet::inline v1::dataset {
namespace {

using array::Array;
using array::ArrayBuilder;
using array::Kind;
using array::NumberType;

template <class Number>
void append_numbers(ArrayBuilder& to, std::size_t count, double fill) {
  if constexpr (std::is_integral_v<Number>) {
    // The end of the range is a power of two, which a double holds exactly; its largest number may not be one.
    const double end = std::ldexp(1.0, std::numeric_limits<Number>::digits);
    const double begin = std::is_signed_v<Number> ? -end : 0.0;
    if (!(fill >= begin && fill < end) || std::trunc(fill) != fill)
      detail::fail(ErrorKind::misuse, "{} is not a value of {}", fill, array::to_string(to.number));
  }
  const auto value = static_cast<Number>(fill);
  const auto place = to.values.extend(detail::checked_product<std::size_t>(count, sizeof(Number), "size of a column"));
  std::fill_n(reinterpret_cast<Number*>(place.data()), count, value);
}

void append_number(ArrayBuilder& to, std::size_t count, double fill) {
  switch (to.number) {
    case NumberType::boolean:
      return append_numbers<bool>(to, count, fill);
    case NumberType::int8:
      return append_numbers<std::int8_t>(to, count, fill);
    case NumberType::int16:
      return append_numbers<std::int16_t>(to, count, fill);
    case NumberType::int32:
      return append_numbers<std::int32_t>(to, count, fill);
    case NumberType::int64:
      return append_numbers<std::int64_t>(to, count, fill);
    case NumberType::uint8:
      return append_numbers<std::uint8_t>(to, count, fill);
    case NumberType::uint16:
      return append_numbers<std::uint16_t>(to, count, fill);
    case NumberType::uint32:
      return append_numbers<std::uint32_t>(to, count, fill);
    case NumberType::uint64:
      return append_numbers<std::uint64_t>(to, count, fill);
    case NumberType::float32:
      return append_numbers<float>(to, count, fill);
    case NumberType::float64:
      return append_numbers<double>(to, count, fill);
  }
}

void append_offsets(ArrayBuilder& to, std::size_t count, std::int64_t value) {
  const auto place = to.offsets.extend(detail::checked_product<std::size_t>(count, sizeof value, "size of a column"));
  std::fill_n(reinterpret_cast<std::int64_t*>(place.data()), count, value);
}

void append_filled(ArrayBuilder& to, std::size_t count, double fill) {
  switch (to.kind) {
    case Kind::number:
      append_number(to, count, fill);
      break;
    case Kind::string:
    case Kind::list:
    case Kind::option:
      append_offsets(to, count, to.list_offsets().back());
      break;
    case Kind::regular:
      append_filled(to.contents[0], detail::checked_product<std::size_t>(count, to.size, "number of values"), fill);
      break;
    case Kind::record:
      for (ArrayBuilder& member : to.contents) append_filled(member, count, fill);
      break;
    case Kind::variant:
      std::ranges::fill(to.values.extend(count), std::byte{0});
      append_offsets(to, count, 0);
      break;
  }
  to.length += count;
}

template <class Number>
void copy_rows(const std::byte* from, std::span<const std::uint64_t> rows, std::byte* out) noexcept {
  const auto* numbers = reinterpret_cast<const Number*>(from);
  auto* to = reinterpret_cast<Number*>(out);
  for (const std::uint64_t row : rows) *to++ = numbers[row];
}

/// Gather numbers when every row exists.
Array gather_numbers(const Array& from, std::span<const std::uint64_t> rows) {
  ArrayBuilder gathered(from.type());
  gathered.length = rows.size();
  const std::size_t width = array::size_of(from.number());
  gathered.values.resize(rows.size() * width);
  if (width == 1) copy_rows<std::uint8_t>(from.values().data(), rows, gathered.values.data());
  if (width == 2) copy_rows<std::uint16_t>(from.values().data(), rows, gathered.values.data());
  if (width == 4) copy_rows<std::uint32_t>(from.values().data(), rows, gathered.values.data());
  if (width == 8) copy_rows<std::uint64_t>(from.values().data(), rows, gathered.values.data());
  return std::move(gathered).finish();
}

/// Whether rows are neighbours, in order.
bool is_run(std::span<const std::uint64_t> rows) noexcept {
  return std::ranges::adjacent_find(rows, [](auto one, auto next) { return next != one + 1; }) == rows.end();
}

}  // namespace

Array gather(const Array& from, std::span<const std::uint64_t> rows, double fill) {
  bool is_open = false;
  for (const std::uint64_t row : rows) {
    is_open |= row == no_row;
    if (row != no_row && row >= from.length())
      detail::fail(ErrorKind::misuse, "no row {}, there are {}", row, from.length());
  }
  if (!is_open && !rows.empty() && is_run(rows)) return from.slice(rows.front(), rows.back() + 1);
  if (from.kind() == Kind::number && !is_open) return gather_numbers(from, rows);
  ArrayBuilder gathered(from.type());
  for (std::size_t begin = 0; begin < rows.size();) {  // runs of neighbours are copied together
    std::size_t end = begin + 1;
    if (rows[begin] == no_row) {
      while (end < rows.size() && rows[end] == no_row) ++end;
      append_filled(gathered, end - begin, fill);
    } else {
      while (end < rows.size() && rows[end] == rows[begin] + (end - begin)) ++end;
      array::append(gathered, from, rows[begin], rows[begin] + (end - begin));
    }
    begin = end;
  }
  return std::move(gathered).finish();
}

Array filled_array(const array::Type& type, std::size_t length, double fill) {
  ArrayBuilder filled(type);
  append_filled(filled, length, fill);
  return std::move(filled).finish();
}

Array counted_array(const array::Type& type, const Array& counts, double fill) {
  ArrayBuilder lists(type);
  std::int64_t end = 0;
  for (const std::int64_t count : counts.numbers<std::int64_t>()) {
    end += std::max<std::int64_t>(count, 0);
    append_offset(lists, end);
  }
  lists.length = counts.length();
  append_filled(lists.contents[0], static_cast<std::size_t>(end), fill);
  return std::move(lists).finish();
}

}  // namespace ramet::inline v1::dataset
