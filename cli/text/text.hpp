#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace ramet::cli {

/// Make text from a file safe for a terminal: control characters, invisible characters, those that change the direction
/// of writing, and invalid UTF-8 become '?'. So a file cannot move the cursor, change the title or look like another
/// file.
std::string printable(std::string_view text);

/// Make JSON safe for a terminal: the same characters are escaped, which does not change its meaning. The text must be
/// UTF-8.
std::string json_printable(std::string_view text);

/// Columns that a text takes: its code points without combining ones. The text must be UTF-8.
std::size_t display_width(std::string_view text) noexcept;

/// The text, or its two ends around "…" if it takes more than `width` columns.
std::string shorten_middle(std::string_view text, std::size_t width);

/// The text padded to `width` columns with blanks after it, or before it.
std::string pad_right(std::string_view text, std::size_t width);
std::string pad_left(std::string_view text, std::size_t width);

}  // namespace ramet::cli
