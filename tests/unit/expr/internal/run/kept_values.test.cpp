#include "ramet/expr/internal/run/kept_values.hpp"

#include "unit/expr/samples.hpp"
#include <doctest/doctest.h>

using namespace ramet;

TEST_CASE("values are taken once, and by their whole length") {
  expr::KeptValues kept;
  void* const made = kept.make(64);
  CHECK(kept.take(made, 32).empty());
  CHECK(kept.take(made, 64).data() == made);
  CHECK(kept.take(made, 64).empty());
}

TEST_CASE("a value that is two results, or a result and a part of one, is in both") {
  sample::Columns columns;
  const std::string texts[] = {"d + 1", "d + 1", "(d + 1)*2", "v*2", "v*2 + 1", "Sum(v*2)"};
  const expr::Program program = expr::Program::compile(texts, columns.scope);
  std::vector<array::Array> read;
  for (const std::size_t column : program.columns()) read.push_back(columns.arrays[column]);
  const auto results = expr::Evaluator(program).run(read, 3, {});
  const std::string expected[] = {"1.25", "1.25", "2.5", "[6,2,4]", "[7,3,5]", "12"};
  for (std::size_t k = 0; k < results.size(); ++k) CHECK(sample::spelled(results[k], 0) == expected[k]);
}
