#include "ramet/object/internal/columns/number_column.hpp"

#include <cstring>

#include "ramet/bytes/byte_swap.hpp"
#include "ramet/object/internal/number_visit.hpp"
#include "ramet/object/stored_form.hpp"

namespace ramet::inline v1::object::internal {
namespace {

using array::NumberType;
using schema::Fundamental;

/// Call `use` with a value of the C++ type.
template <class Use>
void with_type(NumberType type, const Use& use) {
  switch (type) {
    case NumberType::boolean:
      return use(bool{});
    case NumberType::int8:
      return use(std::int8_t{});
    case NumberType::int16:
      return use(std::int16_t{});
    case NumberType::int32:
      return use(std::int32_t{});
    case NumberType::int64:
      return use(std::int64_t{});
    case NumberType::uint8:
      return use(std::uint8_t{});
    case NumberType::uint16:
      return use(std::uint16_t{});
    case NumberType::uint32:
      return use(std::uint32_t{});
    case NumberType::uint64:
      return use(std::uint64_t{});
    case NumberType::float32:
      return use(float{});
    case NumberType::float64:
      return use(double{});
  }
}

/// Source and destination of numbers, with strides. Threads: a value.
struct Places {
  const std::byte* from;
  std::size_t stride;
  std::size_t count;
  std::byte* to;
  std::size_t to_stride;
};

template <class Value, class Decode>
void decode_each(const Places& places, const Decode& decode) {
  for (std::size_t i = 0; i < places.count; ++i) {
    const Value value = static_cast<Value>(decode(places.from + i * places.stride));
    std::memcpy(places.to + i * places.to_stride, &value, sizeof value);
  }
}

template <class Bits>
void swap_each(Places places) noexcept {
  const auto swap = [](const std::byte* at) { return bytes::load_big_endian<Bits>(at); };
  if (places.to_stride == sizeof(Bits)) {  // a copy of the loop that the compiler specialises for adjacent numbers
    places.to_stride = sizeof(Bits);
    return decode_each<Bits>(places, swap);
  }
  decode_each<Bits>(places, swap);
}

/// Copy numbers and change their byte order.
void swap_numbers(std::size_t size, const Places& places) noexcept {
  if (places.stride == size && places.to_stride == size)
    return bytes::copy_swapped({places.to, places.count * size}, {places.from, places.count * size}, size);
  switch (size) {
    case 1:
      return swap_each<std::uint8_t>(places);
    case 2:
      return swap_each<std::uint16_t>(places);
    case 4:
      return swap_each<std::uint32_t>(places);
    default:
      return swap_each<std::uint64_t>(places);
  }
}

/// Decode Double32_t and Float16_t.
template <class Real>
void decode_reals(const NumberCoding& coding, const Places& places) {
  const schema::ValueRange& range = coding.range;
  if (range.factor != 0) return decode_each<Real>(places, [&](const std::byte* at) { return ranged(at, range); });
  if (coding.stored == Fundamental::double32 && range.bits == 0)
    return decode_each<Real>(places, [](const std::byte* at) { return bytes::load_big_endian<float>(at); });
  const int bits = range.bits != 0 ? range.bits : default_float16_bits;
  decode_each<Real>(places, [&](const std::byte* at) { return cut_float(at, bits); });
}

void convert_numbers(const NumberCoding& coding, const Places& places) {
  with_type(coding.type, [&]<class To>(To) {
    for (std::size_t i = 0; i < places.count; ++i)
      with_number(coding.stored, coding.range, places.from + i * places.stride, [&](auto number) {
        const To value = converted<To>(number);
        std::memcpy(places.to + i * places.to_stride, &value, sizeof value);
      });
  });
}

}  // namespace

NumberType natural_type(Fundamental stored) noexcept {
  switch (stored) {
    case Fundamental::bool_:
      return NumberType::boolean;
    case Fundamental::int8:
      return NumberType::int8;
    case Fundamental::uint8:
      return NumberType::uint8;
    case Fundamental::int16:
      return NumberType::int16;
    case Fundamental::uint16:
      return NumberType::uint16;
    case Fundamental::int32:
      return NumberType::int32;
    case Fundamental::uint32:
      return NumberType::uint32;
    case Fundamental::int64:
      return NumberType::int64;
    case Fundamental::uint64:
      return NumberType::uint64;
    case Fundamental::float_:
    case Fundamental::float16:
      return NumberType::float32;
    case Fundamental::double_:
    case Fundamental::double32:
      return NumberType::float64;
  }
  return NumberType::float64;
}

NumberCoding NumberCoding::of(Fundamental stored, NumberType type, const schema::ValueRange& range) noexcept {
  const bool is_coded =
      stored == Fundamental::bool_ || stored == Fundamental::float16 || stored == Fundamental::double32;
  return {stored, type, range, stored_size(stored, range), !is_coded && type == natural_type(stored)};
}

void decode_numbers(const NumberCoding& coding, const std::byte* from, std::size_t stride, std::size_t count,
                    std::byte* to, std::size_t to_stride) {
  if (count == 0) return;
  const Places places{from, stride, count, to, to_stride};
  if (coding.is_plain) return swap_numbers(coding.size, places);  // the usual case
  if (coding.type != natural_type(coding.stored)) return convert_numbers(coding, places);
  switch (coding.stored) {
    case Fundamental::bool_:  // a byte from a file may be neither 0 nor 1
      return decode_each<std::uint8_t>(places, [](const std::byte* at) { return *at != std::byte{0}; });
    case Fundamental::float16:
      return decode_reals<float>(coding, places);
    case Fundamental::double32:
      return decode_reals<double>(coding, places);
    default:
      return swap_numbers(coding.size, places);
  }
}

}  // namespace ramet::inline v1::object::internal
