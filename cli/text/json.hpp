#pragma once

#include <string>

#include "cli/text/text.hpp"
#include <nlohmann/json.hpp>

namespace ramet::cli {

/// An object whose members keep the order in which they were added.
using Json = nlohmann::ordered_json;

/// Indented text with an end of line. Invalid UTF-8 in strings becomes U+FFFD: names in a file can be any bytes.
inline std::string to_text(const Json& json) {
  return json_printable(json.dump(2, ' ', false, Json::error_handler_t::replace)) + "\n";
}

}  // namespace ramet::cli
