#include "ramet/dataset/internal/conversion.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include "ramet/array/array_builder.hpp"
#include "ramet/array/detail/with_number.hpp"
#include "ramet/core/error.hpp"

namespace ramet::inline v1::dataset {
namespace {

using array::Array;
using array::ArrayBuilder;
using array::Kind;
using array::NumberType;
using array::Type;
using array::with_number;

// What a number type represents exactly: integers with a number of bits and a sign, or a mantissa with a number of
// bits.
struct Extent {
  int bits;
  bool is_signed;
  bool is_float;
};

Extent extent_of(NumberType type) noexcept {
  switch (type) {
    case NumberType::boolean:
      return {1, false, false};
    case NumberType::int8:
      return {7, true, false};
    case NumberType::int16:
      return {15, true, false};
    case NumberType::int32:
      return {31, true, false};
    case NumberType::int64:
      return {63, true, false};
    case NumberType::uint8:
      return {8, false, false};
    case NumberType::uint16:
      return {16, false, false};
    case NumberType::uint32:
      return {32, false, false};
    case NumberType::uint64:
      return {64, false, false};
    case NumberType::float32:
      return {24, true, true};
    case NumberType::float64:
      return {53, true, true};
  }
  return {0, false, false};
}

bool holds(NumberType to, NumberType from) noexcept {
  const Extent target = extent_of(to);
  const Extent source = extent_of(from);
  return source.bits <= target.bits && (target.is_signed || !source.is_signed) && (target.is_float || !source.is_float);
}

std::optional<NumberType> common_number(NumberType a, NumberType b) noexcept {
  // In order of width, unsigned before signed, so that the first that holds both is the smallest.
  constexpr std::array in_order = {NumberType::boolean, NumberType::uint8,  NumberType::int8,   NumberType::uint16,
                                   NumberType::int16,   NumberType::uint32, NumberType::int32,  NumberType::float32,
                                   NumberType::uint64,  NumberType::int64,  NumberType::float64};
  for (const NumberType type : in_order)
    if (holds(type, a) && holds(type, b)) return type;
  return std::nullopt;
}

bool is_list(const Type& type) noexcept { return type.kind == Kind::list || type.kind == Kind::regular; }

std::optional<Type> common_record(const Type& a, const Type& b) {
  if (a.names.size() != b.names.size()) return std::nullopt;
  Type common = a;
  for (std::size_t member = 0; member < a.names.size(); ++member) {
    const auto there = std::ranges::find(b.names, a.names[member]);
    if (there == b.names.end()) return std::nullopt;
    const auto type = common_type(a.contents[member], b.contents[static_cast<std::size_t>(there - b.names.begin())]);
    if (!type) return std::nullopt;
    common.contents[member] = *type;
  }
  return common;
}

template <class To, class From>
void copy_numbers(std::span<const From> from, std::byte* out) noexcept {
  std::copy(from.begin(), from.end(), reinterpret_cast<To*>(out));
}

Array convert_numbers(const Array& from, NumberType to) {
  ArrayBuilder converted(Type::of(to));
  converted.length = from.length();
  converted.values.resize(from.length() * array::size_of(to));
  with_number(from.number(), [&](auto stored) {
    with_number(to, [&](auto wanted) {
      copy_numbers<decltype(wanted)>(from.numbers<decltype(stored)>(), converted.values.data());
    });
  });
  return std::move(converted).finish();
}

/// An array of lists or options with `each` values of `content` in each.
Array with_even_offsets(const Type& type, Array content, std::size_t length, std::uint64_t each) {
  ArrayBuilder lists(type);
  lists.length = length;
  lists.offsets.resize((length + 1) * sizeof(std::int64_t));
  auto* out = reinterpret_cast<std::int64_t*>(lists.offsets.data());
  for (std::size_t value = 0; value <= length; ++value) *out++ = static_cast<std::int64_t>(value * each);
  return std::move(lists).finish({std::move(content)});
}

Array convert_members(const Array& from, const Type& to) {
  ArrayBuilder record(Type::record_of(to.names, {}));
  record.length = from.length();
  std::vector<Array> contents;
  for (std::size_t member = 0; member < to.names.size(); ++member) {
    const auto there = std::ranges::find(from.names(), to.names[member]) - from.names().begin();
    contents.push_back(convert(from.content(static_cast<std::size_t>(there)), to.contents[member]));
  }
  return std::move(record).finish(std::move(contents));
}

}  // namespace

std::optional<Type> common_type(const Type& a, const Type& b) {
  if (a == b) return a;
  if (a.kind == Kind::option || b.kind == Kind::option) {
    const Type& one = a.kind == Kind::option ? a.contents[0] : a;
    const Type& other = b.kind == Kind::option ? b.contents[0] : b;
    const auto content = common_type(one, other);
    return content ? std::optional(Type::option_of(*content)) : std::nullopt;
  }
  if (a.kind == Kind::number && b.kind == Kind::number) {
    const auto number = common_number(a.number, b.number);
    return number ? std::optional(Type::of(*number)) : std::nullopt;
  }
  if (is_list(a) && is_list(b)) {
    const auto content = common_type(a.contents[0], b.contents[0]);
    if (!content) return std::nullopt;
    const bool is_regular = a.kind == Kind::regular && b.kind == Kind::regular && a.size == b.size;
    return is_regular ? Type::regular_of(a.size, *content) : Type::list_of(*content);
  }
  return a.kind == Kind::record && b.kind == Kind::record ? common_record(a, b) : std::nullopt;
}

Type optional_type(const Type& type) { return type.kind == Kind::option ? type : Type::option_of(type); }

bool is_convertible(const Type& from, const Type& to) { return common_type(to, from) == to; }

Array convert(const Array& from, const Type& to) {
  const Type type = from.type();
  if (type == to) return from;
  if (!is_convertible(type, to))
    detail::fail(ErrorKind::misuse, "values of type {} are not all of type {}", array::to_string(type),
                 array::to_string(to));
  if (to.kind == Kind::number) return convert_numbers(from, to.number);
  if (to.kind == Kind::record) return convert_members(from, to);
  if (from.kind() == to.kind) {  // option, list, regular: keep the offsets
    const Array own = array::compact(from);
    return own.with_contents({convert(own.content(0), to.contents[0])});
  }
  if (to.kind == Kind::option) return with_even_offsets(to, convert(from, to.contents[0]), from.length(), 1);
  return with_even_offsets(to, convert(from.content(0), to.contents[0]), from.length(), from.size());
}

}  // namespace ramet::inline v1::dataset
