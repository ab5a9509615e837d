#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ramet/core/error.hpp"
#include "ramet/hist/figures/graph.hpp"
#include "ramet/hist/internal/writers/binned_writer.hpp"
#include "ramet/hist/internal/writers/function_writer.hpp"

// Class versions and defaults are those of ROOT 6.40 (TGraph.h, TGraphErrors.h, ..., TGraph.cxx): the bytes are the
// same as ROOT's for the same graph.

namespace ramet::inline v1::hist {
namespace {

using object::ObjectWriter;

constexpr std::uint16_t vector_version = 10;                    // of all containers of the standard library
constexpr std::uint16_t member_wise = 1U << 14;                 // a bit of such a version
constexpr std::uint32_t clips_frame = 1U << 10;                 // TGraph::kClipFrame
constexpr std::uint32_t no_statistics = 1U << 9;                // TH1::kNoStats
constexpr internal::FigureLook flat_look{.fill_style = 1000};   // of a TGraph
constexpr internal::FigureLook space_look{.fill_style = 1001};  // of a TGraph2D

/// The properties of a class of graphs. Threads: a value.
struct GraphClass {
  std::string_view name;
  std::size_t axes;
  enum class Errors { none, symmetric, any } errors;
  bool has_bends = false;
  bool has_more_errors = false;
};

using Errors = GraphClass::Errors;
constexpr std::array<GraphClass, 8> graph_classes = {{
    {"TGraph", 2, Errors::none},
    {"TGraphErrors", 2, Errors::symmetric},
    {"TGraphAsymmErrors", 2, Errors::any},
    {.name = "TGraphBentErrors", .axes = 2, .errors = Errors::any, .has_bends = true},
    {.name = "TGraphMultiErrors", .axes = 2, .errors = Errors::any, .has_more_errors = true},
    {"TGraph2D", 3, Errors::none},
    {"TGraph2DErrors", 3, Errors::symmetric},
    {"TGraph2DAsymmErrors", 3, Errors::any},
}};

bool is_symmetric(const ErrorBars& bars) noexcept { return bars.low == bars.high; }

bool holds(const GraphClass& graph_class, const Graph& graph) {
  if (graph_class.axes != graph.coordinates.size()) return false;
  if (!graph.bends.empty() && !graph_class.has_bends) return false;
  if (!graph.more_errors.empty() && !graph_class.has_more_errors) return false;
  if (graph.errors.empty() || graph_class.errors == Errors::any) return true;
  return graph_class.errors == Errors::symmetric && std::ranges::all_of(graph.errors, is_symmetric);
}

void require_points(const Graph& graph, const char* what, const std::vector<double>& numbers) {
  const std::size_t points = graph.coordinates.front().size();
  if (numbers.size() != points)
    detail::fail(ErrorKind::misuse, "graph '{}' has {} points, but {} {}", graph.name, points, numbers.size(), what);
}

void require_bars(const Graph& graph, const char* what, const std::vector<ErrorBars>& all) {
  for (const ErrorBars& bars : all) {
    require_points(graph, what, bars.low);
    require_points(graph, what, bars.high);
  }
}

/// Throw Error(misuse) unless all arrays that are not empty have a number for each point.
void require_whole(const Graph& graph) {
  const std::size_t axes = graph.coordinates.size();
  if (axes != 2 && axes != 3)
    detail::fail(ErrorKind::misuse, "graph '{}' has {} coordinates, expected 2 or 3", graph.name, axes);
  for (const std::vector<double>& numbers : graph.coordinates) require_points(graph, "coordinates", numbers);
  if (!graph.errors.empty() && graph.errors.size() != axes)
    detail::fail(ErrorKind::misuse, "graph '{}' has {} coordinates, but errors along {}", graph.name, axes,
                 graph.errors.size());
  if (!graph.bends.empty() && graph.bends.size() != 2)
    detail::fail(ErrorKind::misuse, "graph '{}' has bends along {} axes, expected 2", graph.name, graph.bends.size());
  for (const ErrorBars& bars : graph.errors)
    for (const std::vector<double>* const numbers : {&bars.low, &bars.high})
      if (!numbers->empty()) require_points(graph, "errors", *numbers);
  require_bars(graph, "errors", graph.more_errors);
  require_bars(graph, "bends", graph.bends);
}

/// The errors along an axis; 0 where the graph has none.
ErrorBars bars_of(const Graph& graph, std::size_t axis) {
  ErrorBars bars = graph.errors.empty() ? ErrorBars() : graph.errors[axis];
  const std::size_t points = graph.coordinates.front().size();
  bars.low.resize(points);
  bars.high.resize(points);
  return bars;
}

void write_numbers(ObjectWriter& writer, const std::vector<double>& numbers) {
  writer.counted(std::span<const double>(numbers));
}

void write_bars(ObjectWriter& writer, const ErrorBars& bars) {
  write_numbers(writer, bars.low);
  write_numbers(writer, bars.high);
}

/// From the lowest to the highest end of the errors.
RegularAxis ends_of(const Graph& graph, std::size_t axis) {
  const ErrorBars bars = bars_of(graph, axis);
  const std::vector<double>& values = graph.coordinates[axis];
  RegularAxis ends{.low = 0, .high = 0};
  for (std::size_t point = 0; point < values.size(); ++point) {
    const double low = values[point] - bars.low[point];
    const double high = values[point] + bars.high[point];
    ends.low = point == 0 ? low : std::min(ends.low, low);
    ends.high = point == 0 ? high : std::max(ends.high, high);
  }
  if (ends.low == ends.high) ends.high += 1;
  return ends;
}

/// The same with a margin of a tenth on both sides, but not beyond 0, as TGraph::GetHistogram has for x and y.
RegularAxis range_of(const Graph& graph, std::size_t axis) {
  const RegularAxis ends = ends_of(graph, axis);
  const double margin = 0.1 * (ends.high - ends.low);
  RegularAxis range{.low = ends.low - margin, .high = ends.high + margin};
  if (range.low < 0 && ends.low >= 0) range.low = axis == 0 ? 0 : 0.9 * ends.low;
  if (axis == 0 && range.high > 0 && ends.high <= 0) range.high = 0;
  return range;
}

/// Write the histogram without contents whose axes have the titles.
void write_frame(ObjectWriter& writer, const Graph& graph, std::string_view name) {
  constexpr std::uint32_t bins = 100;
  if (std::ranges::all_of(graph.axis_titles, &std::string::empty)) return writer.null();
  const auto title = [&](std::size_t axis) {
    return axis < graph.axis_titles.size() ? graph.axis_titles[axis] : std::string();
  };
  RegularAxis x = range_of(graph, 0);
  x.bins = bins;
  const RegularAxis y = range_of(graph, 1);
  const Histogram frame({.class_name = "TH1F",
                         .title = graph.title,
                         .value_title = title(1),
                         .axes = {{.bins = x, .title = title(0)}},
                         .contents = std::vector<double>(bins + 2)});
  internal::HistogramLook look = internal::HistogramLook::inner(name);
  look.bits = no_statistics;
  look.values = y;
  look.minimum = y.low;
  look.maximum = y.high;
  writer.object("TH1F", [&] { internal::write_binned(writer, frame, look); });
}

void write_functions(ObjectWriter& writer, const Graph& graph) {
  writer.object("TList", [&] { internal::write_functions(writer, graph.functions); });
}

void write_graph(ObjectWriter& writer, const Graph& graph, std::string_view name) {
  writer.versioned(5, [&] {
    writer.tnamed(name, graph.title, clips_frame);
    internal::write_attributes(writer, flat_look);
    writer.write(static_cast<std::int32_t>(graph.coordinates[0].size()));
    for (const std::vector<double>& numbers : graph.coordinates) write_numbers(writer, numbers);
    write_functions(writer, graph);
    write_frame(writer, graph, name);
    writer.write(graph.minimum);
    writer.write(graph.maximum);
    writer.string("");  // fOption
  });
}

void write_graph_2d(ObjectWriter& writer, const Graph& graph, std::string_view name) {
  writer.versioned(1, [&] {
    writer.tnamed(name, graph.title, object::must_cleanup);
    internal::write_attributes(writer, space_look);
    writer.write(static_cast<std::int32_t>(graph.coordinates[0].size()));
    writer.write(std::int32_t{40});       // fNpx: bins of its frame
    writer.write(std::int32_t{40});       // fNpy
    writer.write(std::int32_t{100'000});  // fMaxIter
    for (const std::vector<double>& numbers : graph.coordinates) write_numbers(writer, numbers);
    writer.write(graph.minimum);
    writer.write(graph.maximum);
    writer.write(0.0);  // fMargin
    writer.write(0.0);  // fZout
    write_functions(writer, graph);
    writer.write(false);  // fUserHisto
  });
}

/// Write a std::vector<TArrayD>: one array for each kind of errors along y.
void write_kinds(ObjectWriter& writer, const Graph& graph, std::vector<double> ErrorBars::* side) {
  writer.versioned(vector_version, [&] {
    writer.write(static_cast<std::uint32_t>(1 + graph.more_errors.size()));
    writer.array(std::span<const double>(bars_of(graph, 1).*side));
    for (const ErrorBars& bars : graph.more_errors) writer.array(std::span<const double>(bars.*side));
  });
}

/// Write a std::vector of TAttFill or TAttLine, member-wise; all have the same values.
void write_looks(ObjectWriter& writer, std::size_t count, std::span<const std::int16_t> members) {
  writer.versioned(vector_version | member_wise, [&] {
    writer.write(std::uint16_t{2});
    writer.write(static_cast<std::uint32_t>(count));
    for (const std::int16_t member : members)
      for (std::size_t i = 0; i < count; ++i) writer.write(member);
  });
}

void write_multi_errors(ObjectWriter& writer, const Graph& graph) {
  constexpr std::array<std::int16_t, 2> fill = {19, 1001};
  constexpr std::array<std::int16_t, 3> line = {1, 1, 1};
  const std::size_t kinds = 1 + graph.more_errors.size();
  writer.write(static_cast<std::int32_t>(kinds));
  writer.write(std::int32_t{0});  // fSumErrorsMode: only the first
  write_bars(writer, bars_of(graph, 0));
  write_kinds(writer, graph, &ErrorBars::low);
  write_kinds(writer, graph, &ErrorBars::high);
  write_looks(writer, kinds, fill);
  write_looks(writer, kinds, line);
}

/// Write the members of a class besides its base TGraph or TGraph2D.
void write_errors(ObjectWriter& writer, const Graph& graph, const GraphClass& graph_class) {
  if (graph_class.has_more_errors) return write_multi_errors(writer, graph);
  for (std::size_t axis = 0; axis < graph_class.axes; ++axis) {
    const ErrorBars bars = bars_of(graph, axis);
    write_numbers(writer, bars.low);
    if (graph_class.errors == Errors::any) write_numbers(writer, bars.high);
  }
  if (!graph_class.has_bends) return;
  for (std::size_t axis = 0; axis < graph_class.axes; ++axis)
    write_bars(writer, graph.bends.empty() ? bars_of({.coordinates = graph.coordinates}, axis) : graph.bends[axis]);
}

bytes::Buffer bytes_of(const Graph& graph, const GraphClass& graph_class, std::string_view name,
                       std::size_t key_length) {
  ObjectWriter writer(key_length);
  const auto write_base = [&] {
    if (graph_class.axes == 3) return write_graph_2d(writer, graph, name);
    write_graph(writer, graph, name);
  };
  const bool is_one_version = graph_class.axes == 3 || graph_class.has_bends || graph_class.has_more_errors;
  if (graph_class.errors == Errors::none) {
    write_base();
  } else {
    writer.versioned(is_one_version ? 1 : 3, [&] {
      write_base();
      write_errors(writer, graph, graph_class);
    });
  }
  return std::move(writer).take_payload();
}

const GraphClass& class_of(const Graph& graph) {
  require_whole(graph);
  const auto fits = [&](const GraphClass& graph_class) { return holds(graph_class, graph); };
  for (const GraphClass& graph_class : graph_classes)
    if (graph_class.name == graph.class_name && fits(graph_class)) return graph_class;
  const auto found = std::ranges::find_if(graph_classes, fits);
  if (found == graph_classes.end())
    detail::fail(ErrorKind::unsupported,
                 "graph '{}' with {} coordinates cannot have bends or more than one kind of errors", graph.name,
                 graph.coordinates.size());
  return *found;
}

}  // namespace

std::string_view stored_class(const Graph& graph) { return class_of(graph).name; }

}  // namespace ramet::inline v1::hist

namespace ramet::inline v1::object {

Payload PayloadOf<hist::Graph>::of(const hist::Graph& graph) {
  const hist::GraphClass& graph_class = hist::class_of(graph);
  const std::size_t numbers =
      graph.coordinates.size() + 2 * (graph.errors.size() + graph.more_errors.size() + graph.bends.size());
  hist::internal::require_writable(graph.name, graph.coordinates.front().size(), numbers * sizeof(double));
  Payload payload{.class_name = std::string(graph_class.name),
                  .title = graph.title,
                  .known_classes = {std::string(graph_class.name), "TList"},
                  .make = [&graph, &graph_class](std::string_view name, std::size_t key_length) {
                    return hist::bytes_of(graph, graph_class, name, key_length);
                  }};
  hist::internal::add_function_classes(payload.known_classes, graph.functions);
  if (!graph.axis_titles.empty()) payload.known_classes.emplace_back("TH1F");
  return payload;
}

}  // namespace ramet::inline v1::object
