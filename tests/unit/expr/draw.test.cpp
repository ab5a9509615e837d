#include "ramet/expr/draw.hpp"

#include "unit/expr/draw_samples.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using draw_sample::error;
using draw_sample::rows;

TEST_CASE("a program says what its expressions and columns are") {
  const draw_sample::Columns columns;
  const auto program = expr::DrawProgram::compile("v/2:s:n", "x>0", columns.scope);
  REQUIRE(program.dimensions().size() == 3);
  CHECK(program.dimensions()[0].text == "v/2");
  CHECK(!program.dimensions()[0].is_text);
  CHECK(!program.dimensions()[0].is_whole);
  CHECK(program.dimensions()[1].is_text);
  CHECK(program.dimensions()[2].is_whole);
  CHECK(program.has_cut());
  CHECK(program.has_loops());
  CHECK(program.columns().size() == 4);
  CHECK(!expr::DrawProgram::compile("n", " ", columns.scope).has_cut());
}

TEST_CASE("several texts have their expressions one after the other") {
  const draw_sample::Columns columns;
  const std::vector<std::string> texts = {"n", "x:big"};
  CHECK(expr::DrawProgram::compile(texts, "", columns.scope).dimensions().size() == 3);
}

TEST_CASE("columns of whole numbers and their elements are whole, what is computed of them is not") {
  const draw_sample::Columns columns;
  const auto program = expr::DrawProgram::compile(
      "n:k[0]:m:Entry$:Iteration$:Length$(v):Alt$(k,0):p.fId:(int)n:n+1:-n:n>1:Sum$(k):Max$(k):@v.size():int(x):3:x:s",
      "", columns.scope);
  std::string whole;
  for (const auto& dimension : program.dimensions()) whole += dimension.is_whole ? 'w' : '-';
  CHECK(whole == "wwwwwwwww----------");
}

TEST_CASE("rows are kept where the cut is not 0, and have its value as weight") {
  CHECK(rows("n", "x>0") == "2 1");
  CHECK(rows("n", "n*x") == "2*3 1*4");
  CHECK(rows("n", "0").empty());
  CHECK(rows("n", "2.5") == "2*2.5 0*2.5 1*2.5");
  CHECK(rows("v", "(x>0)*2") == "3*2 1*2 2*2 4*2");
  CHECK(rows("v", "v>1") == "3 2 4");
  CHECK(rows("n", "v") == "2*3 2 2*2 1*4");
  CHECK(rows("n", "0/0*x").empty());
}

TEST_CASE("wrong texts are refused with their place") {
  CHECK(error("xyz1") == "no column or alias xyz1\n  xyz1\n  ^~~~");
  CHECK(error("n", "big>1 && bog").find("no column or alias bog; did you mean big?\n  big>1 && bog\n") == 0);
  CHECK(error("n +").find("expected a value, found the end") == 0);
  CHECK(error("n", "s").find("a cut is a number, not a text") == 0);
}

TEST_CASE("each call of a random function draws numbers of its own, the same ones each time") {
  const auto zeros = rows("(uniform() == uniform()) + 0*n");
  CHECK(zeros == "0 0 0");
  CHECK(rows("normal(n, 1)") == rows("normal(n, 1)"));
  CHECK(rows("uniform()*(n >= 0)") != rows("uniform() *(n >= 0)"));  // another text is another stream
}
