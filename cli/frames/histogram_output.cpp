#include "cli/frames/histogram_output.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "cli/frames/histogram_fit.hpp"
#include "cli/picture/plot.hpp"
#include "cli/terminal/chart.hpp"
#include "cli/terminal/grid.hpp"
#include "cli/text/number_format.hpp"
#include "cli/text/output_file.hpp"
#include "cli/text/text.hpp"
#include <fmt/format.h>

#include "ramet/dataset/session.hpp"
#include "ramet/hist/binned/selection.hpp"
#include "ramet/write/parallel_writer.hpp"

namespace ramet::cli {
namespace {

std::string count_text(double count) {
  const bool is_whole = count >= 0 && count < 0x1p53 && count == std::floor(count);
  return is_whole ? format_count(static_cast<std::uint64_t>(count)) : format_value(count, 6);
}

/// What falls outside of the axes.
double outside_of(const hist::Histogram& histogram) {
  double all = 0;
  double inside = 0;
  for (const double content : histogram.values(hist::Flow::included)) all += content;
  for (const double content : histogram.values(hist::Flow::excluded)) inside += content;
  return all - inside;
}

std::vector<std::string> statistics_of(const hist::Histogram& histogram) {
  std::vector<std::string> lines = {fmt::format("entries {}", count_text(histogram.parts().moments.entries))};
  constexpr std::array names = {" x", " y", " z"};
  for (std::size_t axis = 0; axis < histogram.dimensions(); ++axis) {
    const char* const name = histogram.dimensions() > 1 ? names.at(std::min<std::size_t>(axis, 2)) : "";
    lines.push_back(fmt::format("mean{} {}", name, format_value(histogram.mean(axis), 6)));
    lines.push_back(fmt::format("std dev{} {}", name, format_value(histogram.standard_deviation(axis), 6)));
  }
  if (histogram.is_profile()) return lines;
  if (histogram.dimensions() > 1) {
    lines.push_back(fmt::format("outside {}", count_text(outside_of(histogram))));
    return lines;
  }
  const auto& contents = histogram.parts().contents;
  lines.push_back(fmt::format("underflow {}", count_text(contents.front())));
  lines.push_back(fmt::format("overflow {}", count_text(contents.back())));
  return lines;
}

Json function_json(const hist::Function& function) {
  Json json = {{"name", function.name},
               {"formula", function.formula},
               {"chi_square", function.chi_square},
               {"degrees_of_freedom", function.degrees_of_freedom},
               {"parameters", Json::object()}};
  for (const hist::FunctionParameter& one : function.parameters)
    json["parameters"][one.name] = {{"value", one.value}, {"error", one.error}};
  return json;
}

std::string joined(const std::vector<std::string>& lines) {
  std::string line;
  for (const std::string& one : lines) line += (line.empty() ? "" : "  ") + one;
  return line + "\n";
}

/// What a picture can show: of more axes, the first two.
hist::Histogram shown_part(const hist::Histogram& histogram) {
  const std::size_t most = histogram.is_profile() ? 1 : 2;
  if (histogram.dimensions() <= most) return histogram;
  const std::array<std::size_t, 2> axes = {0, 1};
  return hist::project(histogram, std::span(axes).first(most));
}

GridAxis grid_axis(const hist::Axis& axis) {
  if (!axis.has_range()) return {axis.bins(), axis.low() - 1, axis.low() + 1};
  return {axis.bins(), axis.low(), axis.high()};
}

std::string label_of(const hist::Histogram& histogram) {
  const hist::HistogramParts& parts = histogram.parts();
  if (histogram.dimensions() > 1 && !parts.title.empty()) return parts.title;
  const std::string& axis = parts.axes[0].title;
  return !axis.empty() ? axis : !parts.title.empty() ? parts.title : parts.name;
}

bool is_picture(const std::string& output) { return output.ends_with(".svg") || output.ends_with(".png"); }

}  // namespace

std::string histogram_text(const hist::Histogram& histogram, const ShownAs& shown, const Terminal& terminal) {
  constexpr std::size_t widest = 120;  // wider bars are not easier to read
  const hist::Histogram part = shown_part(histogram);
  const ChartOptions chart{.width = shown.width.value_or(std::min(terminal.width, widest)),
                           .height = shown.height,
                           .is_logarithmic = shown.is_logarithmic,
                           .label = label_of(histogram)};
  const GridAxis x = grid_axis(part.parts().axes[0].bins);
  const PlottedBins bins = bins_of(part);
  std::string text;
  if (part.dimensions() > 1) {
    text = draw_map(x, grid_axis(part.parts().axes[1].bins), bins.values, chart, terminal);
  } else if (part.is_profile()) {
    text = draw_points(x, bins.values, bins.errors, chart, terminal);
  } else {
    text = draw_chart(part.parts().axes[0].bins.edges(), bins.values, chart, terminal);
  }
  text += joined(statistics_of(histogram));
  for (const hist::Function& function : histogram.parts().functions)
    text += printable(function.name) + ": " + joined(lines_of(function));
  return text;
}

Json histogram_json(const hist::Histogram& histogram) {
  const hist::HistogramParts& parts = histogram.parts();
  Json json = {{"name", parts.name},
               {"title", parts.title},
               {"class", hist::stored_class(histogram)},
               {"entries", parts.moments.entries}};
  json["mean"] = histogram.mean(0);
  json["standard_deviation"] = histogram.standard_deviation(0);
  if (histogram.dimensions() == 1 && !histogram.is_profile()) {
    json["underflow"] = parts.contents.front();
    json["overflow"] = parts.contents.back();
    json["edges"] = parts.axes[0].bins.edges();
  } else {
    for (std::size_t axis = 0; axis < parts.axes.size(); ++axis) json["edges"].push_back(parts.axes[axis].bins.edges());
    json["cells"] = histogram.values(hist::Flow::included);
  }
  for (const auto& axis : parts.axes)
    for (const auto& [bin, label] : axis.bin_labels) json["labels"].push_back(label);
  for (const hist::Function& function : parts.functions) json["functions"].push_back(function_json(function));
  json["values"] = histogram.values();
  if (histogram.is_weighted() || histogram.is_profile()) json["variances"] = histogram.variances();
  return json;
}

void check_output(const std::string& output) {
  if (is_picture(output)) return;
  const dataset::FileAndObject place = dataset::split_path(output);
  if (place.file.ends_with(".root") && !place.object.empty()) return;
  throw UsageError(fmt::format("-o '{}' is neither a .png or .svg file, nor FILE.root:NAME", output));
}

void write_histogram(const hist::Histogram& histogram, const std::string& output, bool is_logarithmic) {
  if (is_picture(output)) {
    std::vector<std::string> statistics = statistics_of(histogram);
    for (const hist::Function& function : histogram.parts().functions)
      for (std::string& line : lines_of(function)) statistics.push_back(std::move(line));
    const Picture picture = plot(shown_part(histogram), {is_logarithmic, std::move(statistics)});
    return write_output(output, output.ends_with(".svg") ? to_svg(picture) : to_png(picture));
  }
  const dataset::FileAndObject place = dataset::split_path(output);
  const auto writer = std::filesystem::exists(place.file) ? write::ParallelWriter::update(place.file)
                                                          : write::ParallelWriter::create(place.file);
  hist::HistogramParts parts = histogram.parts();
  parts.name = place.object.substr(place.object.rfind('/') + 1);
  writer->put(place.object, hist::Histogram(std::move(parts)));
  writer->close();
}

}  // namespace ramet::cli
