#include "ramet/expr/internal/run/evaluation.hpp"

#include "unit/expr/samples.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using expr::ElementOperation;
using expr::Node;
using expr::NodeId;
using expr::NodeKind;
using expr::ValueType;

TEST_CASE("errors of entries that are not wanted do not happen") {
  CHECK(sample::values("i > 0 ? v[0] : -1.f") == "3 -1 4");
  CHECK(sample::values("i > 0 ? (v[0] > 3 ? v[0] : w[1] * 1.f) : 0.f") == "-2 0 4");
  CHECK(sample::values("Map(w, [&](int q) { return q > 2 ? v[q - 1] : 0.f; })") == "[0,0,2] [] [0]");
  CHECK(sample::values("Sum(Map(vv, [](auto& q) { return q.size() > 1 ? q[1] : -1.f; }))") == "1 0 -1");
}

TEST_CASE("values of outer points are taken along") {
  CHECK(sample::values("Map(v, [&](float q) { return q * x; })") == "[4.5,1.5,3] [] [16]");
  CHECK(sample::values("Map(vv, [&](auto& q) { return Sum(q * x); })") == "[4.5,4.5] [] [0]");
  CHECK(sample::values("v * Sum(v)") == "[18,6,12] [] [16]");
}

namespace {

NodeId element(expr::Graph& graph, ElementOperation operation, array::NumberType type, NodeId one, NodeId other) {
  return graph.add({.kind = NodeKind::element,
                    .type = ValueType::of(type),
                    .number = static_cast<std::uint64_t>(operation),
                    .arguments = {one, other}});
}

}  // namespace

TEST_CASE("a loop that has ended is not run again for another of its variables") {
  // for (k = 0, s = 0; k < 3; ++k) s += k
  expr::Graph graph;
  constexpr auto int64 = array::NumberType::int64;
  const NodeId zero = graph.constant(std::int64_t{0});
  const std::uint32_t number = graph.add_loop(expr::entries_space, {zero, zero});
  const expr::Loop& loop = graph.loop(number);
  const NodeId k = loop.states[0];
  const NodeId s = loop.states[1];
  const NodeId going_on =
      element(graph, ElementOperation::less, array::NumberType::boolean, k, graph.constant(std::int64_t{3}));
  graph.finish_loop(number, going_on,
                    {element(graph, ElementOperation::add, int64, k, graph.constant(std::int64_t{1})),
                     element(graph, ElementOperation::add, int64, s, k)});
  const NodeId runs = graph.outcome(number, 0);
  const NodeId sum = graph.outcome(number, 1);
  const NodeId wants =
      element(graph, ElementOperation::less, array::NumberType::boolean,
              graph.add({.kind = NodeKind::entry, .type = ValueType::of(array::NumberType::uint64), .arguments = {}}),
              graph.constant(std::uint64_t{2}));

  const NodeId results[] = {runs, sum, wants};
  const expr::ElementPlan plan = expr::plan_elements(graph, results);
  expr::ChainMemory memory(plan, graph);
  expr::ArenaPool pool;
  expr::Evaluation evaluation(graph, plan, memory, pool, {.entries = 4, .place = {}, .columns = {}});
  CHECK(evaluation.result(runs).numbers<std::int64_t>()[3] == 3);
  expr::Domain& selection = evaluation.selected(wants, evaluation.points(expr::entries_space));
  REQUIRE(selection.points() == 2);
  CHECK(evaluation.values(sum, selection).numbers<std::int64_t>()[1] == 3);
  CHECK(selection.outcomes.empty());
}
