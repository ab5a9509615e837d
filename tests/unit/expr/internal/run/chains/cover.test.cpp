#include "ramet/expr/internal/run/chains/cover.hpp"

#include <string>

#include "unit/expr/samples.hpp"
#include <doctest/doctest.h>

#include "ramet/expr/internal/check/checker.hpp"
#include "ramet/expr/internal/run/chains/element_chain.hpp"

using namespace ramet;

namespace {

// How many kernels compute a text of the sample columns.
std::size_t kernels(const std::string& text) {
  sample::Columns columns;
  expr::Graph graph;
  expr::Checker checker(graph, columns.scope);
  const expr::NodeId result = checker.check_text(text).node;
  const expr::ElementPlan plan = expr::plan_elements(graph, {&result, 1});
  std::size_t count = 0;
  for (const expr::ElementChain& chain : plan.chains) count += chain.steps.size();
  return count;
}

}  // namespace

TEST_CASE("sums and products of two or three others take one kernel") {
  CHECK(kernels("d*d + x*x*1.f") == 2);  // x*x*1.f, widened, and with it the sum
  CHECK(kernels("d*2. + 1.") == 1);
  CHECK(kernels("1. - d*2.") == 1);
  CHECK(kernels("(d + 1.)*(d - 1.)") == 1);
  CHECK(kernels("sqrt(d*d + 4.)") == 1);
  CHECK(kernels("x*0.5") == 1);  // widened
  CHECK(kernels("1./(d + 1.)") == 1);
}

TEST_CASE("a value that is needed twice is computed once") {
  CHECK(kernels("(d + 1.)*(d + 1.)") == 2);
  CHECK(sample::values("(d + 1.)*(d + 1.)") == "1.5625 4 49");
}

TEST_CASE("fusions give the values of their functions, whichever side they are on") {
  CHECK(sample::values("1. - d*2.") == "0.5 -1 17");
  CHECK(sample::values("d*2. - 1.") == "-0.5 1 -17");
  CHECK(sample::values("(d - 1.)*(d + 2.) + x") == "-0.1875 -2 58");
  CHECK(sample::values("(d*2.) * (d - 1.)") == "-0.375 0 144");
  CHECK(sample::values("1./(d + 9.) - x/4.f") == "-0.2668918918918919 0.6 0");
  CHECK(sample::values("x - d") == "1.25 -3 12");
  CHECK(sample::values("d - x") == "-1.25 3 -12");
  CHECK(sample::values("double(x) - double(i)") == "-0.5 -2 -1");
  CHECK(sample::values("sqrt(x*x + 1.75f)") == "2 2.3979158 4.2130747");
}

TEST_CASE("functions of lists with different names are one chain") {
  CHECK(kernels("(v + w) * (w - v) + v*0.5f") == 4);  // two conversions of w
  CHECK(sample::values("(v + w) * (w - v)") == "[-8,3,5] [] [-16]");
  CHECK(
      sample::error("(v + w) * (w - v[v > 1.5f])").starts_with("entry 0: lists of 3 and 2 values do not go together"));
}
