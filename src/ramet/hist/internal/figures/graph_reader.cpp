#include "ramet/hist/internal/figures/graph_reader.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "ramet/core/error.hpp"
#include "ramet/hist/internal/stored/class_family.hpp"
#include "ramet/hist/internal/stored/containers.hpp"

// Member names are those of TGraph.h, TGraphErrors.h, TGraphAsymmErrors.h, TGraphBentErrors.h, TGraphMultiErrors.h,
// TGraph2D.h, TGraph2DErrors.h, TGraph2DAsymmErrors.h, TMultiGraph.h and THStack.h.

namespace ramet::inline v1::hist::internal {

using object::ObjectReader;
using object::ObjectTag;

/// The axes of a graph's frame, a histogram whose contents are not used. Threads: a value.
struct FrameFields {
  BinnedReader* histogram_reader = nullptr;
  std::vector<std::string> axis_titles;

  void read_frame(ObjectReader& reader) {
    read_pointed_to(reader, [&](const ObjectTag& tag) {
      unless_unsupported([&] {
        const HistogramParts frame = histogram_reader->read(reader, tag.class_name).parts();
        axis_titles.clear();
        for (const NamedAxis& axis : frame.axes) axis_titles.push_back(axis.title);
        axis_titles.push_back(frame.value_title);
      });
    });
  }
};

/// The fields that are read of a TGraph, a TGraph2D and derived classes. Threads: a value; it borrows the readers.
struct GraphFields : FrameFields {
  FunctionReader* function_reader = nullptr;
  std::string name;
  std::string title;
  std::int32_t points = 0;
  std::vector<double> x, y, z;
  std::vector<double> x_error, y_error, z_error;
  std::vector<double> x_low, x_high, y_low, y_high, z_low, z_high;
  std::vector<double> x_low_bend, x_high_bend, y_low_bend, y_high_bend;
  std::vector<std::vector<double>> y_lows, y_highs;
  std::vector<Function> functions;
  double minimum = 0, maximum = 0;

  void read_functions(ObjectReader& reader) { functions = function_reader->read_listed(reader); }
  void read_y_lows(ObjectReader& reader) { y_lows = read_arrays(reader); }
  void read_y_highs(ObjectReader& reader) { y_highs = read_arrays(reader); }

  /// A std::vector<TArrayD>: each array is a count and the numbers.
  static std::vector<std::vector<double>> read_arrays(ObjectReader& reader) {
    const object::VersionHeader header = reader.read_version();
    std::vector<std::vector<double>> arrays(reader.cursor().count(sizeof(std::int32_t), "number of arrays"));
    for (std::vector<double>& array : arrays)
      array = read_numbers(reader, schema::Fundamental::double_, reader.cursor().read<std::uint32_t>());
    reader.finish(header);
    return arrays;
  }
};

/// The fields that are read of a TMultiGraph or THStack. Threads: a value; it borrows the readers.
struct GroupFields : FrameFields {
  FunctionReader* function_reader = nullptr;
  GraphReader* graph_reader = nullptr;
  std::string name;
  std::string title;
  std::vector<Graph> graphs;
  std::vector<Histogram> histograms;
  std::vector<Function> functions;

  void read_functions(ObjectReader& reader) { functions = function_reader->read_listed(reader); }

  void read_graphs(ObjectReader& reader) {
    for_each_listed(reader, [&](const ObjectTag& tag) {
      read_tagged(reader, tag,
                  [&](const ObjectTag& at) { graphs.push_back(graph_reader->read(reader, at.class_name)); });
    });
  }

  void read_histograms(ObjectReader& reader) {
    for_each_listed(reader, [&](const ObjectTag& tag) {
      read_tagged(reader, tag,
                  [&](const ObjectTag& at) { histograms.push_back(histogram_reader->read(reader, at.class_name)); });
    });
  }
};

namespace {

using GraphPlans = object::MemberPlans<GraphFields>;
using GroupPlans = object::MemberPlans<GroupFields>;

GraphPlans graph_plans() {
  using Fields = GraphFields;
  using Field = object::Member<Fields>;
  return GraphPlans({Field::at<&Fields::name>("fName"),
                     Field::at<&Fields::title>("fTitle"),
                     Field::at<&Fields::points>("fNpoints"),
                     Field::at<&Fields::x>("fX"),
                     Field::at<&Fields::y>("fY"),
                     Field::at<&Fields::z>("fZ"),
                     Field::at<&Fields::x_error>("fEX"),
                     Field::at<&Fields::y_error>("fEY"),
                     Field::at<&Fields::z_error>("fEZ"),
                     Field::at<&Fields::x_low>("fEXlow"),
                     Field::at<&Fields::x_high>("fEXhigh"),
                     Field::at<&Fields::y_low>("fEYlow"),
                     Field::at<&Fields::y_high>("fEYhigh"),
                     Field::at<&Fields::z_low>("fEZlow"),
                     Field::at<&Fields::z_high>("fEZhigh"),
                     Field::at<&Fields::x_low>("fExL"),
                     Field::at<&Fields::x_high>("fExH"),
                     Field::at<&Fields::x_low_bend>("fEXlowd"),
                     Field::at<&Fields::x_high_bend>("fEXhighd"),
                     Field::at<&Fields::y_low_bend>("fEYlowd"),
                     Field::at<&Fields::y_high_bend>("fEYhighd"),
                     Field::at<&Fields::read_y_lows>("fEyL"),
                     Field::at<&Fields::read_y_highs>("fEyH"),
                     Field::at<&Fields::read_functions>("fFunctions"),
                     Field::at<&Fields::read_frame>("fHistogram"),
                     Field::at<&Fields::minimum>("fMinimum"),
                     Field::at<&Fields::maximum>("fMaximum")});
}

GroupPlans group_plans() {
  using Fields = GroupFields;
  using Field = object::Member<Fields>;
  return GroupPlans({Field::at<&Fields::name>("fName"), Field::at<&Fields::title>("fTitle"),
                     Field::at<&Fields::read_graphs>("fGraphs"), Field::at<&Fields::read_histograms>("fHists"),
                     Field::at<&Fields::read_functions>("fFunctions"), Field::at<&Fields::read_frame>("fHistogram")});
}

/// The errors along one axis, stored once for both sides or separately.
ErrorBars bars_of(std::vector<double> both, std::vector<double> low, std::vector<double> high) {
  if (both.empty()) return {std::move(low), std::move(high)};
  ErrorBars bars{.low = both};
  bars.high = std::move(both);
  return bars;
}

void check_points(std::string_view what, const std::vector<double>& numbers, std::size_t points) {
  if (numbers.size() != points)
    detail::fail(ErrorKind::corrupt, "there are {} points, but {} {}", points, numbers.size(), what);
}

void check_bars(const std::vector<ErrorBars>& all, std::size_t points) {
  for (const ErrorBars& bars : all) {
    check_points("lower errors", bars.low, points);
    check_points("upper errors", bars.high, points);
  }
}

std::vector<ErrorBars> errors_of(GraphFields& fields, bool has_z) {
  std::vector<ErrorBars> errors;
  errors.push_back(bars_of(std::move(fields.x_error), std::move(fields.x_low), std::move(fields.x_high)));
  if (fields.y_lows.empty())
    errors.push_back(bars_of(std::move(fields.y_error), std::move(fields.y_low), std::move(fields.y_high)));
  else
    errors.push_back({fields.y_lows.front(), fields.y_highs.front()});
  if (has_z) errors.push_back(bars_of(std::move(fields.z_error), std::move(fields.z_low), std::move(fields.z_high)));
  const bool are_none = std::ranges::all_of(errors, [](const ErrorBars& bars) { return bars == ErrorBars(); });
  return are_none ? std::vector<ErrorBars>() : errors;
}

Graph make_graph(GraphFields fields, std::string_view class_name, bool has_z) {
  Graph graph{.class_name = std::string(class_name), .name = std::move(fields.name), .title = std::move(fields.title)};
  const auto points = static_cast<std::size_t>(std::max(fields.points, 0));
  graph.coordinates = {std::move(fields.x), std::move(fields.y)};
  if (has_z) graph.coordinates.push_back(std::move(fields.z));
  for (const std::vector<double>& numbers : graph.coordinates) check_points("coordinates", numbers, points);
  if (fields.y_lows.size() != fields.y_highs.size())
    detail::fail(ErrorKind::corrupt, "there are {} kinds of lower errors, but {} of upper ones", fields.y_lows.size(),
                 fields.y_highs.size());
  graph.errors = errors_of(fields, has_z);
  for (std::size_t kind = 1; kind < fields.y_lows.size(); ++kind)
    graph.more_errors.push_back({std::move(fields.y_lows[kind]), std::move(fields.y_highs[kind])});
  if (!fields.x_low_bend.empty())
    graph.bends = {{std::move(fields.x_low_bend), std::move(fields.x_high_bend)},
                   {std::move(fields.y_low_bend), std::move(fields.y_high_bend)}};
  check_bars(graph.errors, points);
  check_bars(graph.more_errors, points);
  check_bars(graph.bends, points);
  graph.axis_titles = std::move(fields.axis_titles);
  graph.functions = std::move(fields.functions);
  graph.minimum = fields.minimum;
  graph.maximum = fields.maximum;
  return graph;
}

}  // namespace

void read_pointed_to(ObjectReader& reader, FunctionRef<void(const ObjectTag&)> read) {
  read_tagged(reader, reader.read_tag(), read);
}

void read_tagged(ObjectReader& reader, const ObjectTag& tag, FunctionRef<void(const ObjectTag&)> read) {
  if (tag.kind == ObjectTag::Kind::object) read(tag);
  if (tag.kind == ObjectTag::Kind::reference) reader.revisit(tag.identity, read);
}

GraphReader::GraphReader(BinnedReader& histograms, FunctionReader& functions)
    : histograms_(histograms),
      functions_(functions),
      graphs_(std::make_unique<GraphPlans>(graph_plans())),
      groups_(std::make_unique<GroupPlans>(group_plans())) {}

GraphReader::~GraphReader() = default;

Graph GraphReader::read(ObjectReader& reader, std::string_view class_name) {
  const bool has_z = is_a(reader.layouts(), class_name, "TGraph2D");
  if (!has_z && !is_a(reader.layouts(), class_name, "TGraph"))
    detail::fail(ErrorKind::unsupported, "the list of graphs has an object of class '{}'", class_name);
  GraphFields fields;
  fields.histogram_reader = &histograms_;
  fields.function_reader = &functions_;
  graphs_->read(reader, class_name, fields);
  return detail::while_doing([name = fields.name] { return fmt::format("graph '{}'", name); },
                             [&] { return make_graph(std::move(fields), class_name, has_z); });
}

GroupFields GraphReader::read_group(ObjectReader& reader, std::string_view class_name) {
  GroupFields fields;
  fields.histogram_reader = &histograms_;
  fields.function_reader = &functions_;
  fields.graph_reader = this;
  groups_->read(reader, class_name, fields);
  return fields;
}

MultiGraph GraphReader::read_multi_graph(ObjectReader& reader, std::string_view class_name) {
  GroupFields fields = read_group(reader, class_name);
  return {.class_name = std::string(class_name),
          .name = std::move(fields.name),
          .title = std::move(fields.title),
          .axis_titles = std::move(fields.axis_titles),
          .graphs = std::move(fields.graphs),
          .functions = std::move(fields.functions)};
}

HistogramStack GraphReader::read_stack(ObjectReader& reader, std::string_view class_name) {
  GroupFields fields = read_group(reader, class_name);
  return {.class_name = std::string(class_name),
          .name = std::move(fields.name),
          .title = std::move(fields.title),
          .histograms = std::move(fields.histograms)};
}

}  // namespace ramet::inline v1::hist::internal
