#include "cli/terminal/terminal.hpp"

#include <cstdlib>

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace ramet::cli {
namespace {

// ECMA-48, SGR: select graphic rendition.
std::string_view sequence_of(Style style) noexcept {
  switch (style) {
    case Style::plain:
      return "";
    case Style::bold:
      return "\x1b[1m";
    case Style::dim:
      return "\x1b[2m";
    case Style::directory:
      return "\x1b[1;34m";
    case Style::tree:
      return "\x1b[1;32m";
    case Style::histogram:
      return "\x1b[36m";
    case Style::warning:
      return "\x1b[33m";
  }
  return "";
}

bool is_set(const char* variable) noexcept {
  const char* value = std::getenv(variable);  // NOLINT(concurrency-mt-unsafe): nothing in this program sets variables
  return value != nullptr && *value != '\0';
}

bool is_dumb() noexcept {
  const char* terminal = std::getenv("TERM");  // NOLINT(concurrency-mt-unsafe): as above
  return terminal == nullptr || std::string_view(terminal) == "dumb";
}

}  // namespace

Terminal look_at(std::FILE* stream) {
  const int descriptor = fileno(stream);
  Terminal terminal;
  terminal.is_terminal = isatty(descriptor) == 1;
  if (!terminal.is_terminal) return terminal;
  terminal.has_colours = !is_set("NO_COLOR") && !is_dumb();
  winsize size{};
  if (ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) terminal.width = size.ws_col;
  return terminal;
}

std::string paint(std::string_view text, Style style, const Terminal& terminal) {
  const std::string_view sequence = sequence_of(style);
  if (!terminal.has_colours || sequence.empty() || text.empty()) return std::string(text);
  return fmt::format("{}{}\x1b[0m", sequence, text);
}

}  // namespace ramet::cli
