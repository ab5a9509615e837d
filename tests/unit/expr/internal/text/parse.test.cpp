#include "ramet/expr/internal/text/parse.hpp"

#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet;
using namespace ramet::expr;

namespace {

bool is_python(std::string_view text) { return parse(text, Language::either).language == Language::python; }

}  // namespace

TEST_CASE("a text is Python where it can be") {
  CHECK(is_python("a & b"));
  CHECK(is_python("a != b"));
  CHECK(is_python("sqrt(a) / 2"));
  CHECK_FALSE(is_python("a && b"));
  CHECK_FALSE(is_python("!a"));
  CHECK_FALSE(is_python("a ? b : c"));
  CHECK_FALSE(is_python("std::sqrt(a)"));
  CHECK_FALSE(is_python("a * 1.5f"));
  CHECK_FALSE(is_python("(int)a + static_cast<int>(b)"));
  CHECK_FALSE(is_python("return a;"));
}

TEST_CASE("a text that is neither has the mistake of what it looks like") {
  CHECK_THROWS_WITH_AS(parse("a +", Language::either), doctest::Contains("expected a value, found the end"), Error);
  CHECK_THROWS_WITH_AS(parse("a + *b", Language::either), doctest::Contains("found '*'"), Error);
  CHECK_THROWS_WITH_AS(parse("a && ) b", Language::either), doctest::Contains("found ')'"), Error);
  CHECK_THROWS_AS(parse("a && b", Language::python), Error);
  CHECK_THROWS_AS(parse("a ** c", Language::cpp), Error);
}
