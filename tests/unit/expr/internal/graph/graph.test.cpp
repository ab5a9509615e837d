#include "ramet/expr/internal/graph/graph.hpp"

#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet;
using expr::NumberType;

TEST_CASE("equal nodes are one") {
  expr::Graph graph;
  CHECK(graph.constant(std::int32_t{1}) == graph.constant(std::int32_t{1}));
  CHECK(graph.constant(std::int32_t{1}) != graph.constant(std::int64_t{1}));
  CHECK(graph.constant(std::string("a")) == graph.constant(std::string("a")));
  const expr::NodeId column = graph.add(
      {.kind = expr::NodeKind::column, .type = expr::ValueType::of(NumberType::float32).list(), .arguments = {}});
  CHECK(graph.items(column) == graph.items(column));
}

TEST_CASE("the elements of lists that were rebuilt are those they were rebuilt of") {
  expr::Graph graph;
  const expr::NodeId lists = graph.add(
      {.kind = expr::NodeKind::column, .type = expr::ValueType::of(NumberType::float32).list(), .arguments = {}});
  const expr::NodeId items = graph.items(lists);
  CHECK(graph.rebuild(lists, items) == lists);
  const expr::NodeId one = graph.constant(1.F);
  const expr::NodeId made = graph.rebuild(lists, one);
  CHECK(graph.items(made) == one);
  CHECK(graph.shape(made) == lists);
}

TEST_CASE("nodes do not stand higher than recursion can go") {
  expr::Graph graph;
  const expr::NodeId one = graph.constant(std::int32_t{1});
  expr::NodeId top =
      graph.add({.kind = expr::NodeKind::column, .type = expr::ValueType::of(NumberType::int32), .arguments = {}});
  const auto add_one = [&] {
    top = graph.add(
        {.kind = expr::NodeKind::element, .type = expr::ValueType::of(NumberType::int32), .arguments = {top, one}});
  };
  for (unsigned k = 0; k < expr::highest_node; ++k) add_one();
  CHECK_THROWS_WITH_AS(add_one(), doctest::Contains("more than 2000 operations on one another"), Error);
}

TEST_CASE("a node is in the lowest space of its arguments, and may throw if they may") {
  expr::Graph graph;
  const expr::NodeId lists = graph.add(
      {.kind = expr::NodeKind::column, .type = expr::ValueType::of(NumberType::int32).list(), .arguments = {}});
  const expr::NodeId items = graph.items(lists);
  const expr::NodeId one = graph.constant(std::int32_t{1});
  const auto add = [&](expr::ElementOperation operation) {
    return graph.add({.kind = expr::NodeKind::element,
                      .type = expr::ValueType::of(NumberType::int32),
                      .number = static_cast<std::uint64_t>(operation),
                      .arguments = {items, one}});
  };
  const expr::NodeId sum = add(expr::ElementOperation::add);
  CHECK(graph.node(sum).space == graph.node(items).space);
  CHECK(graph.contains(expr::entries_space, graph.node(sum).space));
  CHECK(graph.node(sum).total);
  CHECK_FALSE(graph.node(add(expr::ElementOperation::divide)).total);
}
