#include "ramet/tree/number_coding.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "ramet/bytes/byte_swap.hpp"
#include "ramet/bytes/endian.hpp"

namespace ramet::inline v1::tree {
namespace {

using array::NumberType;

/// The coding of a range; `without` when the range implies none.
NumberCoding ranged_coding(const schema::ValueRange& range, NumberCoding without) noexcept {
  if (range.factor != 0)
    return {.type = without.type,
            .form = NumberCoding::Form::ranged,
            .factor = range.factor,
            .minimum = range.minimum,
            .maximum = range.maximum};
  if (range.bits != 0)
    return {.type = without.type,
            .form = NumberCoding::Form::truncated,
            .mantissa_bits = static_cast<std::uint8_t>(range.bits)};
  return without;
}

float expand(const std::byte* from, unsigned bits) noexcept {
  const auto exponent = static_cast<std::uint32_t>(from[0]);
  const std::uint32_t mantissa = bytes::load_big_endian<std::uint16_t>(from + 1);
  const std::uint32_t sign_bit = 1U << (bits + 1);
  const auto magnitude = std::bit_cast<float>((exponent << 23) | ((mantissa & (sign_bit - 1)) << (23 - bits)));
  return (mantissa & sign_bit) != 0 ? -magnitude : magnitude;
}

/// A C++ bool must be 0 or 1; a byte in a file may have any value.
void copy_booleans(std::span<const std::byte> from, std::span<std::byte> to) noexcept {
  std::transform(from.begin(), from.end(), to.begin(), [](std::byte byte) { return std::byte{byte != std::byte{0}}; });
}

template <class Real, class Decode>
void decode_each(std::span<const std::byte> from, std::size_t stored, std::span<std::byte> to,
                 Decode&& decode) noexcept {
  const std::size_t count = from.size() / stored;
  for (std::size_t i = 0; i < count; ++i) {
    const Real value = static_cast<Real>(decode(from.data() + i * stored));
    std::memcpy(to.data() + i * sizeof value, &value, sizeof value);
  }
}

template <class Real>
void decode_reals(const NumberCoding& coding, std::span<const std::byte> from, std::span<std::byte> to) noexcept {
  switch (coding.form) {
    case NumberCoding::Form::ranged:
      return decode_each<Real>(from, 4, to, [&](const std::byte* at) {
        return static_cast<double>(bytes::load_big_endian<std::uint32_t>(at)) / coding.factor + coding.minimum;
      });
    case NumberCoding::Form::truncated:
      return decode_each<Real>(from, 3, to, [&](const std::byte* at) { return expand(at, coding.mantissa_bits); });
    case NumberCoding::Form::as_float:
      return decode_each<Real>(from, 4, to, [](const std::byte* at) { return bytes::load_big_endian<float>(at); });
    case NumberCoding::Form::plain:
      break;
  }
}

template <class Real>
void encode_reals(const NumberCoding& coding, std::span<const std::byte> from, std::span<std::byte> to) noexcept {
  const std::size_t count = from.size() / sizeof(Real);
  const schema::ValueRange range{.minimum = coding.minimum, .maximum = coding.maximum, .factor = coding.factor};
  for (std::size_t i = 0; i < count; ++i) {
    Real value;
    std::memcpy(&value, from.data() + i * sizeof value, sizeof value);
    std::byte* at = to.data() + i * coding.stored_size();
    if (coding.form == NumberCoding::Form::ranged) {
      bytes::store_big_endian(at, schema::steps_in(range, static_cast<double>(value)));
    } else if (coding.form == NumberCoding::Form::truncated) {
      schema::store_cut(static_cast<float>(value), coding.mantissa_bits, at);
    } else {
      bytes::store_big_endian(at, static_cast<float>(value));
    }
  }
}

}  // namespace

NumberCoding NumberCoding::of(schema::Fundamental type, const schema::ValueRange& range) noexcept {
  switch (type) {
    case schema::Fundamental::bool_:
      return plain(NumberType::boolean);
    case schema::Fundamental::int8:
      return plain(NumberType::int8);
    case schema::Fundamental::uint8:
      return plain(NumberType::uint8);
    case schema::Fundamental::int16:
      return plain(NumberType::int16);
    case schema::Fundamental::uint16:
      return plain(NumberType::uint16);
    case schema::Fundamental::int32:
      return plain(NumberType::int32);
    case schema::Fundamental::uint32:
      return plain(NumberType::uint32);
    case schema::Fundamental::int64:
      return plain(NumberType::int64);
    case schema::Fundamental::uint64:
      return plain(NumberType::uint64);
    case schema::Fundamental::float_:
      return plain(NumberType::float32);
    case schema::Fundamental::double_:
      return plain(NumberType::float64);
    case schema::Fundamental::float16:
      return ranged_coding(range, {.type = NumberType::float32, .form = Form::truncated});
    case schema::Fundamental::double32:
      return ranged_coding(range, {.type = NumberType::float64, .form = Form::as_float});
  }
  return {};
}

NumberCoding NumberCoding::double32(std::string_view title) {
  return of(schema::Fundamental::double32, schema::parse_range(title));
}

NumberCoding NumberCoding::float16(std::string_view title) {
  return of(schema::Fundamental::float16, schema::parse_range(title));
}

void decode_numbers(const NumberCoding& coding, std::span<const std::byte> from, std::span<std::byte> to) noexcept {
  if (coding.type == NumberType::boolean) {
    copy_booleans(from, to);
  } else if (coding.form == NumberCoding::Form::plain) {
    bytes::copy_swapped(to, from, array::size_of(coding.type));
  } else if (coding.type == NumberType::float32) {
    decode_reals<float>(coding, from, to);
  } else {
    decode_reals<double>(coding, from, to);
  }
}

void encode_numbers(const NumberCoding& coding, std::span<const std::byte> from, std::span<std::byte> to) noexcept {
  if (coding.type == NumberType::boolean) {
    copy_booleans(from, to);
  } else if (coding.form == NumberCoding::Form::plain) {
    bytes::copy_swapped(to, from, array::size_of(coding.type));
  } else if (coding.type == NumberType::float32) {
    encode_reals<float>(coding, from, to);
  } else {
    encode_reals<double>(coding, from, to);
  }
}

}  // namespace ramet::inline v1::tree
