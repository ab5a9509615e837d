#include "ramet/expr/internal/run/chains/element_chain.hpp"

#include <string>
#include <vector>

#include "unit/expr/samples.hpp"
#include <doctest/doctest.h>

#include "ramet/expr/internal/check/builder.hpp"
#include "ramet/expr/internal/check/checker.hpp"

using namespace ramet;

namespace {

// A text of the sample columns as nodes, and their chains.
struct Planned {
  explicit Planned(const std::string& text) {
    sample::Columns columns;
    expr::Checker checker(graph, columns.scope);
    result = checker.check_text(text).node;
    plan = expr::plan_elements(graph, {&result, 1});
  }
  expr::Graph graph;
  expr::NodeId result = 0;
  expr::ElementPlan plan;
};

std::size_t inputs(const std::string& text) {
  const Planned planned(text);
  return planned.plan.chain(planned.result).inputs.size();
}

}  // namespace

TEST_CASE("functions of one another are one chain, with the columns as its inputs") {
  const Planned planned("sqrt(d*d + x*2. - 3.) > d");
  CHECK(planned.plan.chains.size() == 1);
  CHECK(inputs("sqrt(d*d + x*2. - 3.) > d") == 2);
  CHECK(planned.plan.constants.size() == 2);
  CHECK(planned.plan.registers <= 3);
}

TEST_CASE("what other points or other nodes need ends a chain") {
  CHECK(inputs("(d + 1)*Sum(v*(d + 1))") == 2);  // d + 1 and the sum
  CHECK(inputs("(d + 1)*(d + 1)") == 1);         // used twice by one chain
  CHECK(inputs("(i / n) + 1") == 1);             // a division of whole numbers may fail
}

TEST_CASE("a chain is the same in blocks, at their ends and behind them") {
  const Planned planned("d*d + 0.5");
  const auto& chain = planned.plan.chain(planned.result);
  expr::ChainMemory memory(planned.plan, planned.graph);
  for (const std::size_t points : {std::size_t{0}, std::size_t{1}, expr::block_points - 1, expr::block_points,
                                   expr::block_points + 1, 3 * expr::block_points - 20}) {
    CAPTURE(points);
    std::vector<double> column(points), results(points + 1, -1.);
    for (std::size_t k = 0; k < points; ++k) column[k] = static_cast<double>(k);
    const expr::ChainInput from[] = {{column.data()}};
    CHECK(expr::run_chain(chain, from, memory, results.data(), sizeof(double), points) == points);
    bool same = true;
    for (std::size_t k = 0; k < points; ++k) same = same && results[k] == column[k] * column[k] + 0.5;
    CHECK(same);
    CHECK(results[points] == -1.);
  }
}

TEST_CASE("values of points above are taken block by block") {
  const Planned planned("d - 1.");
  expr::ChainMemory memory(planned.plan, planned.graph);
  const std::vector<double> above = {5, 7, 9};
  std::vector<std::uint32_t> from(1300);
  for (std::size_t k = 0; k < from.size(); ++k) from[k] = static_cast<std::uint32_t>(k / 500);
  std::vector<double> results(from.size());
  const expr::ChainInput input[] = {{above.data(), from.data()}};
  expr::run_chain(planned.plan.chain(planned.result), input, memory, results.data(), sizeof(double), from.size());
  CHECK(results[499] == 4);
  CHECK(results[500] == 6);
  CHECK(results[1299] == 8);
}

TEST_CASE("a chain ends where its last function has no result") {
  const Planned planned("(i + 1) / (i - 600)");
  const auto& chain = planned.plan.chain(planned.result);
  expr::ChainMemory memory(planned.plan, planned.graph);
  std::vector<std::int32_t> column(1000), results(1000);
  for (std::size_t k = 0; k < column.size(); ++k) column[k] = static_cast<std::int32_t>(k);
  const expr::ChainInput from[] = {{column.data()}};
  CHECK(expr::run_chain(chain, from, memory, results.data(), sizeof(std::int32_t), column.size()) == 600);
  CHECK(results[599] == -600);
}

TEST_CASE("long expressions need few registers, and any number of constants") {
  std::string text = "d";
  for (int k = 0; k < 150; ++k) text += " + " + std::to_string(k) + ".";
  const Planned chain(text);
  CHECK(chain.plan.chains.size() > 1);
  CHECK(chain.plan.registers <= 2);
  std::string many = "0.";
  for (int k = 0; k < 12; ++k) {
    many += " + (0.";
    for (int j = 0; j < 110; ++j) many += " + d*" + std::to_string(k * 110 + j) + ".5";
    many += ")";
  }
  const Planned constants(many);
  CHECK(constants.plan.constants.size() == 1024);
  double sum = 0;
  for (int k = 0; k < 12 * 110; ++k) sum += k + 0.5;
  CHECK(sample::values(many) == fmt::format("{} {} {}", 0.25 * sum, sum, -8 * sum));
}
