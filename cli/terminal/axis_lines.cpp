#include "cli/terminal/axis_lines.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "cli/terminal/nice_step.hpp"
#include "cli/text/number_format.hpp"

namespace ramet::cli {
namespace {

/// Significant digits that numbers up to `largest` need so that those `step` apart differ; at least 6.
int digits_to_tell_apart(double largest, double step) {
  if (!(largest > step)) return 6;
  return std::clamp(static_cast<int>(std::floor(std::log10(largest)) - std::floor(std::log10(step))) + 2, 6, 17);
}

}  // namespace

std::string axis_lines(double low, double high, std::size_t columns) {
  const std::size_t width = columns;
  const double labels_wanted = std::max(1.0, static_cast<double>(width) / 10);
  const double step = nice_step((high - low) / labels_wanted);
  const int digits = digits_to_tell_apart(std::max(std::abs(low), std::abs(high)), step);
  const auto column_of = [&](double position) { return (position - low) / (high - low) * static_cast<double>(width); };
  std::vector<bool> is_tick(width + 1);
  std::string labels;
  for (const double tick : multiples_between(low, high, step)) {
    const auto column = static_cast<std::size_t>(std::clamp(column_of(tick), 0.0, static_cast<double>(width)));
    const std::string label = format_value(tick, digits);
    const std::size_t begin = chart_margin + column - std::min(label.size() / 2, chart_margin + column);
    if (!labels.empty() && begin <= labels.size()) continue;  // would overlap the label before it
    is_tick[column] = true;
    labels += std::string(begin > labels.size() ? begin - labels.size() : 0, ' ') + label;
  }
  std::string line = std::string(chart_margin - 2, ' ') + " └";
  for (const bool tick : is_tick) line += tick ? "┬" : "─";
  return line + "\n" + labels + "\n";
}

std::string tick_label(double value) {
  const bool is_count = value >= 0 && value < 1e7 && value == std::floor(value);
  return is_count ? format_count(static_cast<std::uint64_t>(value)) : format_value(value, 4);
}

}  // namespace ramet::cli
