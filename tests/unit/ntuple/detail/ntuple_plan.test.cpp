#include "ramet/ntuple/detail/ntuple_plan.hpp"

#include <string>

#include "unit/ntuple/encode/sample_plan.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet;
using sample::plan_of;
using sample::text_of;

TEST_CASE("what cannot be stored is refused, naming the field") {
  CHECK_THROWS_WITH_AS(plan_of("?{x: int8}"), doctest::Contains("field 'f'"), Error);
  CHECK_THROWS_WITH_AS(plan_of("{\"a.b\": int8}"), doctest::Contains("'a.b'"), Error);
  const auto number = array::parse_type("int8");
  CHECK_THROWS_WITH_AS(ntuple::plan_ntuple({"n", "", {{"x", number}, {"x", number}}}, true), doctest::Contains("twice"),
                       Error);
  CHECK_THROWS_AS(ntuple::plan_ntuple({"n", "", {{"", number}}}, true), Error);
  CHECK_THROWS_AS(ntuple::plan_ntuple({"", "", {{"x", number}}}, true), Error);
}

TEST_CASE("names have what ROOT allows in them") {
  const auto number = array::parse_type("int8");
  for (const std::string bad : {"a.b", "a/b", "a b", "a\\b", "a\tb", "a\x7f"}) {
    CAPTURE(bad);
    CHECK_THROWS_AS(ntuple::plan_ntuple({"n", "", {{bad, number}}}, true), Error);
    CHECK_THROWS_AS(ntuple::plan_ntuple({bad, "", {{"x", number}}}, true), Error);
  }
  for (const std::string good : {"a\"b", "a:b", "\xc3\xa9"})
    CHECK_NOTHROW(ntuple::plan_ntuple({"n", "", {{good, number}}}, true));
}

TEST_CASE("a plan is extended behind what it has, and its header stays") {
  const auto plan = plan_of("var * int32");
  const auto extended = ntuple::extend_plan(plan, {{"g", array::parse_type("float64")}}, {{"p", "g"}});
  CHECK(text_of(extended) == text_of(plan) + "g 'double' in 2: SplitReal64\np 'double' in 3: SplitReal64 of 2\n");
  CHECK(extended.header.fields == 2);
  CHECK(extended.header.columns == 2);
  CHECK(extended.schema.columns.size() == 3);
  CHECK(extended.aliases.size() == 1);
  CHECK_THROWS_WITH_AS(ntuple::extend_plan(plan, {{"f", array::parse_type("int8")}}, {}), doctest::Contains("twice"),
                       Error);
  CHECK_THROWS_WITH_AS(ntuple::extend_plan(plan, {{"g", array::parse_type("int8")}}, {{"g", "f"}}),
                       doctest::Contains("twice"), Error);
}
