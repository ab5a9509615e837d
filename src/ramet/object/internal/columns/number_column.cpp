#include "ramet/object/internal/columns/number_column.hpp"

#include <cstring>

#include "ramet/bytes/byte_swap.hpp"
#include "ramet/object/internal/number_visit.hpp"

namespace ramet::inline v1::object::internal {
namespace {

using array::NumberType;
using schema::Fundamental;

/// Call `use` with a value of the type.
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

template <class Value, class Decode>
void decode_each(const std::byte* from, std::size_t stride, std::size_t count, std::byte* to, const Decode& decode) {
  for (std::size_t i = 0; i < count; ++i) {
    const Value value = static_cast<Value>(decode(from + i * stride));
    std::memcpy(to + i * sizeof value, &value, sizeof value);
  }
}

template <class Bits>
void swap_each(const std::byte* from, std::size_t stride, std::size_t count, std::byte* to) noexcept {
  decode_each<Bits>(from, stride, count, to, [](const std::byte* at) { return bytes::load_big_endian<Bits>(at); });
}

/// Numbers that only change their byte order.
void swap_numbers(std::size_t size, const std::byte* from, std::size_t stride, std::size_t count,
                  std::byte* to) noexcept {
  if (stride == size) return bytes::copy_swapped({to, count * size}, {from, count * size}, size);
  switch (size) {
    case 1:
      return swap_each<std::uint8_t>(from, stride, count, to);
    case 2:
      return swap_each<std::uint16_t>(from, stride, count, to);
    case 4:
      return swap_each<std::uint32_t>(from, stride, count, to);
    default:
      return swap_each<std::uint64_t>(from, stride, count, to);
  }
}

/// Double32_t and Float16_t.
template <class Real>
void decode_reals(const NumberCoding& coding, const std::byte* from, std::size_t stride, std::size_t count,
                  std::byte* to) {
  const schema::ValueRange& range = coding.range;
  if (range.factor != 0)
    return decode_each<Real>(from, stride, count, to, [&](const std::byte* at) { return ranged(at, range); });
  if (coding.stored == Fundamental::double32 && range.bits == 0)
    return decode_each<Real>(from, stride, count, to,
                             [](const std::byte* at) { return bytes::load_big_endian<float>(at); });
  const int bits = range.bits != 0 ? range.bits : default_float16_bits;
  decode_each<Real>(from, stride, count, to, [&](const std::byte* at) { return cut_float(at, bits); });
}

void convert_numbers(const NumberCoding& coding, const std::byte* from, std::size_t stride, std::size_t count,
                     std::byte* to) {
  with_type(coding.type, [&]<class To>(To) {
    for (std::size_t i = 0; i < count; ++i)
      with_number(coding.stored, coding.range, from + i * stride, [&](auto number) {
        const To value = converted<To>(number);
        std::memcpy(to + i * sizeof value, &value, sizeof value);
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

void decode_numbers(const NumberCoding& coding, const std::byte* from, std::size_t stride, std::size_t count,
                    std::byte* to) {
  if (count == 0) return;
  if (coding.type != natural_type(coding.stored)) return convert_numbers(coding, from, stride, count, to);
  switch (coding.stored) {
    case Fundamental::bool_:  // a byte from a file is not only 0 or 1
      return decode_each<std::uint8_t>(from, stride, count, to,
                                       [](const std::byte* at) { return *at != std::byte{0}; });
    case Fundamental::float16:
      return decode_reals<float>(coding, from, stride, count, to);
    case Fundamental::double32:
      return decode_reals<double>(coding, from, stride, count, to);
    default:
      return swap_numbers(coding.size, from, stride, count, to);
  }
}

}  // namespace ramet::inline v1::object::internal
