#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace ramet::inline v1::file {

/// What a file that is no ROOT file seems to be, by its first bytes (a few hundred are enough): "an HTML page, as a
/// server sends it instead of a file", "gzip data", "text", ...; empty when they are like nothing that is known.
std::string foreign_format_of(std::span<const std::byte> first_bytes);

}  // namespace ramet::inline v1::file
