#pragma once

#include <cstddef>
#include <cstdio>
#include <string>
#include <string_view>

namespace ramet::cli {

/// When to draw a progress bar on the standard error.
enum class ProgressChoice { on_terminal, always, never };

/// What a stream is connected to. Threads: a value.
struct Terminal {
  bool is_terminal = false;
  bool has_colours = false;
  std::size_t width = 80;  ///< columns; 80 if it is not a terminal
};

/// Ask the system what a stream is connected to. No colours when NO_COLOR is set or TERM is "dumb".
Terminal look_at(std::FILE* stream);

/// The role of a piece of text, which decides its colour.
enum class Style { plain, bold, dim, directory, tree, histogram, warning };

/// The text in the style's colour, or unchanged if the terminal has no colours.
std::string paint(std::string_view text, Style style, const Terminal& terminal);

}  // namespace ramet::cli
