#include "ramet/schema/value_range.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <numbers>
#include <string>

#include "ramet/bytes/endian.hpp"
#include "ramet/schema/detail/range_text.hpp"

namespace ramet::inline v1::schema {
namespace {

std::string without_blanks_in_lower_case(std::string_view text) {
  std::string result;
  for (const char letter : text)
    if (letter != ' ') result += letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
  return result;
}

/// Parse a limit like ROOT; 0 when it is neither a number nor a multiple of pi.
double parse_limit(std::string_view text) {
  constexpr double pi = std::numbers::pi;
  const std::string limit = without_blanks_in_lower_case(text);
  const auto has = [&](std::string_view part) { return limit.find(part) != std::string::npos; };
  if (has("pi")) {
    const double size = has("2pi") || has("2*pi") || has("twopi") ? 2 * pi
                        : has("pi/2")                             ? pi / 2
                        : has("pi/4")                             ? pi / 4
                                                                  : pi;
    return has("-") ? -size : size;
  }
  const std::size_t sign = limit.starts_with('+') ? 1 : 0;  // from_chars does not accept a plus sign
  double number = 0;
  std::from_chars(limit.data() + sign, limit.data() + limit.size(), number);
  return std::isfinite(number) ? number : 0;
}

}  // namespace

ValueRange parse_range(std::string_view title) {
  const auto text = range_text(title);
  if (!text) return {};
  const std::size_t first_comma = text->find(',');
  const std::size_t second_comma = std::min(text->find(',', first_comma + 1), text->size());
  int bits = 32;
  if (second_comma < text->size()) {
    const std::string number = without_blanks_in_lower_case(text->substr(second_comma + 1));
    std::from_chars(number.data(), number.data() + number.size(), bits);
    if (bits < 2 || bits > 32) bits = 32;
  }
  ValueRange range{.minimum = parse_limit(text->substr(0, first_comma)),
                   .maximum = parse_limit(text->substr(first_comma + 1, second_comma - first_comma - 1))};
  if (range.minimum < range.maximum) {
    const double steps = bits < 32 ? static_cast<double>(1U << bits) : 4294967295.0;
    range.factor = steps / (range.maximum - range.minimum);
  } else {
    range.bits = bits < 15 ? bits : 0;
  }
  return range;
}

std::uint32_t steps_in(const ValueRange& range, double value) noexcept {
  if (!(value > range.minimum)) return 0;  // NaN too
  const double step = 0.5 + range.factor * (std::min(value, range.maximum) - range.minimum);
  return step < 4294967295.0 ? static_cast<std::uint32_t>(step) : 0xffffffff;
}

void store_cut(float value, unsigned bits, std::byte* to) noexcept {
  const auto raw = std::bit_cast<std::uint32_t>(value);
  std::uint32_t mantissa = (((1U << (bits + 1)) - 1) & (raw >> (23 - bits - 1))) + 1;  // one bit more, to round
  mantissa = std::min(mantissa >> 1, (1U << bits) - 1);
  if (value < 0) mantissa |= 1U << (bits + 1);
  to[0] = static_cast<std::byte>((raw >> 23) & 0xff);
  bytes::store_big_endian(to + 1, static_cast<std::uint16_t>(mantissa));
}

}  // namespace ramet::inline v1::schema
