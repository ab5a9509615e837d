#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace ramet::cli {

/// Text from a file, made fit for a terminal: control characters, what shows nothing or turns the direction of writing,
/// and what is no UTF-8 become '?', so that a file cannot move the cursor, change the title or look like another.
std::string printable(std::string_view text);

/// JSON made fit for a terminal: the same characters are escaped, which is the same JSON. The text is UTF-8.
std::string json_printable(std::string_view text);

/// Columns that a text takes: its code points, combining ones not counted. The text is UTF-8.
std::size_t display_width(std::string_view text) noexcept;

/// The text, or its two ends around "…" when it takes more than `width` columns.
std::string shorten_middle(std::string_view text, std::size_t width);

/// The text in `width` columns, blanks added behind it, or in front of it.
std::string pad_right(std::string_view text, std::size_t width);
std::string pad_left(std::string_view text, std::size_t width);

}  // namespace ramet::cli
