#include "ramet/object/object_graph.hpp"

#include <string>

#include "unit/object/made_up_class.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using namespace ramet::object;
using namespace ramet_test;
namespace code = ramet::schema::type_code;

namespace {

/// A derived from B derived from C; x is in A and in C, y only in C.
schema::StreamerInfos nested_layouts() {
  return schema::StreamerInfos({layout("C", 1, {element("x", code::int_, "int"), element("y", code::int_, "int")}),
                                layout("B", 2, {base_element("C", 1)}),
                                layout("A", 3, {base_element("B", 2), element("x", code::double_, "double")})});
}

ObjectGraph read_nested() {
  ObjectWriter writer(key_length);
  writer.versioned(3, [&] {
    writer.versioned(2, [&] {
      writer.versioned(1, [&] {
        writer.write(std::int32_t{1});
        writer.write(std::int32_t{2});
      });
    });
    writer.write(3.0);
  });
  const schema::StreamerInfos infos = nested_layouts();
  return read_graph(record_of(writer), key_length, "A",
                    FormCache(std::make_shared<const schema::StreamerInfos>(infos), nullptr));
}

}  // namespace

TEST_CASE("a member is found in the object first, then in its bases") {
  const ObjectGraph graph = read_nested();
  const Object& object = *graph.root().object();
  CHECK(object.class_name() == "A");
  CHECK(object.version() == 3);
  CHECK(*object.find("x")->get_if<double>() == 3.0);
  CHECK(object.find("y")->integer() == 2);
  CHECK(object.find("z") == nullptr);
  CHECK(object.find("B") == nullptr);  // a base is no member
}

TEST_CASE("a base is an object of its own, found however deep it lies") {
  const ObjectGraph graph = read_nested();
  const Object& object = *graph.root().object();
  REQUIRE(object.find_base("C") != nullptr);
  CHECK(object.find_base("C")->find("x")->integer() == 1);
  CHECK(object.find_base("B")->find_base("C") == object.find_base("C"));
  CHECK(object.find_base("A") == nullptr);
  CHECK(graph.object_count() == 3);
  CHECK(object.place() == key_length);
  CHECK(object.find_base("C")->place() == 0);
}

TEST_CASE("a graph that is moved keeps its objects where they are") {
  ObjectGraph graph = read_nested();
  const Object* object = graph.root().object();
  const ObjectGraph moved = std::move(graph);
  CHECK(moved.root().object() == object);
  CHECK(object->find("y")->integer() == 2);
}
