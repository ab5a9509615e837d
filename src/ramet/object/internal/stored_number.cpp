#include "ramet/object/internal/stored_number.hpp"

#include <bit>
#include <cmath>
#include <concepts>
#include <limits>
#include <type_traits>
#include <utility>
#include <vector>

#include "ramet/bytes/byte_swap.hpp"
#include "ramet/bytes/endian.hpp"
#include "ramet/core/error.hpp"

namespace ramet::inline v1::object::internal {
namespace {

using bytes::load_big_endian;
using schema::Fundamental;
using schema::ValueRange;

constexpr int float_mantissa_bits = 23;
constexpr int default_float16_bits = 12;

/// | exponent 1 | sign and mantissa 2 |: a float whose mantissa was cut to `bits` (TBufferFile, ReadWithNbits).
double cut_float(const std::byte* from, int bits) noexcept {
  const std::uint32_t exponent = load_big_endian<std::uint8_t>(from);
  const std::uint32_t mantissa = load_big_endian<std::uint16_t>(from + 1);
  const std::uint32_t sign = 1U << (bits + 1);
  const std::uint32_t pattern = exponent << float_mantissa_bits | (mantissa & (sign - 1))
                                                                      << (float_mantissa_bits - bits);
  const float magnitude = std::bit_cast<float>(pattern);
  return (mantissa & sign) != 0 ? -magnitude : magnitude;
}

double ranged(const std::byte* from, const ValueRange& range) noexcept {
  return range.minimum + load_big_endian<std::uint32_t>(from) / range.factor;
}

/// Call `use` with the number as the widest of its kind: std::int64_t, std::uint64_t or double.
template <class Use>
void with_number(Fundamental stored, const ValueRange& range, const std::byte* from, const Use& use) {
  switch (stored) {
    case Fundamental::int8:
      return use(std::int64_t{load_big_endian<std::int8_t>(from)});
    case Fundamental::int16:
      return use(std::int64_t{load_big_endian<std::int16_t>(from)});
    case Fundamental::int32:
      return use(std::int64_t{load_big_endian<std::int32_t>(from)});
    case Fundamental::int64:
      return use(load_big_endian<std::int64_t>(from));
    case Fundamental::bool_:
    case Fundamental::uint8:
      return use(std::uint64_t{load_big_endian<std::uint8_t>(from)});
    case Fundamental::uint16:
      return use(std::uint64_t{load_big_endian<std::uint16_t>(from)});
    case Fundamental::uint32:
      return use(std::uint64_t{load_big_endian<std::uint32_t>(from)});
    case Fundamental::uint64:
      return use(load_big_endian<std::uint64_t>(from));
    case Fundamental::float_:
      return use(double{load_big_endian<float>(from)});
    case Fundamental::double_:
      return use(load_big_endian<double>(from));
    case Fundamental::float16:
      return use(range.factor != 0 ? ranged(from, range)
                                   : cut_float(from, range.bits != 0 ? range.bits : default_float16_bits));
    case Fundamental::double32:
      if (range.factor != 0) return use(ranged(from, range));
      return use(range.bits != 0 ? cut_float(from, range.bits) : double{load_big_endian<float>(from)});
  }
}

template <class To, class From>
To converted(From number) {
  if constexpr (std::same_as<To, bool>) {
    return number != 0;
  } else if constexpr (std::floating_point<To>) {
    return static_cast<To>(number);
  } else if constexpr (std::floating_point<From>) {
    // both limits are powers of two, hence exact; NaN fails the comparison
    constexpr double above = 2.0 * static_cast<double>(std::uint64_t{1} << (std::numeric_limits<To>::digits - 1));
    const double whole = std::trunc(number);
    if (!(whole >= static_cast<double>(std::numeric_limits<To>::min()) && whole < above))
      fail(ErrorKind::corrupt, "number is out of range: {} is not in {}..{}", number, std::numeric_limits<To>::min(),
           std::numeric_limits<To>::max());
    return static_cast<To>(whole);
  } else {
    if (!std::in_range<To>(number))
      fail(ErrorKind::corrupt, "number is out of range: {} is not in {}..{}", number, std::numeric_limits<To>::min(),
           std::numeric_limits<To>::max());
    return static_cast<To>(number);
  }
}

/// Call `use` with a value of the type that a numeric kind stands for.
template <class Use>
void with_type(TargetKind kind, const Use& use) {
  switch (kind) {
    case TargetKind::bool_:
      return use(bool{});
    case TargetKind::int8:
      return use(std::int8_t{});
    case TargetKind::uint8:
      return use(std::uint8_t{});
    case TargetKind::int16:
      return use(std::int16_t{});
    case TargetKind::uint16:
      return use(std::uint16_t{});
    case TargetKind::int32:
      return use(std::int32_t{});
    case TargetKind::uint32:
      return use(std::uint32_t{});
    case TargetKind::int64:
      return use(std::int64_t{});
    case TargetKind::uint64:
      return use(std::uint64_t{});
    case TargetKind::float_:
      return use(float{});
    case TargetKind::double_:
      return use(double{});
    default:
      return;
  }
}

/// Whether the numbers need no conversion but that of byte order.
template <class To>
bool is_stored_as(Fundamental stored) noexcept {
  switch (stored) {
    case Fundamental::int8:
      return std::same_as<To, std::int8_t>;
    case Fundamental::int16:
      return std::same_as<To, std::int16_t>;
    case Fundamental::int32:
      return std::same_as<To, std::int32_t>;
    case Fundamental::int64:
      return std::integral<To> && std::is_signed_v<To> && sizeof(To) == 8;
    case Fundamental::uint8:
      return std::same_as<To, std::uint8_t>;
    case Fundamental::uint16:
      return std::same_as<To, std::uint16_t>;
    case Fundamental::uint32:
      return std::same_as<To, std::uint32_t>;
    case Fundamental::uint64:
      return std::integral<To> && std::is_unsigned_v<To> && sizeof(To) == 8;
    case Fundamental::float_:
      return std::same_as<To, float>;
    case Fundamental::double_:
      return std::same_as<To, double>;
    default:
      return false;
  }
}

template <class To>
void fill_vector(const Operation& operation, std::span<const std::byte> from, std::vector<To>& vector) {
  const std::size_t size = stored_size(operation.stored, operation.range);
  vector.resize(from.size() / size);
  if (is_stored_as<To>(operation.stored))
    return bytes::copy_swapped(std::as_writable_bytes(std::span(vector)), from, size);
  for (std::size_t i = 0; i < vector.size(); ++i)
    with_number(operation.stored, operation.range, from.data() + i * size,
                [&](auto number) { vector[i] = converted<To>(number); });
}

}  // namespace

void store_number(const Operation& operation, const std::byte* from, TargetKind kind, void* to) {
  with_number(operation.stored, operation.range, from, [&](auto number) {
    with_type(kind, [&]<class To>(To) { *static_cast<To*>(to) = converted<To>(number); });
  });
}

void store_numbers(const Operation& operation, std::span<const std::byte> from, TargetKind kind, void* vector) {
  with_type(kind, [&]<class To>(To) {
    if constexpr (!std::same_as<To, bool>) fill_vector(operation, from, *static_cast<std::vector<To>*>(vector));
  });
}

std::uint32_t stored_count(const Operation& operation, const std::byte* from) {
  std::uint32_t count = 0;
  with_number(operation.stored, operation.range, from, [&](auto number) { count = converted<std::uint32_t>(number); });
  return count;
}

}  // namespace ramet::inline v1::object::internal
