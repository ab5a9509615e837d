#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace ramet::inline v1::file {

/// The likely format of a file that is not a ROOT file, judged by its first few hundred bytes: "an HTML page, as a
/// server sends it instead of a file", "gzip data", "text", ...; empty if unknown.
std::string foreign_format_of(std::span<const std::byte> first_bytes);

}  // namespace ramet::inline v1::file
