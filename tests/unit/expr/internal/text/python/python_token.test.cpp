#include "ramet/expr/internal/text/python/python_token.hpp"

#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet;
using namespace ramet::expr;

namespace {

std::string spelled(std::string_view text) {
  std::string all;
  for (const Token& token : tokenize_python(text)) all += token.text + "|";
  return all;
}

}  // namespace

TEST_CASE("tokens are Python's") {
  CHECK(spelled("a//b**2 # all") == "a|//|b|**|2||");
  CHECK(spelled("x[:,...]") == "x|[|:|,|...|]||");
  CHECK(spelled("1_000.5e-3 + .5 + 0x1F") == "1_000.5e-3|+|.5|+|0x1F||");
  CHECK(spelled(R"('it\'s' "b")") == "it's|b||");
}

TEST_CASE("what begins no token is an error") {
  CHECK_THROWS_AS(tokenize_python("a ! b"), Error);
  CHECK_THROWS_AS(tokenize_python("'a"), Error);
  CHECK_THROWS_AS(tokenize_python("1.5f"), Error);
  CHECK_THROWS_AS(tokenize_python("3j"), Error);
  CHECK_THROWS_AS(tokenize_python(std::string(longest_text + 1, 'a')), Error);
}
