#pragma once

#include <cstddef>
#include <span>

namespace ramet::inline v1::array {

/// Whether bytes are text in UTF-8: no half characters, none spelled longer than need be, no surrogates, none beyond
/// U+10FFFF.
bool is_utf8(std::span<const std::byte> bytes) noexcept;

}  // namespace ramet::inline v1::array
