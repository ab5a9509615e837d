#include "ramet/core/detail/json_quoted.hpp"

#include <fmt/format.h>

namespace ramet::inline v1::detail {

std::string json_quoted(std::string_view text) {
  std::string json = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      json += '\\';
      json += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      json += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
    } else {
      json += c;
    }
  }
  return json + '"';
}

}  // namespace ramet::inline v1::detail
