#include <string>
#include <utility>
#include <vector>

#include "../../described_structs.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"
#include "ramet/object/internal/structs/value_plan.hpp"

using namespace ramet;
using namespace ramet::object;
using namespace ramet::object::internal;
using namespace ramet_test;
namespace code = ramet::schema::type_code;

namespace {

template <class Value>
OwnedPlan compile(const schema::StreamerInfos& infos, std::string_view type) {
  return compile_struct(StoredType::compile({&infos, nullptr}, type, Place::whole), TargetTypes::of<Value>());
}

}  // namespace

TEST_CASE("struct compiler: numbers that stand together are one step, unwanted ones among them") {
  const schema::StreamerInfos infos(
      {layout("Item", 1,
              {text_element("name"), element("id", code::int_, "int"), element("unwanted", code::short_, "short"),
               element("x", code::double_, "double"), element("y", code::double_, "double")})});
  const OwnedPlan plan = compile<Item>(infos, "Item");
  const LayoutSteps& layout = plan.whole.object->layouts.at(0);
  REQUIRE(layout.steps.size() == 2);
  CHECK(layout.steps[0].bytes == 0);
  CHECK(layout.steps[1].bytes == 4 + 2 + 8 + 8);
  CHECK(layout.columns.size() == 5);
}

TEST_CASE("struct compiler: a layout that cannot be converted is kept with its reason, the others can be read") {
  const schema::StreamerInfos infos(
      {layout("Item", 1, {element("name", code::int_, "int")}), layout("Item", 2, {text_element("name")})});
  const OwnedPlan plan = compile<Item>(infos, "Item");
  CHECK(plan.whole.object->layouts.at(0).reason.empty());  // the latest comes first
  CHECK(plan.whole.object->layouts.at(1).reason == "Item.name: a number cannot be read as a text");
}

TEST_CASE("struct compiler: a class that cannot become the type is refused") {
  const schema::StreamerInfos infos({});
  CHECK_THROWS_AS(compile<Item>(infos, "vector<int>"), Error);
  CHECK_THROWS_AS(compile<int>(infos, "string"), Error);
  CHECK_THROWS_AS((compile<std::array<int, 3>>(infos, "array<int,4>")), Error);
  CHECK_THROWS_WITH_AS(compile<Item>(infos, "Unknown"), doctest::Contains("Unknown"), Error);
}

TEST_CASE("struct compiler: a class that is its own base, and bases that multiply without end, are corrupt") {
  const schema::StreamerInfos self({layout("Item", 1, {base_element("Item", 1)})});
  CHECK_THROWS_WITH_AS(compile<Item>(self, "Item"), doctest::Contains("base of itself"), Error);
  std::vector<schema::StreamerInfo> many;
  for (int level = 0; level < 20; ++level) {
    const std::string name = level == 0 ? "Item" : "A" + std::to_string(level);
    std::vector elements(8, base_element("A" + std::to_string(level + 1), 1));
    elements.push_back(element("n" + std::to_string(level), code::counter, "int"));
    many.push_back(layout(name, 1, std::move(elements)));
  }
  CHECK_THROWS_AS(compile<Item>(schema::StreamerInfos(std::move(many)), "Item"), Error);
}

TEST_CASE("struct compiler: several arrays with one counter are refused, not misread") {
  auto arrays = counted_element("fV", code::counted_array + code::int_, "n");
  arrays.array_length = 2;
  const schema::StreamerInfos infos({layout("Evolved", 1, {element("n", code::counter, "int"), arrays})});
  const OwnedPlan plan = compile<Evolved>(infos, "Evolved");
  CHECK(plan.whole.object->layouts.at(0).reason.find("fV: several arrays") != std::string::npos);
}

TEST_CASE("struct compiler: a class that holds itself is matched once") {
  const schema::StreamerInfos infos({layout("Config", 1, {standard_element("patterns", "vector<Config>")})});
  const OwnedPlan plan = compile<Config>(infos, "Config");
  CHECK(plan.objects.objects.size() == 2);  // as a Config, and as a Pattern
}
