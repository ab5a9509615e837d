#include "ramet/object/internal/partial_forms.hpp"

#include <string>
#include <vector>

#include "../made_up_class.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet;
using namespace ramet::object;
using namespace ramet::object::internal;
using namespace ramet_test;
namespace code = ramet::schema::type_code;

namespace {

/// The members of class A of which some are wanted. The forms must live as long as they are looked at.
struct Made {
  Made(const schema::StreamerInfos& infos, std::vector<WantedPart> wanted)
      : forms({&infos, nullptr}, std::move(wanted)),
        members(forms.of_layout(*infos.find_latest("A")).layouts.at(0).members) {}

  PartialForms forms;
  std::vector<MemberForm> members;
};

schema::StreamerInfos one_class(std::vector<schema::StreamerElement> elements) {
  return schema::StreamerInfos({layout("A", 1, std::move(elements))});
}

}  // namespace

TEST_CASE("partial forms: unwanted numbers are bytes") {
  const auto infos =
      one_class({element("a", code::int_, "int"), element("b", code::double_, "double"),
                 array_element("c", code::fixed_array + code::short_, 5), element("d", code::bool_, "bool")});
  const Made made(infos, {});
  REQUIRE(made.members.size() == 1);
  CHECK(made.members[0].form.kind == FormKind::bytes);
  CHECK(made.members[0].form.size == 4 + 8 + 10 + 1);
}

TEST_CASE("partial forms: a wanted member between unwanted ones has a form of its own") {
  const auto infos = one_class({element("a", code::int_, "int"), element("b", code::double_, "double"),
                                element("number", code::int_, "int"), element("d", code::bool_, "bool")});
  const Made made(infos, {{"number", true}});
  REQUIRE(made.members.size() == 3);
  CHECK(made.members[0].form.size == 12);
  CHECK(made.members[1].form.kind == FormKind::number);
  CHECK(made.members[2].form.size == 1);
}

TEST_CASE("partial forms: a base without wanted members is skipped, one with them has all its versions") {
  const schema::StreamerInfos infos({layout("A", 1, {base_element("Empty", 1), base_element("Full", 2)}),
                                     layout("Empty", 1, {element("a", code::int_, "int")}),
                                     layout("Full", 1, {element("number", code::short_, "short")}),
                                     layout("Full", 2, {element("number", code::int_, "int")})});
  const Made made(infos, {{"number", true}});
  REQUIRE(made.members.size() == 2);
  CHECK(made.members[0].form.kind == FormKind::unsupported);
  CHECK(made.members[0].form.head == Head::each);
  CHECK(made.members[1].form.head == Head::base);
  CHECK(made.members[1].form.of_class->layouts.size() == 2);
  CHECK(made.members[1].form.of_class->layouts[0].version == 2);
}

TEST_CASE("partial forms: a base that may count a member is not skipped") {
  const schema::StreamerInfos infos(
      {layout("A", 1,
              {base_element("Counting", 1), counted_element("numbers", code::counted_array + code::float_, "n")}),
       layout("Counting", 1, {element("n", code::counter, "int")})});
  const Made made(infos, {{"numbers", true}});
  CHECK(made.members.at(0).form.kind == FormKind::object);
}

TEST_CASE("partial forms: classes that are only skipped need no forms") {
  const schema::StreamerInfos infos(
      {layout("A", 1,
              {element("pointer", code::object_pointer, "B*"), element("object", code::any, "B"),
               element("list", code::stl, "vector<B>"), element("named", code::any, "B")}),
       layout("B", 1, {element("n", code::int_, "int")})});
  const Made made(infos, {{"pointer", false}, {"named", true}});
  CHECK(made.members.at(0).form.of_class == nullptr);
  CHECK(made.members.at(1).form.kind == FormKind::unsupported);
  CHECK(made.members.at(2).form.kind == FormKind::unsupported);
  CHECK(made.members.at(3).form.of_class->layouts.size() == 1);
}

TEST_CASE("partial forms: a class that is its own base ends") {
  const schema::StreamerInfos infos({layout("A", 1, {base_element("A", 1)})});
  CHECK(Made(infos, {}).members.at(0).form.kind == FormKind::unsupported);
}

TEST_CASE("partial forms: bases that go on without end are corrupt") {
  std::vector<schema::StreamerInfo> many{layout("A", 1, {base_element("A1", 1)})};
  for (int level = 1; level < 200; ++level)
    many.push_back(layout("A" + std::to_string(level), 1,
                          {base_element("A" + std::to_string(level + 1), 1), element("x", code::int_, "int")}));
  const schema::StreamerInfos infos(std::move(many));
  CHECK_THROWS_AS(Made(infos, {{"x", true}}), Error);
}
