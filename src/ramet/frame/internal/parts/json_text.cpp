#include "ramet/frame/internal/parts/json_text.hpp"

#include <cmath>
#include <cstddef>
#include <variant>

#include <fmt/format.h>

#include "ramet/core/detail/json_quoted.hpp"
#include "ramet/core/error.hpp"

namespace ramet::inline v1::frame::internal {
namespace {

/// The bytes of the character that begins with one; 0 if none does.
std::size_t length_of_character(unsigned char first) noexcept {
  if (first < 0x80) return 1;
  if (first >= 0xC2 && first < 0xE0) return 2;
  if (first >= 0xE0 && first < 0xF0) return 3;
  return first >= 0xF0 && first < 0xF5 ? 4 : 0;
}

bool is_utf8(std::string_view text) noexcept {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = length_of_character(static_cast<unsigned char>(text[at]));
    if (length == 0 || length > text.size() - at) return false;
    for (std::size_t k = 1; k < length; ++k)
      if ((static_cast<unsigned char>(text[at + k]) & 0xC0U) != 0x80U) return false;
    at += length;
  }
  return true;
}

std::string json_of_axis(const hist::Axis& axis) {
  if (const auto* const regular = std::get_if<hist::RegularAxis>(&axis.binning()))
    return fmt::format(R"({{"bins":{},"low":{},"high":{}}})", regular->bins, json_of(regular->low),
                       json_of(regular->high));
  std::vector<std::string> edges;
  for (const double edge : axis.edges()) edges.push_back(json_of(edge));
  return R"({"edges":)" + json_list(edges) + "}";
}

}  // namespace

std::string json_of(std::string_view text) {
  if (!is_utf8(text)) detail::fail(ErrorKind::unsupported, "a text that is not UTF-8 cannot be sent: '{}'", text);
  return detail::json_quoted(text);
}

std::string json_of(double number) {
  if (std::isnan(number)) return "\"nan\"";
  if (std::isinf(number)) return number > 0 ? "\"inf\"" : "\"-inf\"";
  return fmt::format("{}", number);
}

std::string json_list(const std::vector<std::string>& values) {
  std::string list = "[";
  for (const std::string& value : values) list += (list.size() > 1 ? "," : "") + value;
  return list + "]";
}

std::string json_of(const std::vector<std::string>& texts) {
  std::vector<std::string> values;
  for (const std::string& text : texts) values.push_back(json_of(std::string_view(text)));
  return json_list(values);
}

std::string json_of(std::span<const hist::NamedAxis> axes, std::string_view action) {
  std::vector<std::string> values;
  for (const hist::NamedAxis& axis : axes) {
    if (!axis.bins.has_range())
      detail::fail(ErrorKind::unsupported, "{}: an axis without a range cannot be sent to other processes", action);
    values.push_back(json_of_axis(axis.bins));
  }
  return json_list(values);
}

JsonText& JsonText::add_json(std::string_view name, std::string_view json) {
  if (!members_.empty()) members_ += ',';
  members_ += json_of(name);
  members_ += ':';
  members_ += json;
  return *this;
}

}  // namespace ramet::inline v1::frame::internal
