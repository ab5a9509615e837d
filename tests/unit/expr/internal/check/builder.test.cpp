#include "ramet/expr/internal/check/builder.hpp"

#include "unit/expr/samples.hpp"
#include <doctest/doctest.h>

#include "ramet/expr/internal/graph/graph.hpp"

TEST_CASE("arithmetic promotes as in C++") {
  CHECK(sample::values("c + c") == "400 0 14");
  CHECK(sample::values("n - 4") == "4294967295 4294967292 4294967293");
  CHECK(sample::values("i / 2") == "1 0 2");
  CHECK(sample::values("-c") == "-200 0 -7");
  CHECK(sample::values("1 << i") == "4 1 32");
  CHECK(sample::values("b + b") == "2 0 2");
}

TEST_CASE("the type of arithmetic is that of C++") {
  CHECK(sample::type("c + c") == "int32");
  CHECK(sample::type("i + n") == "uint32");
  CHECK(sample::type("x * 2") == "float32");
  CHECK(sample::type("x * d") == "float64");
  CHECK(sample::type("i * 2L") == "int64");
  CHECK(sample::type("n * 2L") == "int64");
  CHECK(sample::type("x < 1") == "bool");
  CHECK(sample::type("v < 1") == "var * int32");
  CHECK(sample::type("!m") == "var * bool");
  CHECK(sample::type("-m") == "var * bool");
}

TEST_CASE("what is computed is decided by what goes before it") {
  CHECK(sample::values("i > 0 && v[0] > 1") == "true false true");
  CHECK(sample::values("i == 0 || v[0] > 1") == "true true true");
  CHECK(sample::values("i > 0 ? 10 / i : -1") == "5 -1 2");
}

TEST_CASE("constants are computed once, and a division by zero is left for the run") {
  CHECK(sample::values("7 / 2 + 0 * i") == "3 3 3");
}

TEST_CASE("a division by zero names the entry") {
  CHECK(sample::error("i / (i - 5)").find("entry 2: a division by zero") == 0);
  CHECK(sample::error("1 / 0").find("entry 0: a division by zero") == 0);
}

TEST_CASE("lists where a number has to be are refused") {
  CHECK(sample::error("vv[vv > 1]").find("expected a number, found RVec<RVec<long>>") == 0);
  CHECK(sample::error("v.at(w, 1.f)").find("expected a number, found RVec<long>") == 0);
  CHECK(sample::error("s[w]").find("expected a number, found RVec<long>") == 0);
  CHECK(sample::error("s.substr(w)").find("expected a number, found RVec<unsigned long>") == 0);
  CHECK(sample::error("Range(w)").find("expected a number") == 0);
}

TEST_CASE("functions of what combinations take are computed of the lists, once for each element") {
  using namespace ramet::expr;
  Graph graph;
  Builder build(graph);
  const ValueType floats = ValueType::of(NumberType::float32).list();
  const ValueType places = ValueType::of(NumberType::uint64).list();
  const NodeId list = build.leaf(NodeKind::column, floats, 0);
  const NodeId pairs =
      build.call(CallOperation::combine, places.list(), {build.size(list), graph.constant(std::uint64_t{2})});
  const auto taken = [&](NodeId at) {
    return build.call(CallOperation::take, floats, {list, build.convert(at, NumberType::int64)});
  };
  const auto sine = [&](NodeId lists) {
    return build.for_elements({lists}, [&](auto values) { return build.real(ElementOperation::sin, {values[0]}); });
  };
  const auto take_of = [&](NodeId lists) { return graph.node(graph.items(lists)).arguments[0]; };
  const NodeId one = take_of(sine(taken(build.index(pairs, graph.constant(std::uint64_t{0})))));
  const NodeId other = take_of(sine(taken(build.index(pairs, graph.constant(std::uint64_t{1})))));
  REQUIRE(graph.node(one).kind == NodeKind::call);
  CHECK(graph.node(one).arguments[0] == sine(list));
  CHECK(graph.node(other).arguments[0] == sine(list));
  const NodeId few = build.leaf(NodeKind::column, places, 1);
  CHECK(graph.node(graph.items(sine(taken(few)))).kind == NodeKind::element);  // others may take one of many
}

TEST_CASE("functions of what combinations take have the values that they have of a single element") {
  CHECK(sample::values("if (v.size() < 2) return 0.f; auto p = Combinations(v, 2); return Sum(sin(Take(v, p[1])));") ==
        sample::values("if (v.size() < 2) return 0.f; return sin(v[1]) + sin(v[2]) + sin(v[2]);"));
}
