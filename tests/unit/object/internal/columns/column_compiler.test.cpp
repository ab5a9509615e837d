#include "../../made_up_class.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"
#include "ramet/object/internal/columns/column_plan.hpp"

using namespace ramet;
using namespace ramet::object;
using namespace ramet::object::internal;
using namespace ramet_test;
namespace code = schema::type_code;

TEST_CASE("a plan knows the smallest size of a value") {
  const auto smallest = [](std::string_view type) {
    const auto stored = StoredType::compile({}, type, Place::item);
    return compile_column(stored->form(), column_type(stored->form())).plan.smallest;
  };
  CHECK(smallest("int") == 4);
  CHECK(smallest("string") == 1);
  CHECK(smallest("vector<double>") == 4);
  CHECK(smallest("TRef") == 12);
}

TEST_CASE("members that a layout lacks are known, except those that a base always has") {
  const schema::StreamerInfos infos({layout("Base", 1, {element("a", code::int_, "int")}),
                                     layout("Derived", 1, {base_element("Base", 1)}),
                                     layout("Derived", 2, {base_element("Base", 1), element("b", code::int_, "int")})});
  const auto stored = StoredType::compile({.file = &infos}, "Derived", Place::whole);
  const WholeColumnPlan compiled = compile_column(stored->form(), column_type(stored->form()));
  REQUIRE(compiled.plan.layouts.size() == 2);
  CHECK_FALSE(compiled.plan.layouts[0].may_lack);
  CHECK(compiled.plan.layouts[1].may_lack);
}

TEST_CASE("a member that counts sets the counter that its array obeys, also across a base") {
  const schema::StreamerInfos infos(
      {layout("Base", 1, {element("n", code::int_, "int")}),
       layout("Derived", 1, {base_element("Base", 1), counted_element("x", code::int_ + code::counted_array, "n")})});
  const auto stored = StoredType::compile({.file = &infos}, "Derived", Place::whole);
  const WholeColumnPlan compiled = compile_column(stored->form(), column_type(stored->form()));
  REQUIRE(compiled.counters == 1);
  const LayoutPlan& derived = compiled.plan.layouts.at(0);
  CHECK(derived.members.at(0).plan.layouts.at(0).members.at(0).plan.sets_counter == 0);
  CHECK(derived.members.at(1).plan.obeys_counter == 0);
}

TEST_CASE("types that cannot become the wanted type are refused") {
  const auto stored = StoredType::compile({}, "vector<int>", Place::whole);
  CHECK_THROWS_AS(compile_column(stored->form(), array::parse_type("int32")), Error);
  CHECK_THROWS_AS(compile_column(stored->form(), array::parse_type("var * string")), Error);
  CHECK_NOTHROW(compile_column(stored->form(), array::parse_type("3 * float64")));
}
