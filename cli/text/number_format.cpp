#include "cli/text/number_format.hpp"

#include <array>
#include <cstddef>
#include <limits>

#include <fmt/format.h>

namespace ramet::cli {
namespace {

// Three significant digits, never in powers of ten: 1.23, 12.3, 123, 1234.
std::string three_digits(double value) {
  if (value < 9.995) return fmt::format("{:.2f}", value);
  if (value < 99.95) return fmt::format("{:.1f}", value);
  return fmt::format("{:.0f}", value);
}

}  // namespace

std::string format_count(std::uint64_t count) {
  std::string digits = fmt::format("{}", count);
  for (std::size_t place = digits.size(); place > 3;) {
    place -= 3;
    digits.insert(place, 1, ',');
  }
  return digits;
}

std::string format_bytes(std::uint64_t bytes) {
  if (bytes < 1024) return fmt::format("{} B", bytes);
  constexpr std::array units = {"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  auto value = static_cast<double>(bytes) / 1024;
  std::size_t unit = 0;
  for (; value >= 999.5 && unit + 1 < units.size(); ++unit) value /= 1024;
  return fmt::format("{} {}", three_digits(value), units.at(unit));
}

std::string format_ratio(std::uint64_t uncompressed, std::uint64_t stored) {
  if (stored == 0) return "-";
  return three_digits(static_cast<double>(uncompressed) / static_cast<double>(stored));
}

std::string format_date(std::uint32_t date) {
  if (date == 0) return "-";
  return fmt::format("{:04}-{:02}-{:02} {:02}:{:02}:{:02}", 1995 + (date >> 26U), (date >> 22U) & 0xFU,
                     (date >> 17U) & 0x1FU, (date >> 12U) & 0x1FU, (date >> 6U) & 0x3FU, date & 0x3FU);
}

std::string format_uuid(std::span<const std::byte, 16> uuid) {
  std::string text;
  for (std::size_t byte = 0; byte < uuid.size(); ++byte) {
    if (byte == 4 || byte == 6 || byte == 8 || byte == 10) text += '-';
    text += fmt::format("{:02x}", static_cast<unsigned>(uuid[byte]));
  }
  return text;
}

std::string format_value(double value, int digits) { return fmt::format("{:.{}g}", value, digits); }

std::string format_version(std::uint32_t version) {
  const std::uint32_t of_root = version >= 1'000'000 ? version - 1'000'000 : version;
  return fmt::format("{}.{:02}/{:02}", of_root / 10000, of_root / 100 % 100, of_root % 100);
}

std::uint64_t saturating_sum(std::uint64_t a, std::uint64_t b) noexcept {
  return b > std::numeric_limits<std::uint64_t>::max() - a ? std::numeric_limits<std::uint64_t>::max() : a + b;
}

}  // namespace ramet::cli
