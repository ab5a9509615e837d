#include "ramet/hist/internal/figures/graph_reader.hpp"

#include "unit/hist/stored/figure_payloads.hpp"
#include "unit/hist/stored/group_payloads.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet;
using namespace ramet::hist;
using namespace stored_payloads;
using Numbers = std::vector<double>;

namespace {

Graph graph_of(const Payload& payload) { return std::get<Graph>(read(payload)); }

}  // namespace

TEST_CASE("a graph has points, symmetric errors, titles of axes and functions") {
  const Graph graph = graph_of(graph_errors);
  CHECK(graph.class_name == "TGraphErrors");
  CHECK(graph.name == "points");
  CHECK(graph.title == "points");
  CHECK(graph.axis_titles == std::vector<std::string>{"abscissa", "ordinate"});
  CHECK(graph.coordinates == std::vector<Numbers>{{1, 2}, {3, 4}});
  REQUIRE(graph.errors.size() == 2);
  CHECK(graph.errors[0] == ErrorBars{{0.1, 0.2}, {0.1, 0.2}});
  CHECK(graph.errors[1] == ErrorBars{{0.5, 0.25}, {0.5, 0.25}});
  REQUIRE(graph.functions.size() == 1);
  CHECK(graph.functions[0].parameters[0].value == 3.5);
}

TEST_CASE("bent errors have four lengths and four shifts") {
  const Graph graph = graph_of(graph_bent);
  CHECK(graph.errors == std::vector<ErrorBars>{{{3, 4}, {4, 5}}, {{5, 6}, {6, 7}}});
  CHECK(graph.bends == std::vector<ErrorBars>{{{7, 8}, {8, 9}}, {{9, 10}, {10, 11}}});
}

TEST_CASE("several kinds of errors along y are kept apart") {
  const Graph graph = graph_of(graph_multi_errors);
  CHECK(graph.errors == std::vector<ErrorBars>{{{3}, {4}}, {{5}, {6}}});
  CHECK(graph.more_errors == std::vector<ErrorBars>{{{7}, {8}}});
}

TEST_CASE("points in space have three coordinates, and no errors here") {
  const Graph graph = graph_of(graph_2d);
  CHECK(graph.coordinates == std::vector<Numbers>{{1}, {2}, {3}});
  CHECK(graph.errors.empty());
}

TEST_CASE("graphs and histograms of a stack are all read") {
  const MultiGraph together = std::get<MultiGraph>(read(multi_graph));
  CHECK(together.name == "together");
  REQUIRE(together.graphs.size() == 2);
  CHECK(together.graphs[1].coordinates == std::vector<Numbers>{{2}, {3}});
  const HistogramStack stacked = std::get<HistogramStack>(read(stack));
  CHECK(stacked.title == "two histograms");
  REQUIRE(stacked.histograms.size() == 2);
  CHECK(stacked.histograms[1].parts().name == "h2");
  CHECK(stacked.histograms[1].values() == Numbers{2});
}

TEST_CASE("an object that is no graph is refused") {
  internal::BinnedReader histograms;
  internal::FunctionReader functions;
  internal::GraphReader graphs(histograms, functions);
  object::ObjectReader reader({}, 0, layouts());
  CHECK_THROWS_WITH_AS(graphs.read(reader, "TNamed"), "the list of graphs has an object of class 'TNamed'", Error);
}
