#include <string>
#include <variant>
#include <vector>

#include "unit/hist/histogram_payloads.hpp"
#include "unit/hist/stored/figure_payloads.hpp"
#include "unit/hist/stored/written_payloads.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"
#include "ramet/hist/figures/graph.hpp"

using namespace ramet;
using namespace ramet::hist;
using histogram_payloads::copy_of;
using histogram_payloads::from_hex;
using histogram_payloads::written;

namespace {

/// As it is read from what was written.
Graph again(const Graph& graph) {
  const bytes::Buffer payload = written(graph, graph.name);
  return std::get<Graph>(
      FigureReader(stored_payloads::layouts()).read(copy_of(payload.span()), 0, stored_class(graph)));
}

}  // namespace

TEST_CASE("graphs of every kind are written byte by byte as ROOT writes them") {
  for (const stored_payloads::Payload& payload :
       {stored_payloads::graph, stored_payloads::graph_asymmetric, stored_payloads::graph_bent,
        stored_payloads::graph_multi_errors, stored_payloads::graph_2d_errors}) {
    CAPTURE(payload.class_name);
    const auto graph = std::get<Graph>(stored_payloads::read(payload));
    CHECK(stored_class(graph) == payload.class_name);
    CHECK(copy_of(written(graph, graph.name, payload.key_length).span()) == from_hex(payload.hex));
  }
}

TEST_CASE("a graph with a fitted function is written with it") {
  const Graph graph = std::get<Graph>(stored_payloads::read(stored_payloads::graph_errors));
  REQUIRE(graph.functions.size() == 1);
  CHECK(again(graph) == graph);
}

TEST_CASE("a graph that was made is of the class with the fewest errors that holds it") {
  const std::vector<double> x = {1, 2}, up = {0.5, 0.25};
  Graph graph{.name = "g", .coordinates = {x, x}};
  const auto check = [&](const char* class_name) {
    CHECK(stored_class(graph) == class_name);
    Graph wanted = graph;
    wanted.class_name = class_name;
    CHECK(again(graph) == wanted);
  };
  check("TGraph");
  graph.errors = {{up, up}, {x, x}};
  check("TGraphErrors");
  graph.errors[1].low = up;
  check("TGraphAsymmErrors");
  graph.bends = {{x, up}, {up, x}};
  check("TGraphBentErrors");
  graph.bends.clear();
  graph.more_errors = {{up, x}};
  check("TGraphMultiErrors");
  graph = {.name = "g", .coordinates = {x, x, up}};
  check("TGraph2D");
  graph.errors = {{up, up}, {x, x}, {x, x}};
  check("TGraph2DErrors");
  graph.errors[2].high = up;
  check("TGraph2DAsymmErrors");
  graph = {.name = "empty", .coordinates = {{}, {}}};
  check("TGraph");
}

TEST_CASE("a graph with errors along one axis has zeros along the other") {
  const std::vector<double> x = {1, 2}, up = {0.5, 0.25}, none = {0, 0};
  Graph graph{.name = "g", .coordinates = {x, x}, .errors = {{}, {up, up}}};
  CHECK(stored_class(graph) == "TGraphErrors");
  CHECK(again(graph).errors == std::vector<ErrorBars>{{none, none}, {up, up}});
  graph.errors[1].low.clear();
  CHECK(stored_class(graph) == "TGraphAsymmErrors");
  CHECK(again(graph).errors[1] == ErrorBars{none, up});
}

TEST_CASE("a graph whose numbers do not fit together is refused") {
  const std::vector<double> two = {1, 2}, one = {1};
  const auto error_of = [](const Graph& graph) {
    try {
      object::payload_of(graph);
    } catch (const Error& error) {
      return fmt::format("{}: {}", to_string(error.kind()), error.what());
    }
    return std::string("none");
  };
  CHECK(error_of({.name = "g"}) == "misuse: graph 'g' has 0 coordinates, expected 2 or 3");
  CHECK(error_of({.name = "g", .coordinates = {two, one}}) == "misuse: graph 'g' has 2 points, but 1 coordinates");
  CHECK(error_of({.name = "g", .coordinates = {two, two}, .errors = {{two, two}}}) ==
        "misuse: graph 'g' has 2 coordinates, but errors along 1");
  CHECK(error_of({.name = "g", .coordinates = {two, two}, .errors = {{two, two}, {two, one}}}) ==
        "misuse: graph 'g' has 2 points, but 1 errors");
  CHECK(error_of({.name = "g", .coordinates = {two, two, two}, .more_errors = {{two, two}}}) ==
        "unsupported: graph 'g' with 3 coordinates cannot have bends or more than one kind of errors");
}
