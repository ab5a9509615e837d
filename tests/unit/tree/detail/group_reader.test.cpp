#include "ramet/tree/detail/group_reader.hpp"

#include "unit/tree/samples/sample_tree.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet;
using namespace ramet::tree;

namespace {

std::unique_ptr<TreeReader> some_tree() {
  sample::TreeRecipe recipe{sample::schema_of({"int32", "string", "float64"}), {}, {60, 40}};
  for (const char* const type : {"int32", "string", "float64"}) recipe.columns.push_back(sample::noise_of(type, 100));
  return sample::tree_of(sample::file_of(recipe));
}

/// {c0, inner: {c1}, c2}, with the branches of a tree, and one that cannot be read.
Branch group_of(const Tree& tree) {
  Branch inner;
  inner.name = "inner";
  inner.branches = {tree.at("c1")};
  Branch hopeless;
  hopeless.name = "hopeless";
  hopeless.lazy_layout = LazyLayout({.reason = "nobody knows"});
  Branch group;
  group.name = "group";
  group.branches = {tree.at("c0"), hopeless, inner, tree.at("c2")};
  return group;
}

}  // namespace

TEST_CASE("group reader: a group is a record of what is below it, as far as that can be read") {
  const auto reader = some_tree();
  const Branch group = group_of(reader->tree());
  const auto executor = schedule::make_serial_executor();
  CHECK(is_readable_group(group));
  CHECK(to_string(group_type(group)) == "{c0: int32, inner: {c1: string}, c2: float64}");
  const array::Array record = read_group(*reader, group, {{10}, {90}}, {*executor});
  array::validate(record);
  CHECK(record.type() == group_type(group));
  CHECK(record.length() == 80);
  CHECK(
      sample::is_same(record.content(1).content(0), reader->read(reader->tree().at("c1"), {{10}, {90}}, {*executor})));
  CHECK(sample::is_same(record.content(2), reader->read(reader->tree().at("c2"), {{10}, {90}}, {*executor})));
}

TEST_CASE("group reader: members that are damaged are left out by those who ask for their names") {
  const auto reader = some_tree();
  Branch group = group_of(reader->tree());
  const BasketLocation c0 = group.branches[0].baskets.location({0});
  group.branches[0].baskets = BasketIndex({0, 60, 100}, {c0, c0});  // the second is not where it should be
  const auto executor = schedule::make_serial_executor();
  CHECK_THROWS_AS(read_group(*reader, group, {{10}, {90}}, {*executor}), Error);
  std::vector<LeftOut> left_out;
  const array::Array record = read_group(*reader, group, {{10}, {90}}, {*executor}, &left_out);
  array::validate(record);
  CHECK(to_string(record.type()) == "{inner: {c1: string}, c2: float64}");
  CHECK(record.length() == 80);
  CHECK(sample::is_same(record.content(1), reader->read(reader->tree().at("c2"), {{10}, {90}}, {*executor})));
  REQUIRE(left_out.size() == 1);
  CHECK(left_out[0].branch == "c0");
  CHECK(left_out[0].reason.find("branch 'c0', basket 0 at byte") != std::string::npos);
  CHECK(read_objects(*reader, group, {{10}, {90}}, {*executor}, &left_out).names().size() == 2);
}

TEST_CASE("group reader: a group of which nothing can be read says so") {
  const auto reader = some_tree();
  Branch group = group_of(reader->tree());
  group.branches = {group.branches[1]};
  const auto executor = schedule::make_serial_executor();
  CHECK_FALSE(is_readable_group(group));
  CHECK_THROWS_WITH_AS(read_group(*reader, group, {{0}, {1}}, {*executor}),
                       "branch 'group': none of the branches below it can be read", Error);
}

TEST_CASE("group reader: the type of a group is its class, or what its class declares of the member") {
  Branch group;
  group.element_class = "Track";
  CHECK(group_type_name(group) == "Track");
  std::vector<schema::StreamerInfo> infos(1);
  infos[0].class_name = "Event";
  infos[0].version = 1;
  infos[0].elements.resize(2);
  infos[0].elements[0].name = "Base";
  infos[0].elements[0].type_name = "BASE";
  infos[0].elements[1].name = "fTracks";
  infos[0].elements[1].type_name = "vector<Track>";
  const ClassLayouts classes{std::make_shared<const schema::StreamerInfos>(std::move(infos)), nullptr};
  group.classes = &classes;
  group.element_class = "Event";
  group.element_class_version = 1;
  group.element_id = 1;
  group.name = "event.fTracks";
  CHECK(group_type_name(group) == "vector<Track>");
  group.element_id = 0;
  group.name = "event.Base";
  CHECK(group_type_name(group) == "Base");
}

TEST_CASE("group reader: objects have their members' own names, those of bases among them") {
  const auto reader = some_tree();
  const auto named = [&](const char* column, std::string name) {
    Branch branch = reader->tree().at(column);
    branch.name = std::move(name);
    return branch;
  };
  Branch base;
  base.name = "event.Base";
  base.element_kind = 1;
  base.branches = {named("c0", "event.x")};
  Branch point;
  point.name = "event.point";
  point.branches = {named("c1", "event.point.label[3]"), named("c2", "event.point.at.y")};
  Branch identity = named("c0", "event.fBits");
  identity.element_class = "TObject";
  Branch group;
  group.name = "event.";
  group.branches = {base, named("c0", "event.x"), point, identity};
  const auto executor = schedule::make_serial_executor();
  const array::Array record = read_objects(*reader, group, {{10}, {90}}, {*executor});
  array::validate(record);
  CHECK(to_string(record.type()) == "{x: int32, \"x'\": int32, point: {label: string, at: {y: float64}}}");
  group.element_class = "Event";
  group.branches[2].element_class = "Point";
  const array::Type type = objects_type(*reader, group);
  CHECK(type == record.type());
  CHECK(type.class_name == "Event");
  CHECK(type.contents[2].class_name == "Point");
}

TEST_CASE("group reader: a collection is a list of its objects, if its members agree how many there are") {
  sample::TreeRecipe recipe{sample::schema_of({"var * int32", "var * int32"}), {}, {60, 40}};
  recipe.columns.push_back(sample::noise_of("var * int32", 100));
  recipe.columns.push_back(sample::noise_of("var * int32", 101).slice(1, 101));
  const auto reader = sample::tree_of(sample::file_of(recipe));
  Branch collection;
  collection.name = "tracks";
  collection.element_kind = 4;
  collection.branches = {reader->tree().at("c0"), reader->tree().at("c0")};
  collection.branches[0].name = "tracks.x";
  collection.branches[1].name = "tracks.at.y";
  const auto executor = schedule::make_serial_executor();
  const array::Array list = read_objects(*reader, collection, {{10}, {90}}, {*executor});
  array::validate(list);
  CHECK(to_string(list.type()) == "var * {x: int32, at: {y: int32}}");
  CHECK(list.length() == 80);
  collection.element_class = "vector<Track<double> >";
  const array::Type type = objects_type(*reader, collection);
  CHECK(type == list.type());
  CHECK(type.contents[0].class_name == "Track<double>");
  collection.branches[1] = reader->tree().at("c1");
  CHECK_THROWS_AS(read_objects(*reader, collection, {{0}, {100}}, {*executor}), Error);
}
