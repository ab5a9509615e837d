#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "ramet/core/error.hpp"
#include "ramet/object/detail/array_type.hpp"
#include "ramet/object/internal/storing/write_plan.hpp"
#include "ramet/schema/detail/class_layouts.hpp"

using namespace ramet;
using namespace ramet::object;
using namespace ramet::object::internal;

namespace {

const std::vector<schema::ClassSpec> classes = {
    {.name = "Point", .version = 2, .members = {{"x", "float"}, {"y", "float"}}},
    {.name = "Line", .version = 2, .bases = {"Point"}, .members = {{"ends", "Point[2]"}, {"n", "short[3]"}}},
    {.name = "Mixed",
     .version = 2,
     .members = {{"a", "int"}, {"b", "int"}, {"name", "std::string"}, {"c", "Point"}, {"d", "short"}}},
    {.name = "Rooted", .version = 3, .bases = {"TObject"}, .members = {{"x", "float"}}},
    {.name = "Large", .version = 2, .members = {{"values", "float[5000]"}}},
};

WritePlan plan_of(const std::string& type) {
  static const schema::StreamerInfos infos(schema::streamer_infos_of(classes));
  static std::vector<std::shared_ptr<const StoredType>> kept;
  kept.push_back(StoredType::compile({.file = &infos, .catalogue = nullptr}, type, Place::item));
  return compile_write(kept.back()->form(), array_type_of(type, classes));
}

}  // namespace

TEST_CASE("an object of numbers is one image, with its head and byte count, and numbers side by side are one run") {
  const WritePlan point = plan_of("Point");
  CHECK(point.image.bytes.size() == 6 + 8);
  CHECK(point.image.bytes[3] == std::byte{10});
  CHECK(point.image.bytes[5] == std::byte{2});
  CHECK(point.image.numbers.size() == 2);

  const WritePlan line = plan_of("Line");
  CHECK(line.image.bytes.size() == 6 + 14 + 2 * 14 + 6);
  CHECK(line.image.numbers.size() == 2 + 4 + 1);
  CHECK(line.image.numbers.back().count == 3);
  CHECK(line.image.numbers.back().per_value == 3);
}

TEST_CASE("a TObject is ten bytes of an object that nothing refers to") {
  const WritePlan rooted = plan_of("Rooted");
  CHECK(rooted.image.bytes.size() == 6 + 10 + 4);
  CHECK(rooted.image.bytes[7] == std::byte{1});
  REQUIRE(rooted.image.numbers.size() == 1);
  CHECK(rooted.image.numbers[0].offset == 16);
}

TEST_CASE("members of fixed size that follow each other are written together") {
  const WritePlan mixed = plan_of("Mixed");
  CHECK(mixed.image.bytes.empty());
  REQUIRE(mixed.parts.size() == 3);
  CHECK(mixed.parts[0].image.numbers.size() == 2);
  CHECK(mixed.parts[1].image.bytes.empty());
  CHECK(mixed.parts[1].place == 2);
  CHECK(mixed.parts[2].image.bytes.size() == 14 + 2);
}

TEST_CASE("large objects have no image") { CHECK(plan_of("Large").image.bytes.empty()); }

TEST_CASE("objects are found wherever they are") {
  CHECK(holds_objects(plan_of("std::vector<std::vector<Point>>")));
  CHECK(holds_objects(plan_of("std::map<int,Mixed>")));
  CHECK(holds_objects(plan_of("std::map<int,float>")));
  CHECK_FALSE(holds_objects(plan_of("std::vector<std::vector<float>>")));
}
