#include "cli/terminal/bars.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace ramet::cli {

std::string_view block_from_below(std::size_t eighths) noexcept {
  constexpr std::array<std::string_view, 9> blocks = {" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
  return blocks[std::min<std::size_t>(eighths, 8)];
}

std::string horizontal_bar(double part, std::size_t width) {
  constexpr std::array<std::string_view, 8> blocks = {" ", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
  const auto eighths =
      static_cast<std::size_t>(std::lround(std::clamp(part, 0.0, 1.0) * 8 * static_cast<double>(width)));
  std::string bar;
  for (std::size_t column = 0; column < width; ++column) {
    const std::size_t filled = eighths > 8 * column ? eighths - 8 * column : 0;
    bar += filled >= 8 ? "█" : blocks[filled];
  }
  return bar;
}

}  // namespace ramet::cli
