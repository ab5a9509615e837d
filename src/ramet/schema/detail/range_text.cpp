#include "ramet/schema/detail/range_text.hpp"

namespace ramet::inline v1::schema {

std::optional<std::string_view> range_text(std::string_view title) {
  for (int bracket = 0; bracket < 2; ++bracket) {
    const std::size_t left = title.find('[');
    if (left == std::string_view::npos) return std::nullopt;
    const std::size_t right = title.find(']', left);
    if (right == std::string_view::npos) return std::nullopt;
    const std::string_view inside = title.substr(left + 1, right - left - 1);
    if (inside.find(',') != std::string_view::npos) return inside;
    title.remove_prefix(right);
  }
  return std::nullopt;
}

std::string range_in(std::string_view title) {
  std::string text = "[";
  text += range_text(title).value_or("");
  return text + "]";
}

}  // namespace ramet::inline v1::schema
