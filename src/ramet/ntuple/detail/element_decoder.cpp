#include "ramet/ntuple/detail/element_decoder.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <limits>
#include <type_traits>
#include <utility>

#include "ramet/bytes/endian.hpp"
#include "ramet/core/error.hpp"
#include "ramet/ntuple/internal/decode/bit_packing.hpp"
#include "ramet/ntuple/internal/decode/unsplit.hpp"
#include "ramet/ntuple/internal/split_elements.hpp"

namespace ramet::inline v1::ntuple {
namespace {

using array::NumberType;

// Decoding in several steps handles this many elements at a time, so that they stay in the L1 cache.
constexpr std::size_t decoded_elements = 512;

/// The size of an element that is a whole number of bytes.
std::size_t element_size(const ColumnCoding& coding) noexcept { return coding.bits / 8U; }

bool is_real_number(NumberType type) noexcept { return type >= NumberType::float32; }

/// Gather the bytes of elements [first, first + count) of a page; elements are whole bytes.
void gather(const PageElements& elements, std::size_t first, std::size_t count, std::byte* to) noexcept {
  const std::size_t size = element_size(elements.coding);
  const std::span out(to, count * size);
  if (count == 0) return;
  if (!is_split(elements.coding.type)) {
    std::memcpy(to, elements.bytes.data() + first * size, out.size());
  } else if (size == 2) {
    unsplit<2>(elements.bytes, first, out);
  } else if (size == 4) {
    unsplit<4>(elements.bytes, first, out);
  } else {
    unsplit<8>(elements.bytes, first, out);
  }
}

/// Undo the zigzag encoding: 2x becomes x, and 2x + 1 becomes -(x + 1).
template <class Unsigned>
void undo_zigzag(std::byte* numbers, std::size_t count) noexcept {
  for (std::size_t i = 0; i < count; ++i) {
    Unsigned number;
    std::memcpy(&number, numbers + i * sizeof number, sizeof number);
    number = static_cast<Unsigned>((number >> 1) ^ static_cast<Unsigned>(-static_cast<Unsigned>(number & 1)));
    std::memcpy(numbers + i * sizeof number, &number, sizeof number);
  }
}

void undo_zigzag(std::size_t size, std::byte* numbers, std::size_t count) noexcept {
  if (size == 2) return undo_zigzag<std::uint16_t>(numbers, count);
  if (size == 4) return undo_zigzag<std::uint32_t>(numbers, count);
  undo_zigzag<std::uint64_t>(numbers, count);
}

/// Convert an IEEE half to float.
float float_of_half(std::uint16_t half) noexcept {
  const std::uint32_t sign = (half & 0x8000U) << 16;
  const std::uint32_t rest = half & 0x7fffU;
  if (rest >= 0x7c00) return std::bit_cast<float>(sign | 0x7f800000U | (rest & 0x3ffU) << 13);
  if (rest >= 0x0400) return std::bit_cast<float>(sign | ((rest << 13) + (112U << 23)));
  const float small = static_cast<float>(rest) * 0x1p-24F;  // exact
  return std::bit_cast<float>(sign | std::bit_cast<std::uint32_t>(small));
}

/// Decode up to decoded_elements elements as numbers of the coding's own type.
void decode_step(const PageElements& elements, std::size_t first, std::size_t count, std::byte* to) noexcept {
  const ColumnCoding& coding = elements.coding;
  std::array<std::uint32_t, decoded_elements> integers;
  switch (coding.type) {
    case ColumnType::bit:
      return unpack_bits(elements.bytes, first, {to, count});
    case ColumnType::real16:
    case ColumnType::split_real16: {
      std::array<std::uint16_t, decoded_elements> halves;
      gather(elements, first, count, reinterpret_cast<std::byte*>(halves.data()));
      for (std::size_t i = 0; i < count; ++i) {
        const float number = float_of_half(halves[i]);
        std::memcpy(to + i * sizeof number, &number, sizeof number);
      }
      return;
    }
    case ColumnType::real32_trunc:
      unpack_integers(elements.bytes, first, coding.bits, {integers.data(), count});
      for (std::size_t i = 0; i < count; ++i) integers[i] <<= 32U - coding.bits;
      std::memcpy(to, integers.data(), count * 4);
      return;
    case ColumnType::real32_quant: {
      unpack_integers(elements.bytes, first, coding.bits, {integers.data(), count});
      const auto steps = static_cast<double>((std::uint64_t{1} << coding.bits) - 1);
      const double width = (coding.maximum - coding.minimum) / steps;
      for (std::size_t i = 0; i < count; ++i) {
        const double number = std::min(static_cast<double>(integers[i]) * width + coding.minimum, coding.maximum);
        std::memcpy(to + i * sizeof number, &number, sizeof number);
      }
      return;
    }
    default:
      gather(elements, first, count, to);
      if (is_zigzag(coding.type)) undo_zigzag(element_size(coding), to, count);
  }
}

/// Calls `with` with a value of the number's C++ type.
template <class With>
decltype(auto) with_type(NumberType type, With&& with) {
  switch (type) {
    case NumberType::boolean:
    case NumberType::uint8:
      return with(std::uint8_t{});
    case NumberType::int8:
      return with(std::int8_t{});
    case NumberType::int16:
      return with(std::int16_t{});
    case NumberType::int32:
      return with(std::int32_t{});
    case NumberType::int64:
      return with(std::int64_t{});
    case NumberType::uint16:
      return with(std::uint16_t{});
    case NumberType::uint32:
      return with(std::uint32_t{});
    case NumberType::uint64:
      return with(std::uint64_t{});
    case NumberType::float32:
      return with(float{});
    case NumberType::float64:
      break;
  }
  return with(double{});
}

template <class To, class From>
To converted(From number) {
  if constexpr (std::is_integral_v<To> && std::is_integral_v<From>) {
    if (!std::in_range<To>(number))
      detail::fail(ErrorKind::unsupported, "{} is out of the range of the field's type, {}..{}", number,
                   std::numeric_limits<To>::min(), std::numeric_limits<To>::max());
  }
  return static_cast<To>(number);
}

void convert(NumberType from_type, const std::byte* from, std::size_t count, NumberType to_type, std::byte* to) {
  with_type(from_type, [&]<class From>(From) {
    with_type(to_type, [&]<class To>(To) {
      for (std::size_t i = 0; i < count; ++i) {
        From number;
        std::memcpy(&number, from + i * sizeof number, sizeof number);
        const To result = to_type == NumberType::boolean ? static_cast<To>(number != From{}) : converted<To>(number);
        std::memcpy(to + i * sizeof result, &result, sizeof result);
      }
    });
  });
}

template <class Unsigned>
void add_up(const Unsigned* deltas, std::size_t count, std::uint64_t& last, std::int64_t shift,
            std::int64_t* out) noexcept {
  auto sum = static_cast<Unsigned>(last);
  for (std::size_t i = 0; i < count; ++i) {
    sum = static_cast<Unsigned>(sum + deltas[i]);
    out[i] = static_cast<std::int64_t>(static_cast<std::uint64_t>(sum) + static_cast<std::uint64_t>(shift));
  }
  last = sum;
}

/// The delta encoding restarts in each page, so all elements before the first wanted one have to be added up.
template <class Unsigned>
void decode_deltas(const PageElements& elements, std::int64_t shift, std::int64_t* out) noexcept {
  std::array<Unsigned, decoded_elements> deltas;
  std::uint64_t sum = 0;
  for (std::size_t at = 0; at < elements.first; at += decoded_elements) {
    const std::size_t count = std::min(decoded_elements, elements.first - at);
    gather(elements, at, count, reinterpret_cast<std::byte*>(deltas.data()));
    for (std::size_t i = 0; i < count; ++i) sum = static_cast<Unsigned>(sum + deltas[i]);
  }
  for (std::size_t at = 0; at < elements.count; at += decoded_elements) {
    const std::size_t count = std::min(decoded_elements, elements.count - at);
    gather(elements, elements.first + at, count, reinterpret_cast<std::byte*>(deltas.data()));
    add_up(deltas.data(), count, sum, shift, out + at);
  }
}

template <class Unsigned>
void decode_plain_indexes(const PageElements& elements, std::int64_t shift, std::int64_t* out) noexcept {
  const std::byte* from = elements.bytes.data() + elements.first * sizeof(Unsigned);
  for (std::size_t i = 0; i < elements.count; ++i)
    out[i] = static_cast<std::int64_t>(bytes::load_little_endian<Unsigned>(from + i * sizeof(Unsigned)) +
                                       static_cast<std::uint64_t>(shift));
}

}  // namespace

bool is_convertible(const ColumnCoding& coding, NumberType to) noexcept {
  if (!coding.is_known() || coding.kind() != ElementKind::number) return false;
  return is_real_number(coding.number()) == is_real_number(to);
}

bool is_same_in_memory(const ColumnCoding& coding, NumberType to) noexcept {
  return coding.is_plain() && coding.kind() == ElementKind::number && coding.number() == to;
}

void decode_numbers(const PageElements& elements, NumberType to, std::byte* out) {
  const ColumnCoding& coding = elements.coding;
  const NumberType own = coding.number();
  if (own == to) {
    if (is_split(coding.type) && coding.type != ColumnType::split_real16) {
      gather(elements, elements.first, elements.count, out);  // all at once: the kernel needs no steps
      if (is_zigzag(coding.type)) undo_zigzag(element_size(coding), out, elements.count);
      return;
    }
    const std::size_t size = array::size_of(to);
    const std::size_t step = coding.is_plain() ? elements.count : decoded_elements;
    for (std::size_t at = 0; at < elements.count; at += step)
      decode_step(elements, elements.first + at, std::min(step, elements.count - at), out + at * size);
    return;
  }
  alignas(8) std::array<std::byte, decoded_elements * 8> numbers;
  for (std::size_t at = 0; at < elements.count; at += decoded_elements) {
    const std::size_t count = std::min(decoded_elements, elements.count - at);
    decode_step(elements, elements.first + at, count, numbers.data());
    convert(own, numbers.data(), count, to, out + at * array::size_of(to));
  }
}

void decode_indexes(const PageElements& elements, std::int64_t shift, std::int64_t* out) {
  switch (elements.coding.type) {
    case ColumnType::index32:
      decode_plain_indexes<std::uint32_t>(elements, shift, out);
      break;
    case ColumnType::index64:
      decode_plain_indexes<std::uint64_t>(elements, shift, out);
      break;
    case ColumnType::split_index32:
      decode_deltas<std::uint32_t>(elements, shift, out);
      break;
    default:
      decode_deltas<std::uint64_t>(elements, shift, out);
  }
  bool decreases = false;
  for (std::size_t i = 1; i < elements.count; ++i) decreases |= out[i] < out[i - 1];
  if (decreases) detail::fail(ErrorKind::corrupt, "the ends of its collections decrease");
}

void decode_dispatches(const PageElements& elements, std::size_t alternatives, std::uint8_t* tags,
                       std::int64_t* indexes) {
  constexpr std::size_t size = 12;
  const std::byte* from = elements.bytes.data() + elements.first * size;
  for (std::size_t i = 0; i < elements.count; ++i, from += size) {
    const auto tag = bytes::load_little_endian<std::uint32_t>(from + 8);
    if (tag > alternatives)
      detail::fail(ErrorKind::corrupt, "a tag is {}, but there are {} alternatives", tag, alternatives);
    tags[i] = static_cast<std::uint8_t>(tag);
    indexes[i] = tag == 0 ? 0 : bytes::load_little_endian<std::int64_t>(from);
  }
}

}  // namespace ramet::inline v1::ntuple
