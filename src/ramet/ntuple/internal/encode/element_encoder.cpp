#include "ramet/ntuple/internal/encode/element_encoder.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <type_traits>

#include "ramet/bytes/endian.hpp"
#include "ramet/core/error.hpp"
#include "ramet/ntuple/internal/encode/split.hpp"
#include "ramet/ntuple/internal/split_elements.hpp"

namespace ramet::inline v1::ntuple {
namespace {

using array::NumberType;

// Encoding in several steps handles this many elements at a time, so that they stay in the L1 cache.
constexpr std::size_t step_elements = 512;

bool is_floating(NumberType type) noexcept { return type == NumberType::float32 || type == NumberType::float64; }

bool is_reduced(ColumnType type) noexcept {
  return type == ColumnType::real16 || type == ColumnType::split_real16 || type == ColumnType::real32_trunc ||
         type == ColumnType::real32_quant;
}

bool is_real32(ColumnType type) noexcept { return type == ColumnType::real32 || type == ColumnType::split_real32; }

/// Write elements of whole bytes to a page from element `first` on, as they are or split.
void put(bool is_apart, std::size_t size, std::span<const std::byte> elements, std::size_t first,
         std::span<std::byte> page) noexcept {
  if (!is_apart) {
    if (!elements.empty()) std::memcpy(page.data() + first * size, elements.data(), elements.size());
  } else if (size == 2) {
    split<2>(elements, first, page);
  } else if (size == 4) {
    split<4>(elements, first, page);
  } else {
    split<8>(elements, first, page);
  }
}

/// Write the elements that `make(i)` returns, step by step through the cache.
template <class Element>
void put_made(bool is_apart, std::size_t count, std::span<std::byte> page, auto&& make) {
  std::array<Element, step_elements> made;
  for (std::size_t first = 0; first < count; first += step_elements) {
    const std::size_t step = std::min(step_elements, count - first);
    for (std::size_t i = 0; i < step; ++i) made[i] = make(first + i);
    put(is_apart, sizeof(Element), std::as_bytes(std::span(made).first(step)), first, page);
  }
}

/// Write numbers in zigzag encoding: x becomes 2x, and -(x + 1) becomes 2x + 1.
template <class Unsigned>
void put_zigzags(std::span<const std::byte> numbers, std::span<std::byte> page) {
  using Signed = std::make_signed_t<Unsigned>;
  put_made<Unsigned>(true, numbers.size() / sizeof(Unsigned), page, [&](std::size_t i) {
    Signed number;
    std::memcpy(&number, numbers.data() + i * sizeof number, sizeof number);
    const auto sign = static_cast<Unsigned>(number >> (8 * sizeof number - 1));
    return static_cast<Unsigned>(static_cast<Unsigned>(static_cast<Unsigned>(number) << 1) ^ sign);
  });
}

void put_bits(std::span<const std::byte> booleans, std::span<std::byte> page) noexcept {
  std::ranges::fill(page, std::byte{0});
  for (std::size_t i = 0; i < booleans.size(); ++i)
    page[i / 8] |= static_cast<std::byte>((booleans[i] != std::byte{0} ? 1U : 0U) << (i % 8));
}

/// Writes integers of a number of bits without padding, lowest bits first.
class BitWriter {
 public:
  BitWriter(unsigned bits, std::span<std::byte> page) noexcept : bits_(bits), page_(page) {}

  void write(std::uint32_t element) noexcept {
    window_ |= std::uint64_t{element} << used_;
    for (used_ += bits_; used_ >= 8; used_ -= 8) flush_byte();
  }
  void finish() noexcept {
    if (used_ > 0) flush_byte();
  }

 private:
  void flush_byte() noexcept {
    page_[at_++] = static_cast<std::byte>(window_ & 0xffU);
    window_ >>= 8U;
  }

  unsigned bits_;
  std::span<std::byte> page_;
  std::uint64_t window_ = 0;  // at most 7 bits are left over, so 39 bits are enough
  unsigned used_ = 0;
  std::size_t at_ = 0;
};

double load_real(NumberType type, std::span<const std::byte> numbers, std::size_t i) noexcept {
  if (type == NumberType::float32) {
    float number;
    std::memcpy(&number, numbers.data() + i * sizeof number, sizeof number);
    return static_cast<double>(number);
  }
  double number;
  std::memcpy(&number, numbers.data() + i * sizeof number, sizeof number);
  return number;
}

/// The nearest IEEE half; ties to even.
std::uint16_t half_of_float(float number) noexcept {
  const auto bits = std::bit_cast<std::uint32_t>(number);
  const auto sign = static_cast<std::uint16_t>(bits >> 16 & 0x8000U);
  const std::uint32_t rest = bits & 0x7fffffffU;
  if (rest > 0x7f800000U) return static_cast<std::uint16_t>(sign | 0x7e00U);   // NaN
  if (rest >= 0x477ff000U) return static_cast<std::uint16_t>(sign | 0x7c00U);  // rounds beyond 65504
  if (rest < 0x38800000U) {                                                    // below 2^-14: steps of 2^-24
    const float steps = std::bit_cast<float>(rest) * 0x1p24F;
    return static_cast<std::uint16_t>(sign | static_cast<std::uint16_t>(std::nearbyint(steps)));
  }
  const std::uint32_t even = rest >> 13 & 1U;
  return static_cast<std::uint16_t>(sign | (rest + 0xfffU + even - (112U << 23)) >> 13);
}

void put_truncated(const ColumnCoding& coding, NumberType from, std::span<const std::byte> numbers, std::size_t count,
                   std::span<std::byte> page) noexcept {
  BitWriter writer(coding.bits, page);
  for (std::size_t i = 0; i < count; ++i)
    writer.write(std::bit_cast<std::uint32_t>(static_cast<float>(load_real(from, numbers, i))) >> (32U - coding.bits));
  writer.finish();
}

void put_quantized(const ColumnCoding& coding, NumberType from, std::span<const std::byte> numbers, std::size_t count,
                   std::span<std::byte> page) {
  const auto steps = static_cast<double>((std::uint64_t{1} << coding.bits) - 1);
  const double scale = steps / (coding.maximum - coding.minimum);
  // Readers have floats: the one that is nearest to a limit may lie beyond it, and can be written again.
  const double lowest = std::min(coding.minimum, double{static_cast<float>(coding.minimum)});
  const double highest = std::max(coding.maximum, double{static_cast<float>(coding.maximum)});
  BitWriter writer(coding.bits, page);
  for (std::size_t i = 0; i < count; ++i) {
    const double number = load_real(from, numbers, i);
    if (!(lowest <= number && number <= highest))
      detail::fail(ErrorKind::misuse, "{} is out of the column's range, {}..{}", number, coding.minimum,
                   coding.maximum);
    writer.write(static_cast<std::uint32_t>(std::clamp((number - coding.minimum) * scale + 0.5, 0.0, steps)));
  }
  writer.finish();
}

void put_reduced(const ColumnCoding& coding, NumberType from, std::span<const std::byte> numbers,
                 std::span<std::byte> page) {
  const std::size_t count = numbers.size() / size_of(from);
  if (coding.type == ColumnType::real32_trunc) return put_truncated(coding, from, numbers, count, page);
  if (coding.type == ColumnType::real32_quant) return put_quantized(coding, from, numbers, count, page);
  put_made<std::uint16_t>(coding.type == ColumnType::split_real16, count, page, [&](std::size_t i) {
    return half_of_float(static_cast<float>(load_real(from, numbers, i)));
  });
}

/// Write double-precision numbers in single precision.
void put_floats(const ColumnCoding& coding, std::span<const std::byte> numbers, std::span<std::byte> page) {
  put_made<float>(is_split(coding.type), numbers.size() / sizeof(double), page,
                  [&](std::size_t i) { return static_cast<float>(load_real(NumberType::float64, numbers, i)); });
}

template <class Unsigned>
void put_indexes(bool is_delta, std::span<const std::int64_t> ends, std::int64_t shift, std::span<std::byte> page) {
  put_made<Unsigned>(is_delta, ends.size(), page, [&](std::size_t i) {
    return static_cast<Unsigned>(ends[i] - (is_delta && i > 0 ? ends[i - 1] : shift));
  });
}

}  // namespace

bool is_encodable(NumberType from, const ColumnCoding& coding) noexcept {
  if (!coding.is_known() || coding.kind() != ElementKind::number) return false;
  return coding.number() == from || (is_floating(from) && (is_reduced(coding.type) || is_real32(coding.type)));
}

void encode_numbers(const ColumnCoding& coding, NumberType from, std::span<const std::byte> numbers,
                    std::span<std::byte> page) {
  if (is_reduced(coding.type)) return put_reduced(coding, from, numbers, page);
  if (is_real32(coding.type) && from == NumberType::float64) return put_floats(coding, numbers, page);
  if (coding.type == ColumnType::bit) return put_bits(numbers, page);
  if (is_zigzag(coding.type) && coding.bits == 16) return put_zigzags<std::uint16_t>(numbers, page);
  if (is_zigzag(coding.type) && coding.bits == 32) return put_zigzags<std::uint32_t>(numbers, page);
  if (is_zigzag(coding.type)) return put_zigzags<std::uint64_t>(numbers, page);
  put(is_split(coding.type), coding.bits / 8U, numbers, 0, page);
}

void encode_indexes(const ColumnCoding& coding, std::span<const std::int64_t> ends, std::int64_t shift,
                    std::span<std::byte> page) noexcept {
  if (coding.bits == 32) return put_indexes<std::uint32_t>(coding.is_delta(), ends, shift, page);
  put_indexes<std::uint64_t>(coding.is_delta(), ends, shift, page);
}

void encode_dispatches(std::span<const std::uint8_t> tags, std::span<const std::int64_t> indexes,
                       std::span<std::byte> page) noexcept {
  constexpr std::size_t element_size = 12;
  for (std::size_t i = 0; i < tags.size(); ++i) {
    bytes::store_little_endian(page.data() + i * element_size, static_cast<std::uint64_t>(indexes[i]));
    bytes::store_little_endian(page.data() + i * element_size + 8, std::uint32_t{tags[i]});
  }
}

}  // namespace ramet::inline v1::ntuple
