#include "cli/summary/figure_summary.hpp"

#include <cstddef>
#include <numeric>
#include <span>
#include <variant>
#include <vector>

#include "cli/text/number_format.hpp"
#include "cli/text/text.hpp"
#include <fmt/format.h>

namespace ramet::cli {
namespace {

/// The summary of a figure: lines of a name and a text, and the same as JSON. Threads: a value.
struct Summary {
  std::string kind;
  std::vector<std::pair<std::string, std::string>> lines;
  Json json = Json::object();

  void add(std::string name, std::string text) { lines.emplace_back(std::move(name), std::move(text)); }
};

std::string axis_name(std::size_t number) {
  constexpr std::string_view names = "xyz";
  return number < names.size() ? std::string(1, names[number]) : fmt::format("axis {}", number);
}

double sum_of(std::span<const double> numbers) { return std::accumulate(numbers.begin(), numbers.end(), 0.0); }

void add_axes(Summary& summary, std::span<const hist::NamedAxis> axes) {
  summary.json["axes"] = Json::array();
  for (std::size_t number = 0; number < axes.size(); ++number) {
    const hist::NamedAxis& axis = axes[number];
    std::string text = fmt::format("{} bins from {} to {}", axis.bins.bins(), format_value(axis.bins.low()),
                                   format_value(axis.bins.high()));
    if (!axis.bins.is_regular()) text += " of different widths";
    if (!axis.bin_labels.empty()) text += fmt::format(", {} with labels", axis.bin_labels.size());
    if (!axis.title.empty()) text += fmt::format("   {}", printable(axis.title));
    summary.add(axis_name(number), text);
    summary.json["axes"].push_back({{"label", axis.title},
                                    {"bins", axis.bins.bins()},
                                    {"low", axis.bins.low()},
                                    {"high", axis.bins.high()},
                                    {"regular", axis.bins.is_regular()}});
  }
}

void add_functions(Summary& summary, std::span<const hist::Function> functions) {
  for (const hist::Function& function : functions) {
    std::string text = printable(function.formula.empty() ? function.name : function.formula);
    for (const hist::FunctionParameter& parameter : function.parameters) {
      text += fmt::format("   {} {}", printable(parameter.name), format_value(parameter.value));
      if (parameter.error != 0) text += fmt::format(" ± {}", format_value(parameter.error, 2));
    }
    summary.add("function", text);
    Json parameters = Json::object();
    for (const hist::FunctionParameter& parameter : function.parameters) parameters[parameter.name] = parameter.value;
    summary.json["functions"].push_back(
        {{"name", function.name}, {"formula", function.formula}, {"parameters", parameters}});
  }
}

/// Makes the summary of each kind of figure. Threads: a value.
struct Summarize {
  Summary operator()(const hist::Histogram& histogram) const {
    const hist::HistogramParts& parts = histogram.parts();
    Summary summary{histogram.is_profile() ? "profile" : "histogram", {}, {}};
    add_axes(summary, parts.axes);
    const double inside = sum_of(histogram.chosen(parts.contents, hist::Flow::excluded));
    summary.add("entries", format_value(parts.moments.entries, 15));
    summary.json["entries"] = parts.moments.entries;
    if (!histogram.is_profile()) {
      summary.add("sum", fmt::format("{} in bins, {} outside{}", format_value(inside),
                                     format_value(sum_of(parts.contents) - inside),
                                     histogram.is_weighted() ? ", weighted" : ""));
      summary.json["sum"] = inside;
    }
    summary.json["mean"] = Json::array();
    for (std::size_t axis = 0; axis < histogram.dimensions(); ++axis) {
      summary.add("mean " + axis_name(axis),
                  fmt::format("{}, standard deviation {}", format_value(histogram.mean(axis)),
                              format_value(histogram.standard_deviation(axis))));
      summary.json["mean"].push_back(histogram.mean(axis));
    }
    add_functions(summary, parts.functions);
    return summary;
  }

  Summary operator()(const hist::SparseHistogram& histogram) const {
    Summary summary{"sparse histogram", {}, {}};
    add_axes(summary, histogram.parts().axes);
    summary.add("filled", fmt::format("{} cells, sum {}", histogram.filled_cells(),
                                      format_value(sum_of(histogram.parts().contents))));
    summary.json["filled_cells"] = histogram.filled_cells();
    return summary;
  }

  Summary operator()(const hist::PolygonHistogram& histogram) const {
    Summary summary{"histogram of polygons", {}, {}};
    double inside = 0;
    for (const hist::PolygonBin& bin : histogram.bins) inside += bin.content;
    summary.add("bins", fmt::format("{}, sum {}", histogram.bins.size(), format_value(inside)));
    summary.json["bins"] = histogram.bins.size();
    summary.json["sum"] = inside;
    return summary;
  }

  Summary operator()(const hist::HistogramStack& stack) const {
    Summary summary{"stack of histograms", {}, {}};
    for (const hist::Histogram& histogram : stack.histograms)
      summary.add("histogram", fmt::format("{}   {} entries", printable(histogram.parts().name),
                                           format_value(histogram.parts().moments.entries, 15)));
    summary.json["histograms"] = stack.histograms.size();
    return summary;
  }

  Summary operator()(const hist::Efficiency& efficiency) const {
    Summary summary{"efficiency", {}, {}};
    add_axes(summary, efficiency.total().parts().axes);
    const auto sum = [](const hist::Histogram& histogram) {
      return sum_of(histogram.chosen(histogram.parts().contents, hist::Flow::excluded));
    };
    const double passed = sum(efficiency.passed());
    const double total = sum(efficiency.total());
    summary.add("passed", fmt::format("{} of {}", format_value(passed, 15), format_value(total, 15)));
    summary.add("level", format_value(efficiency.parts().confidence_level));
    summary.json["passed"] = passed;
    summary.json["total"] = total;
    add_functions(summary, efficiency.parts().functions);
    return summary;
  }

  Summary operator()(const hist::Function& function) const {
    Summary summary{"function", {}, {}};
    add_functions(summary, {&function, 1});
    for (std::size_t axis = 0; axis < function.ranges.size(); ++axis)
      summary.add(axis_name(axis), fmt::format("from {} to {}", format_value(function.ranges[axis].low),
                                               format_value(function.ranges[axis].high)));
    return summary;
  }

  Summary operator()(const hist::Graph& graph) const {
    Summary summary{"graph", {}, {}};
    const std::size_t points = graph.coordinates.front().size();
    summary.add("points", fmt::format("{}{}", points, graph.errors.empty() ? "" : ", with errors"));
    summary.json["points"] = points;
    add_functions(summary, graph.functions);
    return summary;
  }

  Summary operator()(const hist::MultiGraph& together) const {
    Summary summary{"several graphs", {}, {}};
    for (const hist::Graph& graph : together.graphs)
      summary.add("graph", fmt::format("{}   {} points", printable(graph.name), graph.coordinates.front().size()));
    summary.json["graphs"] = together.graphs.size();
    add_functions(summary, together.functions);
    return summary;
  }
};

}  // namespace

std::string figure_text(const hist::Figure& figure, const Terminal& terminal) {
  const Summary summary = std::visit(Summarize(), figure);
  std::string text = paint(summary.kind, Style::bold, terminal) + "\n";
  for (const auto& [name, line] : summary.lines) text += fmt::format("  {:8}  {}\n", name, line);
  return text;
}

Json figure_json(const hist::Figure& figure) {
  Summary summary = std::visit(Summarize(), figure);
  summary.json["kind"] = summary.kind;
  return std::move(summary.json);
}

}  // namespace ramet::cli
