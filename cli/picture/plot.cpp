#include "cli/picture/plot.hpp"

#include <algorithm>
#include <cmath>

#include "cli/picture/function_curve.hpp"
#include "cli/terminal/axis_lines.hpp"
#include "cli/terminal/nice_step.hpp"
#include "cli/text/number_format.hpp"
#include "cli/text/text.hpp"

namespace ramet::cli {
namespace {

constexpr double left = 90;
constexpr double right = 760;
constexpr double top = 60;
constexpr double bottom = 530;
constexpr Colour fill_colour = {0xb3, 0xcd, 0xe8};
constexpr Colour line_colour = {0x1f, 0x4e, 0x8c};
constexpr Colour curve_colour = {0xd6, 0x2c, 0x2c};
constexpr Colour grid_colour = {0x44, 0x44, 0x44};

/// Numbers on a straight axis of the picture. Threads: a value.
struct Scale {
  double low = 0;
  double high = 1;
  double from = 0;  ///< where low is in the picture
  double to = 1;
  bool is_logarithmic = false;

  double operator()(double value) const {
    const double part =
        is_logarithmic ? std::log(std::max(value, low) / low) / std::log(high / low) : (value - low) / (high - low);
    return from + (to - from) * std::clamp(part, 0.0, 1.0);
  }

  std::vector<double> ticks() const {
    if (!is_logarithmic) return multiples_between(low, high, nice_step((high - low) / 6));
    std::vector<double> powers;
    const double step = std::max(1.0, std::ceil(std::log10(high / low) / 8));
    for (int power = 0; power < 100; ++power) {
      const double exponent = std::ceil(std::log10(low)) + power * step;
      if (exponent > std::log10(high)) break;
      powers.push_back(std::pow(10.0, exponent));
    }
    return powers;
  }
};

void add_frame(Picture& picture, const Scale& x, const Scale& y, const hist::Histogram& histogram) {
  const auto line = [&](double x1, double y1, double x2, double y2) {
    picture.shapes.emplace_back(PictureLine{x1, y1, x2, y2, 1, grid_colour});
  };
  line(left, bottom, right, bottom);
  line(left, top, right, top);
  line(left, top, left, bottom);
  line(right, top, right, bottom);
  for (const double tick : x.ticks()) {
    line(x(tick), bottom, x(tick), bottom - 8);
    picture.shapes.emplace_back(PictureText{x(tick), bottom + 20, format_value(tick, 6)});
  }
  for (const double tick : y.ticks()) {
    line(left, y(tick), left + 8, y(tick));
    picture.shapes.emplace_back(PictureText{left - 8, y(tick) + 5, tick_label(tick), 14, Anchor::end});
  }
  const auto& parts = histogram.parts();
  picture.shapes.emplace_back(
      PictureText{(left + right) / 2, 35, shorten_middle(printable(parts.title), 80), 18, Anchor::middle});
  picture.shapes.emplace_back(
      PictureText{right, bottom + 48, shorten_middle(printable(parts.axes[0].title), 80), 15, Anchor::end});
  const std::string& upright = parts.axes.size() > 1 ? parts.axes[1].title : parts.value_title;
  picture.shapes.emplace_back(PictureText{24, top, shorten_middle(printable(upright), 60), 15, Anchor::end, true});
}

void add_statistics(Picture& picture, const std::vector<std::string>& lines) {
  double y = top + 22;
  for (const std::string& line : lines) {
    picture.shapes.emplace_back(PictureText{right - 10, y, line, 13, Anchor::end});
    y += 18;
  }
}

/// At most so many columns, each with the largest of its bins: a picture has no more pixels.
constexpr std::size_t most_columns = 1340;

void add_steps(Picture& picture, const Scale& x, const Scale& y, const std::vector<double>& edges,
               const std::vector<double>& values) {
  const std::size_t merged = (values.size() + most_columns - 1) / most_columns;
  const double base = y(y.is_logarithmic ? y.low : std::max(y.low, 0.0));
  double before = base;
  for (std::size_t bin = 0; bin < values.size(); bin += merged) {
    const std::size_t last = std::min(bin + merged, values.size());
    double value = values[bin];
    for (std::size_t next = bin; next < last; ++next) value = std::max(value, values[next]);
    const double begin = x(edges[bin]);
    const double end = x(edges[last]);
    const double height = y(value);
    if (height != base)
      picture.shapes.emplace_back(
          PictureBox{begin, std::min(height, base), end - begin, std::abs(base - height), fill_colour});
    picture.shapes.emplace_back(PictureLine{begin, before, begin, height, 1.5, line_colour});
    picture.shapes.emplace_back(PictureLine{begin, height, end, height, 1.5, line_colour});
    before = height;
  }
  picture.shapes.emplace_back(PictureLine{x(edges.back()), before, x(edges.back()), base, 1.5, line_colour});
}

Scale contents_scale(const std::vector<double>& values, bool is_logarithmic) {
  double highest = 0;
  double lowest = 0;
  double smallest = 0;
  for (const double value : values) {
    if (!std::isfinite(value)) continue;
    highest = std::max(highest, value);
    lowest = std::min(lowest, value);
    if (value > 0 && (smallest == 0 || value < smallest)) smallest = value;
  }
  if (is_logarithmic && smallest > 0) return {smallest / 2, highest * 2, bottom, top, true};
  if (lowest == highest) highest = lowest + 1;
  return {lowest * 1.05, highest * 1.05, bottom, top, false};
}

void add_points(Picture& picture, const Scale& x, const Scale& y, const std::vector<double>& edges,
                const PlottedBins& bins) {
  for (std::size_t bin = 0; bin < bins.values.size(); ++bin) {
    if (bins.errors[bin] < 0) continue;
    const double middle = x((edges[bin] + edges[bin + 1]) / 2);
    const double height = y(bins.values[bin]);
    picture.shapes.emplace_back(PictureLine{x(edges[bin]), height, x(edges[bin + 1]), height, 1, line_colour});
    picture.shapes.emplace_back(PictureLine{middle, y(bins.values[bin] - bins.errors[bin]), middle,
                                            y(bins.values[bin] + bins.errors[bin]), 1, line_colour});
    picture.shapes.emplace_back(PictureBox{middle - 2.5, height - 2.5, 5, 5, line_colour});
  }
}

/// Functions that were fitted, as red curves.
void add_functions(Picture& picture, const Scale& x, const Scale& y, const std::vector<hist::Function>& functions) {
  constexpr std::size_t points = 400;
  for (const hist::Function& function : functions) {
    const Curve curve = curve_of(function, points);
    for (std::size_t i = 0; i + 1 < curve.x.size(); ++i) {
      const bool is_inside = curve.x[i] >= x.low && curve.x[i + 1] <= x.high;
      if (is_inside && std::isfinite(curve.y[i]) && std::isfinite(curve.y[i + 1]))
        picture.shapes.emplace_back(
            PictureLine{x(curve.x[i]), y(curve.y[i]), x(curve.x[i + 1]), y(curve.y[i + 1]), 2, curve_colour});
    }
  }
}

Scale heights_scale(const PlottedBins& bins) {
  std::vector<double> ends;
  for (std::size_t bin = 0; bin < bins.values.size(); ++bin) {
    if (bins.errors[bin] < 0 || !std::isfinite(bins.values[bin])) continue;
    ends.push_back(bins.values[bin] - bins.errors[bin]);
    ends.push_back(bins.values[bin] + bins.errors[bin]);
  }
  if (ends.empty()) ends = {0, 1};
  auto [low, high] = std::ranges::minmax(ends);
  if (!(low < high)) low -= 1, high += 1;
  const double margin = 0.05 * (high - low);
  return {low - margin, high + margin, bottom, top, false};
}

/// From light to dark blue.
Colour shade(double part) {
  const auto mix = [part](double light, double dark) {
    return static_cast<std::uint8_t>(std::lround(light + (dark - light) * std::clamp(part, 0.0, 1.0)));
  };
  return {mix(222, 8), mix(235, 48), mix(247, 107)};
}

/// Cells of more bins than this along an axis are drawn together.
constexpr std::size_t most_cells = 256;

void add_cells(Picture& picture, const Scale& x, const Scale& y, const hist::Histogram& histogram,
               const std::vector<double>& values, bool is_logarithmic) {
  const auto x_edges = histogram.parts().axes[0].bins.edges();
  const auto y_edges = histogram.parts().axes[1].bins.edges();
  const std::size_t columns = x_edges.size() - 1;
  const std::size_t rows = y_edges.size() - 1;
  const std::size_t merged_x = (columns + most_cells - 1) / most_cells;
  const std::size_t merged_y = (rows + most_cells - 1) / most_cells;
  const std::size_t shown_columns = (columns + merged_x - 1) / merged_x;
  std::vector<double> sums(shown_columns * ((rows + merged_y - 1) / merged_y));
  for (std::size_t cell = 0; cell < values.size(); ++cell)
    sums[cell / columns / merged_y * shown_columns + cell % columns / merged_x] += values[cell];
  Scale parts = contents_scale(sums, is_logarithmic);
  parts.from = 0;
  parts.to = 1;
  for (std::size_t cell = 0; cell < sums.size(); ++cell) {
    if (sums[cell] == 0) continue;
    const std::size_t column = cell % shown_columns * merged_x;
    const std::size_t row = cell / shown_columns * merged_y;
    const double begin = x(x_edges[column]);
    const double end = x(x_edges[std::min(column + merged_x, columns)]);
    const double low = y(y_edges[row]);
    const double high = y(y_edges[std::min(row + merged_y, rows)]);
    picture.shapes.emplace_back(PictureBox{begin, high, end - begin, low - high, shade(parts(sums[cell]))});
  }
}

Scale range_of(const hist::Axis& axis, double from, double to) {
  if (axis.has_range()) return {axis.low(), axis.high(), from, to};
  return {axis.low() - 1, axis.low() + 1, from, to};
}

}  // namespace

PlottedBins bins_of(const hist::Histogram& histogram) {
  PlottedBins bins{histogram.values(), histogram.variances()};
  for (double& error : bins.errors) error = std::sqrt(std::max(error, 0.0));
  if (!histogram.is_profile()) return bins;
  const std::vector<double> weights = histogram.chosen(histogram.parts().profile->weights, hist::Flow::excluded);
  for (std::size_t bin = 0; bin < weights.size(); ++bin)
    if (weights[bin] == 0) bins.errors[bin] = -1;
  return bins;
}

Picture plot(const hist::Histogram& histogram, const PlotOptions& options) {
  Picture picture;
  const hist::Axis& first = histogram.parts().axes[0].bins;
  const Scale x = range_of(first, left, right);
  const PlottedBins bins = bins_of(histogram);
  if (histogram.dimensions() > 1) {
    const Scale y = range_of(histogram.parts().axes[1].bins, bottom, top);
    add_cells(picture, x, y, histogram, bins.values, options.is_logarithmic);
    add_frame(picture, x, y, histogram);
  } else if (histogram.is_profile()) {
    const Scale y = heights_scale(bins);
    add_points(picture, x, y, first.edges(), bins);
    add_functions(picture, x, y, histogram.parts().functions);
    add_frame(picture, x, y, histogram);
  } else {
    const Scale y = contents_scale(bins.values, options.is_logarithmic);
    add_steps(picture, x, y, first.edges(), bins.values);
    add_functions(picture, x, y, histogram.parts().functions);
    add_frame(picture, x, y, histogram);
  }
  add_statistics(picture, options.statistics);
  return picture;
}

}  // namespace ramet::cli
