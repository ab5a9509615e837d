#include "unit/expr/draw_samples.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using draw_sample::rows;

TEST_CASE("rows do not depend on how entries are divided into batches") {
  for (const auto* const text :
       {"v:w", "w:v", "vv:f", "m[][1]:n", "Sum$(v*w)", "Alt$(v[1],-1):Entry$", "words", "w[k]"})
    for (const auto* const cut : {"", "x>0", "w>15", "v!=2"}) {
      CHECK(rows(text, cut, 1) == rows(text, cut));
      CHECK(rows(text, cut, 2) == rows(text, cut));
    }
}

TEST_CASE("rows know their entries and weights") {
  const draw_sample::Columns columns;
  const auto program = expr::DrawProgram::compile("v", "v>1", columns.scope);
  expr::DrawEvaluator evaluator(program);
  const auto& found = evaluator.run({{columns.arrays[4]}}, 3, {.first_entry = 7});
  CHECK(found.entries == std::vector<std::uint64_t>{7, 7, 9});
  CHECK(found.weights == std::vector<double>{1, 1, 1});
}

TEST_CASE("other columns than those of the program are refused") {
  const draw_sample::Columns columns;
  expr::DrawEvaluator evaluator(expr::DrawProgram::compile("v", "", columns.scope));
  CHECK_THROWS_WITH(evaluator.run({}, 3, {}), "expressions of 1 columns are run with 0");
  CHECK_THROWS_WITH(evaluator.run({{columns.arrays[4]}}, 2, {}), "a column of 3 values in a batch of 2 entries");
}
