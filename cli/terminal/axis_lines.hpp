#pragma once

#include <cstddef>
#include <string>

namespace ramet::cli {

/// Columns left of a chart: the vertical axis and its labels.
inline constexpr std::size_t chart_margin = 11;

/// The line below a chart of so many columns, with ticks, and the line of their labels.
std::string axis_lines(double low, double high, std::size_t columns);

/// A tick's label: "1,200" for counts, else at most 4 digits.
std::string tick_label(double value);

}  // namespace ramet::cli
