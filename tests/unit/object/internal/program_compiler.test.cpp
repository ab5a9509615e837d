#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "../made_up_class.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"
#include "ramet/object/internal/program.hpp"

using namespace ramet;
using namespace ramet::object;
using namespace ramet::object::internal;
using namespace ramet_test;
namespace code = ramet::schema::type_code;

namespace {

struct Fields {
  std::int32_t number = 0;
  std::string text;
  std::vector<float> numbers;
  ObjectIdentity pointer;
  ObjectBits bits;
  void read(ObjectReader&) {}
};
using FieldMember = Member<Fields>;

CompiledPlan compiled(const schema::StreamerInfos& infos, std::vector<FieldMember> members) {
  std::vector<Target> targets;
  for (const FieldMember& member : members) targets.push_back(member.target());
  std::vector<std::string> found;
  return compile_plan({&infos, nullptr}, *infos.find_latest("A"), targets, found);
}

schema::StreamerInfos one_class(std::vector<schema::StreamerElement> elements) {
  return schema::StreamerInfos({layout("A", 1, std::move(elements))});
}

std::string unsupported(const schema::StreamerInfos& infos, std::vector<FieldMember> members = {}) {
  try {
    compiled(infos, std::move(members));
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::unsupported);
    return error.what();
  }
  return "no error";
}

}  // namespace

TEST_CASE("unwanted members of fixed size are one step") {
  const auto infos = one_class({element("a", code::int_, "int"), element("b", code::double_, "double"),
                                array_element("c", code::fixed_array + code::short_, 5),
                                element("d", code::bool_, "bool"), element("when", code::any, "TDatime")});
  const CompiledPlan plan = compiled(infos, {});
  REQUIRE(plan.program.operations.size() == 1);
  CHECK(plan.program.operations[0].action == Action::bytes);
  CHECK(plan.program.operations[0].count == 4 + 8 + 10 + 1 + 4);
}

TEST_CASE("a wanted member between unwanted ones is a step of its own") {
  const auto infos = one_class({element("a", code::int_, "int"), element("b", code::double_, "double"),
                                element("number", code::int_, "int"), element("d", code::bool_, "bool")});
  const CompiledPlan plan = compiled(infos, {FieldMember::at<&Fields::number>("number")});
  REQUIRE(plan.program.operations.size() == 3);
  CHECK(plan.program.operations[0].count == 12);
  CHECK(plan.program.operations[1].target == 0);
  CHECK(plan.program.operations[2].count == 1);
}

TEST_CASE("a base without wanted members is skipped as a whole, one with them is entered in every known version") {
  const schema::StreamerInfos infos({layout("A", 1, {base_element("Empty", 1), base_element("Full", 2)}),
                                     layout("Empty", 1, {element("a", code::int_, "int")}),
                                     layout("Full", 1, {element("number", code::short_, "short")}),
                                     layout("Full", 2, {element("number", code::int_, "int")})});
  const CompiledPlan plan = compiled(infos, {FieldMember::at<&Fields::number>("number")});
  REQUIRE(plan.program.operations.size() == 2);
  CHECK(plan.program.operations[0].action == Action::object);
  CHECK(plan.program.operations[1].action == Action::base);
  REQUIRE(plan.program.bases.size() == 1);
  CHECK(plan.program.bases[0].size() == 2);
}

TEST_CASE("a base that has a wanted counter only is entered") {
  const schema::StreamerInfos infos(
      {layout("A", 1,
              {base_element("Counting", 1), counted_element("numbers", code::counted_array + code::float_, "n")}),
       layout("Counting", 1, {element("n", code::counter, "int")})});
  const CompiledPlan plan = compiled(infos, {FieldMember::at<&Fields::numbers>("numbers")});
  REQUIRE(plan.program.operations.size() == 2);
  CHECK(plan.program.operations[0].action == Action::base);
}

TEST_CASE("a TArray as base can be asked for by its class or as fArray") {
  const auto infos = one_class({base_element("TArrayF", 1)});
  for (const std::string_view name : {"TArrayF", "fArray"}) {
    const CompiledPlan plan = compiled(infos, {FieldMember::at<&Fields::numbers>(name)});
    REQUIRE(plan.program.operations.size() == 1);
    CHECK(plan.program.operations[0].action == Action::array);
    CHECK(plan.program.operations[0].target == 0);
  }
}

TEST_CASE("a wanted member of the wrong kind is unsupported, and the message names it") {
  const auto infos =
      one_class({element("number", code::int_, "int"), element("text", code::tstring, "TString"),
                 element("pointer", code::object_pointer, "TList*"), element("object", code::object, "TList"),
                 array_element("numbers", code::fixed_array + code::float_, 3)});
  CHECK(unsupported(infos, {FieldMember::at<&Fields::text>("number")}).find("member 'number' of class 'A'") == 0);
  CHECK(unsupported(infos, {FieldMember::at<&Fields::number>("text")}) != "no error");
  CHECK(unsupported(infos, {FieldMember::at<&Fields::number>("numbers")}) != "no error");
  CHECK(unsupported(infos, {FieldMember::at<&Fields::numbers>("number")}) != "no error");
  CHECK(unsupported(infos, {FieldMember::at<&Fields::number>("pointer")}) != "no error");
  CHECK(unsupported(infos, {FieldMember::at<&Fields::pointer>("object")}) != "no error");
  CHECK(unsupported(infos, {FieldMember::at<&Fields::bits>("object")}) != "no error");
  CHECK(unsupported(infos, {FieldMember::at<&Fields::read>("object"), FieldMember::at<&Fields::read>("number")}) ==
        "no error");
}

TEST_CASE("a member counted by one that does not come before it is unsupported") {
  CHECK(unsupported(one_class({counted_element("x", code::counted_array + code::int_, "n")})).find("'n'") !=
        std::string::npos);
}

TEST_CASE("a type code that is not known is unsupported") {
  CHECK(unsupported(one_class({element("x", 99'999, "int")})).find("type code 99999") != std::string::npos);
}

TEST_CASE("more counters than there is room for are unsupported") {
  std::vector<schema::StreamerElement> elements;
  for (std::size_t i = 0; i <= most_counters; ++i)
    elements.push_back(element("n" + std::to_string(i), code::counter, "int"));
  CHECK(unsupported(one_class(elements)) != "no error");
}

TEST_CASE("a class that is its own base is corrupt") {
  const schema::StreamerInfos infos({layout("A", 1, {base_element("A", 1)})});
  CHECK_THROWS_AS(compiled(infos, {}), Error);
}

TEST_CASE("bases that multiply without end are corrupt") {
  std::vector<schema::StreamerInfo> many;
  for (int level = 0; level < 20; ++level) {
    const std::string name = level == 0 ? "A" : "A" + std::to_string(level);
    const std::string below = "A" + std::to_string(level + 1);
    many.push_back(layout(name, 1, std::vector(8, base_element(below, 1))));
  }
  CHECK_THROWS_AS(compiled(schema::StreamerInfos(std::move(many)), {}), Error);
}

TEST_CASE("the size of a number in the file follows its type and range") {
  using schema::Fundamental;
  CHECK(stored_size(Fundamental::uint16, {}) == 2);
  CHECK(stored_size(Fundamental::int64, {}) == 8);
  CHECK(stored_size(Fundamental::float16, {}) == 3);
  CHECK(stored_size(Fundamental::float16, {.factor = 1}) == 4);
  CHECK(stored_size(Fundamental::double32, {}) == 4);
}
