#include "ramet/object/stored_form.hpp"

#include <algorithm>
#include <string>

#include "made_up_class.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet;
using namespace ramet::object;
using namespace ramet_test;
namespace code = schema::type_code;

namespace {

/// A Hit, a Track with Hits and a base, a Node that holds Nodes, and a class that nobody can read.
schema::StreamerInfos detector() {
  auto hits = element("hits", code::stl, "vector<Hit>");
  hits.stl_type = 1;
  auto children = element("children", code::stl, "vector<Node>");
  children.stl_type = 1;
  return schema::StreamerInfos(
      {layout("Hit", 2,
              {element("x", code::float_, "float"), array_element("cell", code::int_ + code::fixed_array, 2)}),
       layout("Hit", 1, {element("x", code::double_, "double")}),
       layout("Point", 1, {element("x", code::float_, "float"), element("z", code::float_, "float")}),
       layout("Track", 3,
              {base_element("Point", 1), element("x", code::int_, "int"), hits,
               element("name", code::tstring, "TString")}),
       layout("Node", 1, {element("id", code::int_, "int"), children}),
       layout("Odd", 1, {element("secret", code::streamer, "Secret")})});
}

std::string type_of(std::string_view name) {
  const schema::StreamerInfos infos = detector();
  return array::to_string(column_type(StoredType::compile({.file = &infos}, name, Place::whole)->form()));
}

}  // namespace

TEST_CASE("each type of a file has a type as a column") {
  CHECK(type_of("int") == "int32");
  CHECK(type_of("Double32_t") == "float64");
  CHECK(type_of("string") == "string");
  CHECK(type_of("TString") == "string");
  CHECK(type_of("TArrayS") == "var * int16");
  CHECK(type_of("TDatime") == "{fDatime: uint32}");
  CHECK(type_of("vector<bool>") == "var * bool");
  CHECK(type_of("bitset<12>") == "12 * bool");
  CHECK(type_of("array<float,3>") == "3 * float32");
  CHECK(type_of("map<int,vector<string> >") == "var * {first: int32, second: var * string}");
  CHECK(type_of("vector<pair<int,float> >") == "var * {first: int32, second: float32}");
  CHECK(type_of("Hit") == "{x: float32, cell: 2 * int32}");
  CHECK(type_of("vector<Hit*>") == "var * ?{x: float32, cell: 2 * int32}");
  CHECK(type_of("vector<Unknown>") == "var * {}");  // of which there should be none
}

TEST_CASE("records have the names of their classes, which are no part of the type") {
  const schema::StreamerInfos infos = detector();
  const array::Type type = column_type(StoredType::compile({.file = &infos}, "vector<Track>", Place::whole)->form());
  const array::Type& track = type.contents[0];
  CHECK(track.class_name == "Track");
  const auto hits = std::ranges::find(track.names, "hits");
  REQUIRE(hits != track.names.end());
  CHECK(track.contents[static_cast<std::size_t>(hits - track.names.begin())].contents[0].class_name == "Hit");
  const array::Type map = column_type(StoredType::compile({.file = &infos}, "map<int,Hit>", Place::whole)->form());
  CHECK(map.contents[0].class_name.empty());
  CHECK(map.contents[0].contents[1].class_name == "Hit");
  CHECK(type == array::parse_type(array::to_string(type)));
}

TEST_CASE("members of a base are the object's own, and a name met twice gets a mark") {
  CHECK(type_of("Track") ==
        "{x: float32, z: float32, \"x'\": int32, hits: var * {x: float32, cell: 2 * int32}, name: string}");
}

TEST_CASE("a type without a column names the member that is the reason") {
  for (const auto& [name, text] : {std::pair("Node", "Node.children"), std::pair("Odd", "Odd.secret: class 'Secret'"),
                                   std::pair("Unknown", "'Unknown'"), std::pair("TMap", "class 'TMap'")}) {
    CAPTURE(name);
    try {
      type_of(name);
      FAIL("no error");
    } catch (const Error& error) {
      CHECK(error.kind() == ErrorKind::unsupported);
      CHECK(std::string(error.what()).find(text) != std::string::npos);
    }
  }
}

TEST_CASE("a class that holds itself has a form, in which it is met again") {
  const schema::StreamerInfos infos = detector();
  const auto node = StoredType::compile({.file = &infos}, "Node", Place::whole);
  const ClassForm& of_class = *node->form().of_class;
  CHECK(&of_class == node->find_class("Node"));
  CHECK(of_class.layouts.at(0).members.at(1).form.contents.at(0).of_class == &of_class);
  CHECK(node->find_class("Hit") == nullptr);
}

TEST_CASE("heads depend on where a value stands") {
  const auto head_of = [](std::string_view type, Place place) {
    return StoredType::compile({}, type, place)->form().head;
  };
  CHECK(head_of("vector<int>", Place::whole) == Head::none);
  CHECK(head_of("vector<int>", Place::member) == Head::column);
  CHECK(head_of("vector<int>", Place::item) == Head::none);
  CHECK(head_of("string", Place::member) == Head::column);
  CHECK(head_of("string", Place::whole) == Head::none);
  CHECK(head_of("TString", Place::member) == Head::none);
  CHECK(head_of("int", Place::member) == Head::none);
}

TEST_CASE("the latest layout of a class comes first, and a head finds each by version or checksum") {
  const schema::StreamerInfos infos = detector();
  const auto hit = StoredType::compile({.file = &infos}, "Hit", Place::whole);
  const ClassForm& of_class = *hit->form().of_class;
  CHECK(of_class.layouts.at(0).version == 2);
  CHECK(of_class.find(1, 0) == &of_class.layouts.at(1));
  CHECK(of_class.find(3, 0) == nullptr);
  CHECK(of_class.find(0, 77) == nullptr);
}

TEST_CASE("a class is found however its template arguments are spelled") {
  const schema::StreamerInfos infos({layout("Box<int>", 1, {element("x", code::int_, "int")})});
  for (const auto* name : {"Box<int>", "Box<Int_t>", "Box<const int>"}) {
    CAPTURE(name);
    CHECK(array::to_string(column_type(StoredType::compile({.file = &infos}, name, Place::whole)->form())) ==
          "{x: int32}");
  }
}

TEST_CASE("a member alone has the form that it has in its class") {
  const schema::StreamerInfos infos = detector();
  const schema::StreamerInfo& track = *infos.find("Track", 3);
  CHECK(array::to_string(column_type(StoredType::of_member({.file = &infos}, track, 1)->form())) == "int32");
  CHECK(StoredType::of_member({.file = &infos}, track, 2)->form().head == Head::column);
  CHECK(StoredType::of_member({.file = &infos}, track, 0)->form().head == Head::base);
  CHECK_THROWS_AS(StoredType::of_member({.file = &infos}, track, 4), Error);
}

TEST_CASE("dimensions that are not of the array's length are corrupt") {
  auto wrong = array_element("x", code::int_ + code::fixed_array, 6);
  wrong.array_dimensions = 2;
  wrong.dimensions = {3, 3};
  const schema::StreamerInfos infos({layout("A", 1, {wrong})});
  CHECK_THROWS_AS(StoredType::compile({.file = &infos}, "A", Place::whole), Error);
}

TEST_CASE("a form is free of pointers if nothing in it is one") {
  const schema::StreamerInfos infos = detector();
  const auto is_free = [&](std::string_view type) {
    return is_free_of_pointers(StoredType::compile({.file = &infos}, type, Place::whole)->form());
  };
  CHECK(is_free("Track"));
  CHECK(is_free("Node"));
  CHECK_FALSE(is_free("vector<Hit*>"));
  CHECK_FALSE(is_free("TList"));
}

TEST_CASE("an object without a head has the layout of a checksum, a version, or the latest") {
  const schema::StreamerInfos infos = detector();
  const auto version = [&](std::int32_t wanted, std::uint32_t checksum) {
    const auto type = StoredType::without_head({.file = &infos}, "Hit", wanted, checksum);
    CHECK(type->form().head == Head::none);
    return type->form().of_class->layouts.front().version;
  };
  CHECK(version(1, 0) == 1);
  CHECK(version(2, 0) == 2);
  CHECK(version(7, 0) == 2);
}
