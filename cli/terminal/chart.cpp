#include "cli/terminal/chart.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "cli/terminal/axis_lines.hpp"
#include "cli/terminal/bars.hpp"
#include "cli/terminal/nice_step.hpp"
#include "cli/text/text.hpp"
#include <fmt/format.h>

namespace ramet::cli {
namespace {

/// The bars, one for each column of the screen.
struct Columns {
  std::vector<double> values;
  std::size_t merged_bins = 1;
  double low = 0;
  double high = 1;
};

bool is_regular(std::span<const double> edges) noexcept {
  const double width = (edges.back() - edges.front()) / static_cast<double>(edges.size() - 1);
  for (std::size_t edge = 1; edge < edges.size(); ++edge)
    if (std::abs(edges[edge] - edges[edge - 1] - width) > 1e-6 * width) return false;
  return true;
}

Columns regular_columns(std::span<const double> edges, std::span<const double> values, std::size_t width) {
  Columns columns{{}, (values.size() + width - 1) / width, edges.front(), edges.back()};
  const std::size_t repeated = std::max<std::size_t>(width / values.size(), 1);
  for (std::size_t first = 0; first < values.size(); first += columns.merged_bins) {
    const auto bins = values.subspan(first, std::min(columns.merged_bins, values.size() - first));
    columns.values.insert(columns.values.end(), repeated, std::accumulate(bins.begin(), bins.end(), 0.0));
  }
  // The last column may have fewer bins than the others and so cover less of the axis.
  const double bin = (edges.back() - edges.front()) / static_cast<double>(values.size());
  const std::size_t shown = columns.values.size() / repeated * columns.merged_bins;
  columns.high = edges.front() + bin * static_cast<double>(shown);
  return columns;
}

Columns variable_columns(std::span<const double> edges, std::span<const double> values, std::size_t width) {
  Columns columns{std::vector<double>(width), 1, edges.front(), edges.back()};
  for (std::size_t column = 0; column < width; ++column) {
    const double middle =
        columns.low + (columns.high - columns.low) * (static_cast<double>(column) + 0.5) / static_cast<double>(width);
    const auto after = std::upper_bound(edges.begin() + 1, edges.end() - 1, middle);
    columns.values[column] = values[static_cast<std::size_t>(after - edges.begin()) - 1];
  }
  return columns;
}

/// Maps values to heights: rows above and below the base line, which is at 0.
class VerticalScale {
 public:
  VerticalScale(const std::vector<double>& values, const ChartOptions& options)
      : is_logarithmic_(options.is_logarithmic), rows_(std::max<std::size_t>(options.height, 1)) {
    double smallest_positive = 0;
    for (const double value : values) {
      if (!std::isfinite(value)) continue;
      highest_ = std::max(highest_, value);
      lowest_ = std::min(lowest_, value);
      if (value > 0 && (smallest_positive == 0 || value < smallest_positive)) smallest_positive = value;
    }
    if (is_logarithmic_) {
      lowest_ = 0;
      base_ = smallest_positive / 2;  // so that the smallest bar is visible
    } else if (lowest_ < 0) {
      const double part = -lowest_ / (highest_ - lowest_);
      rows_below_ = std::clamp<std::size_t>(static_cast<std::size_t>(std::lround(part * static_cast<double>(rows_))), 1,
                                            rows_ > 1 ? rows_ - 1 : 1);
    }
    if (lowest_ == 0 && highest_ == 0) highest_ = 1;
    const std::size_t above = std::max<std::size_t>(rows_ - rows_below_, 1);
    per_row_ = highest_ / static_cast<double>(above);
    if (rows_below_ > 0) per_row_ = std::max(per_row_, -lowest_ / static_cast<double>(rows_below_));
  }

  std::size_t rows() const noexcept { return rows_; }
  std::size_t rows_below() const noexcept { return rows_below_; }

  /// Height in rows; negative below the base line.
  double height_of(double value) const noexcept {
    if (!std::isfinite(value)) return 0;
    if (!is_logarithmic_) return value / per_row_;
    if (value <= 0 || base_ <= 0) return 0;
    return std::log(value / base_) / std::log(highest_ / base_) * static_cast<double>(rows_);
  }

  std::vector<double> ticks() const {
    if (is_logarithmic_) return decades();
    const double wanted = static_cast<double>(rows_) >= 8 ? 4 : 2;
    const double lowest = rows_below_ > 0 ? lowest_ : 0;
    return multiples_between(lowest, highest_, nice_step((highest_ - lowest) / wanted));
  }

 private:
  std::vector<double> decades() const {
    std::vector<double> ticks;
    if (base_ <= 0) return ticks;
    const double count = std::log10(highest_ / base_);
    const double step = std::max(1.0, std::ceil(count / (static_cast<double>(rows_) / 2)));
    // NOLINTNEXTLINE(bugprone-float-loop-counter): they are whole numbers
    for (double power = std::ceil(std::log10(base_)); power <= std::log10(highest_); power += step)
      ticks.push_back(std::pow(10.0, power));
    return ticks;
  }

  bool is_logarithmic_;
  std::size_t rows_;
  std::size_t rows_below_ = 0;
  double highest_ = 0;
  double lowest_ = 0;
  double base_ = 0;  // logarithmic scale: the value at height 0
  double per_row_ = 1;
};

/// The character of one bar in one row; `row` counts from the lowest one.
std::string_view cell_of(double height, std::size_t row, std::size_t rows_below) noexcept {
  if (row < rows_below) {  // bars that hang from the base line have only whole and half blocks
    const double depth = -height - static_cast<double>(rows_below - 1 - row);
    return depth >= 0.75 ? "█" : depth > 0 ? "▀" : " ";
  }
  const auto from_base = static_cast<double>(row - rows_below);
  const double part = height - from_base;
  if (part <= 0) return " ";
  const auto eighths = static_cast<std::size_t>(std::lround(std::min(part, 1.0) * 8));
  return block_from_below(from_base == 0 ? std::max<std::size_t>(eighths, 1) : eighths);
}

std::vector<std::string> row_labels(const VerticalScale& scale) {
  std::vector<std::string> labels(scale.rows());
  for (const double tick : scale.ticks()) {
    // A bar of this value fills the row that is labelled with it.
    const double row = std::round(scale.height_of(tick)) - 1 + static_cast<double>(scale.rows_below());
    if (row < 0 || row >= static_cast<double>(scale.rows())) continue;
    labels[static_cast<std::size_t>(row)] = tick_label(tick);
  }
  return labels;
}

std::string bar_rows(const Columns& columns, const ChartOptions& options, const Terminal& terminal) {
  const VerticalScale scale(columns.values, options);
  const std::vector<std::string> labels = row_labels(scale);
  std::string text;
  for (std::size_t row = scale.rows(); row-- > 0;) {
    std::string bars;
    for (const double value : columns.values) bars += cell_of(scale.height_of(value), row, scale.rows_below());
    bars.erase(bars.find_last_not_of(' ') + 1);
    text += pad_left(labels[row], chart_margin - 2) + (labels[row].empty() ? " │" : " ┤");
    text += paint(bars, Style::histogram, terminal) + "\n";
  }
  return text;
}

}  // namespace

std::string draw_chart(std::span<const double> edges, std::span<const double> values, const ChartOptions& options,
                       const Terminal& terminal) {
  const std::size_t width = options.width > chart_margin + 11 ? options.width - chart_margin - 1 : 10;
  const Columns columns =
      is_regular(edges) ? regular_columns(edges, values, width) : variable_columns(edges, values, width);
  std::string text =
      bar_rows(columns, options, terminal) + axis_lines(columns.low, columns.high, columns.values.size());
  const std::string label = shorten_middle(printable(options.label), columns.values.size());
  if (!label.empty()) {
    const std::size_t place = chart_margin + (columns.values.size() - display_width(label)) / 2;
    text += std::string(place, ' ') + paint(label, Style::bold, terminal) + "\n";
  }
  if (columns.merged_bins > 1)
    text += fmt::format("{:{}}each column is {} bins\n", "", chart_margin, columns.merged_bins);
  return text;
}

}  // namespace ramet::cli
