#pragma once

#include <string_view>

// The files of the folder page/, which the build makes part of the program.
namespace ramet::cli::page_parts {

extern const std::string_view style;   // stalls.css
extern const std::string_view body;    // stalls.html
extern const std::string_view unpack;  // unpack.js
extern const std::string_view rows;    // rows.js
extern const std::string_view stalls;  // stalls.js

}  // namespace ramet::cli::page_parts
