#include "cli/text/text.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

#include <fmt/format.h>

namespace ramet::cli {
namespace {

struct CodePoint {
  std::uint32_t value = 0;
  std::size_t bytes = 0;  // 0: the text does not begin with a code point
};

bool is_continuation(char byte) noexcept { return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U; }

// RFC 3629, section 3: the lead byte says how many follow; overlong forms and surrogates are not allowed.
CodePoint first_code_point(std::string_view text) noexcept {
  const auto lead = static_cast<unsigned char>(text.front());
  if (lead < 0x80) return {lead, 1};
  const std::size_t bytes = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || text.size() < bytes) return {};
  std::uint32_t value = lead & (0xFFU >> (bytes + 1));
  for (std::size_t byte = 1; byte < bytes; ++byte) {
    if (!is_continuation(text[byte])) return {};
    value = (value << 6U) | (static_cast<unsigned char>(text[byte]) & 0x3FU);
  }
  const bool is_overlong = (bytes == 3 && value < 0x800) || (bytes == 4 && value < 0x10000);
  const bool is_surrogate = value >= 0xD800 && value <= 0xDFFF;
  return is_overlong || is_surrogate || value > 0x10FFFF ? CodePoint{} : CodePoint{value, bytes};
}

bool is_control(std::uint32_t value) noexcept { return value < 0x20 || (value >= 0x7F && value < 0xA0); }

struct CodeRange {
  std::uint32_t first, last;
};

// Code points that are invisible or change the direction of writing: a name with them can look like another name, or
// like two (Unicode 15, Default_Ignorable_Code_Point, Bidi_Control, line and paragraph separators).
constexpr std::array hidden = std::to_array<CodeRange>({{0xAD, 0xAD},
                                                        {0x34F, 0x34F},
                                                        {0x61C, 0x61C},
                                                        {0x115F, 0x1160},
                                                        {0x17B4, 0x17B5},
                                                        {0x180B, 0x180F},
                                                        {0x200B, 0x200F},
                                                        {0x2028, 0x202E},
                                                        {0x2060, 0x206F},
                                                        {0x3164, 0x3164},
                                                        {0xFE00, 0xFE0F},
                                                        {0xFEFF, 0xFEFF},
                                                        {0xFFA0, 0xFFA0},
                                                        {0xFFF0, 0xFFFB},
                                                        {0x1BCA0, 0x1BCA3},
                                                        {0x1D173, 0x1D17A},
                                                        {0xE0000, 0xE0FFF}});

bool is_hidden(std::uint32_t value) noexcept {
  return std::ranges::any_of(hidden, [&](CodeRange range) { return range.first <= value && value <= range.last; });
}

bool is_combining(std::uint32_t value) noexcept { return value >= 0x300 && value <= 0x36F; }

// The byte after the first `count` columns.
std::size_t byte_of_column(std::string_view text, std::size_t count) noexcept {
  std::size_t byte = 0;
  for (std::size_t columns = 0; byte < text.size();) {
    const CodePoint point = first_code_point(text.substr(byte));
    if (!is_combining(point.value)) {
      if (columns == count) break;
      ++columns;
    }
    byte += std::max<std::size_t>(point.bytes, 1);
  }
  return byte;
}

}  // namespace

std::string printable(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  while (!text.empty()) {
    const CodePoint point = first_code_point(text);
    const bool is_fit = point.bytes != 0 && !is_control(point.value) && !is_hidden(point.value);
    const std::size_t bytes = std::max<std::size_t>(point.bytes, 1);
    if (is_fit)
      result += text.substr(0, bytes);
    else
      result += '?';
    text.remove_prefix(bytes);
  }
  return result;
}

std::string json_printable(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  while (!text.empty()) {
    const CodePoint point = first_code_point(text);
    const std::size_t bytes = std::max<std::size_t>(point.bytes, 1);
    if (point.value < 0x7F || (!is_control(point.value) && !is_hidden(point.value))) {
      result += text.substr(0, bytes);
    } else if (point.value < 0x10000) {
      result += fmt::format("\\u{:04x}", point.value);
    } else {  // a pair of surrogates
      const std::uint32_t rest = point.value - 0x10000;
      result += fmt::format("\\u{:04x}\\u{:04x}", 0xD800 + (rest >> 10U), 0xDC00 + (rest & 0x3FFU));
    }
    text.remove_prefix(bytes);
  }
  return result;
}

std::size_t display_width(std::string_view text) noexcept {
  std::size_t width = 0;
  while (!text.empty()) {
    const CodePoint point = first_code_point(text);
    if (!is_combining(point.value)) ++width;
    text.remove_prefix(std::max<std::size_t>(point.bytes, 1));
  }
  return width;
}

std::string shorten_middle(std::string_view text, std::size_t width) {
  const std::size_t full = display_width(text);
  if (full <= width) return std::string(text);
  if (width == 0) return {};
  const std::size_t tail = (width - 1) / 2;
  const std::size_t head = width - 1 - tail;
  return std::string(text.substr(0, byte_of_column(text, head))) + "…" +
         std::string(text.substr(byte_of_column(text, full - tail)));
}

std::string pad_right(std::string_view text, std::size_t width) {
  const std::size_t taken = display_width(text);
  return std::string(text) + std::string(width > taken ? width - taken : 0, ' ');
}

std::string pad_left(std::string_view text, std::size_t width) {
  const std::size_t taken = display_width(text);
  return std::string(width > taken ? width - taken : 0, ' ') + std::string(text);
}

}  // namespace ramet::cli
