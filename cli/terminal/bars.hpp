#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace ramet::cli {

/// A character cell filled from below by `eighths` of 8, 0..8.
std::string_view block_from_below(std::size_t eighths) noexcept;

/// A bar from the left that fills `part`, 0..1, of `width` columns, to an eighth of a column, padded with blanks.
std::string horizontal_bar(double part, std::size_t width);

}  // namespace ramet::cli
