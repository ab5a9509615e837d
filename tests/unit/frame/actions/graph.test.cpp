#include "ramet/frame/actions/graph.hpp"

#include <string>
#include <vector>

#include "unit/frame/sample_frame.hpp"
#include <doctest/doctest.h>

#include "ramet/frame/frame.hpp"

using namespace ramet;
using Numbers = std::vector<double>;

TEST_CASE("a graph has the points of the entries in order, with errors") {
  const sample::Threads threads(2);
  const frame::Frame all = threads.counting(sample::many).define("e", "0.5f").define("up", "x + 1");
  const auto plain = all.filter("x < 3").graph("x", "y");
  const auto with_errors = all.filter("x < 3").graph("x", "y", {.x = {"e"}, .y = {"e", "up"}});
  const auto half = all.filter("x < 2").graph("x", "y", {.y = {"e"}});
  const auto everything = all.graph("x", "y");
  CHECK(plain.value().coordinates == std::vector<Numbers>{{0, 1, 2}, {0, 0.5, 1}});
  CHECK(plain.value().errors.empty());
  CHECK(plain.value().axis_titles == std::vector<std::string>{"x", "y"});
  CHECK(hist::stored_class(plain.value()) == "TGraph");
  CHECK(with_errors.value().errors ==
        std::vector<hist::ErrorBars>{{{0.5, 0.5, 0.5}, {0.5, 0.5, 0.5}}, {{0.5, 0.5, 0.5}, {1, 2, 3}}});
  CHECK(hist::stored_class(with_errors.value()) == "TGraphAsymmErrors");
  CHECK(half.value().errors == std::vector<hist::ErrorBars>{{}, {{0.5, 0.5}, {0.5, 0.5}}});
  CHECK(everything.value().coordinates[1].back() == (sample::many - 1) / 2.0);
}

TEST_CASE("a graph has the points of elements, and varies") {
  const sample::Threads threads(2);
  const frame::Frame all =
      threads.counting(5).define("w", "v * 2").vary({"w"}, "RVec<RVecF>{w, w + 1}", {"n", "u"}, "s");
  const auto graph = all.graph("v", "w");
  const auto varied = graph.varied();
  CHECK(graph.value().coordinates == std::vector<Numbers>{{1, 2, 2, 4}, {2, 4, 4, 8}});
  CHECK(varied.at("s:u").value().coordinates[1] == Numbers{3, 5, 5, 9});
}

TEST_CASE("columns that make no graph are refused") {
  const sample::Threads threads(1);
  const frame::Frame all = threads.counting(5).define("s", "std::string(\"a\")");
  CHECK_THROWS_WITH_AS(all.graph("x", "s"), "graph of x and s: column 's' is string, expected numbers", Error);
  CHECK_THROWS_WITH_AS(all.graph("x", "y", {.x = {"x", "x", "x"}}),
                       "graph of x and y: 3 columns of errors along an axis; expected the lower and the upper ones",
                       Error);
  CHECK_THROWS_WITH_AS(all.graph("x", "v").value(), "graph of x and v: 'x' has 5 values, 'v' has 4", Error);
}
