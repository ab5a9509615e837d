#include "ramet/object/internal/graph_builder.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "../made_up_class.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet;
using namespace ramet::object;
using namespace ramet_test;
namespace code = ramet::schema::type_code;

namespace {

schema::StreamerElement pointer_element(std::string name, std::string type) {
  return element(std::move(name), code::object_pointer, std::move(type));
}

schema::StreamerElement container_element(std::string name, std::string type) {
  auto made = element(std::move(name), code::stl, std::move(type));
  made.element_class = "TStreamerSTL";
  made.stl_type = 1;
  return made;
}

/// Nodes that point to each other.
schema::StreamerInfos node_layouts() {
  return schema::StreamerInfos(
      {layout("Node", 1,
              {element("n", code::int_, "int"), pointer_element("next", "Node*"), pointer_element("other", "Node*")})});
}

ObjectGraph read(const ObjectWriter& writer, const schema::StreamerInfos& infos, std::string_view class_name) {
  return read_graph(record_of(writer), key_length, class_name,
                    FormCache(std::make_shared<const schema::StreamerInfos>(infos), nullptr));
}

const Object& member(const Object& object, std::string_view name) { return *object.find(name)->object(); }

}  // namespace

TEST_CASE("graph: two pointers to one object give one object, and a circle closes") {
  ObjectWriter writer(key_length);
  const std::uint32_t whole = 1;  // how ROOT refers to the key's own object
  writer.versioned(1, [&] {
    writer.write(std::int32_t{1});
    ObjectIdentity second;
    second = writer.object("Node", [&] {
      writer.versioned(1, [&] {
        writer.write(std::int32_t{2});
        writer.write(whole);
        writer.null();
      });
    });
    writer.reference(second);
  });
  const schema::StreamerInfos infos = node_layouts();
  const ObjectGraph graph = read(writer, infos, "Node");
  const Object& first = *graph.root().object();
  CHECK(&member(first, "next") == &member(first, "other"));
  CHECK(&member(member(first, "next"), "next") == &first);
  CHECK(member(first, "next").find("other")->is_null());
  CHECK(graph.object_count() == 2);
}

TEST_CASE("graph: an object may point to itself") {
  ObjectWriter writer(key_length);
  writer.versioned(1, [&] {
    writer.write(std::int32_t{1});
    const ObjectIdentity own = writer.next_identity();
    writer.object("Node", [&] {
      writer.versioned(1, [&] {
        writer.write(std::int32_t{2});
        writer.reference(own);
        writer.reference(own);
      });
    });
    writer.null();
  });
  const schema::StreamerInfos infos = node_layouts();
  const ObjectGraph graph = read(writer, infos, "Node");
  const Object& second = member(*graph.root().object(), "next");
  CHECK(&member(second, "next") == &second);
  CHECK(&member(second, "other") == &second);
}

TEST_CASE("graph: numbers are the widest of their kind, arrays and containers are arrays, texts are texts") {
  auto text = element("text", code::stl, "string");
  text.element_class = "TStreamerSTLstring";
  text.stl_type = code::stl_string;
  const schema::StreamerInfos infos(
      {layout("A", 1,
              {element("flag", code::bool_, "bool"), element("small", code::short_, "short"),
               element("large", code::unsigned_long64, "ULong64_t"), element("real", code::float_, "float"),
               element("name", code::tstring, "TString"), text, element("count", code::counter, "int"),
               counted_element("counted", code::counted_array + code::short_, "count"),
               array_element("fixed", code::fixed_array + code::double_, 2), element("array", code::any, "TArrayF"),
               container_element("list", "vector<int>")})});
  ObjectWriter writer(key_length);
  writer.versioned(1, [&] {
    writer.write(std::uint8_t{1});
    writer.write(std::int16_t{-2});
    writer.write(~std::uint64_t{0});
    writer.write(0.25F);
    writer.string("name");
    writer.versioned(1, [&] { writer.string("text"); });
    writer.write(std::int32_t{3});
    writer.counted<std::int16_t>(std::vector<std::int16_t>{1, 2, 3});
    writer.numbers<double>(std::vector<double>{1.5, 2.5});
    writer.array<float>(std::vector<float>{4});
    writer.versioned(1, [&] { writer.array<std::int32_t>(std::vector<std::int32_t>{7, 8}); });
  });
  const ObjectGraph graph = read(writer, infos, "A");
  const Object& object = *graph.root().object();
  CHECK(*object.find("flag")->get_if<bool>());
  CHECK(*object.find("small")->get_if<std::int64_t>() == -2);
  CHECK(*object.find("large")->get_if<std::uint64_t>() == ~std::uint64_t{0});
  CHECK(*object.find("real")->get_if<double>() == 0.25);
  CHECK(*object.find("name")->get_if<std::string>() == "name");
  CHECK(*object.find("text")->get_if<std::string>() == "text");
  const auto numbers = [&](std::string_view name) -> const array::Array& {
    return (*object.find(name)->get_if<Value::Array>())->content(0);
  };
  CHECK(numbers("counted").numbers<std::int16_t>()[2] == 3);
  CHECK(numbers("fixed").numbers<double>()[1] == 2.5);
  CHECK(numbers("array").numbers<float>()[0] == 4);
  CHECK(numbers("list").numbers<std::int32_t>()[1] == 8);
}

TEST_CASE("graph: an object of an unknown class is unread, and later ones are read") {
  const schema::StreamerInfos infos(
      {layout("A", 1,
              {element("embedded", code::any, "Secret"), pointer_element("pointer", "Secret*"),
               element("last", code::int_, "int")})});
  ObjectWriter writer(key_length);
  const auto secret = [&] { writer.versioned(1, [&] { writer.write(std::int32_t{-1}); }); };
  writer.versioned(1, [&] {
    secret();
    writer.object("Secret", secret);
    writer.write(std::int32_t{5});
  });
  const ObjectGraph graph = read(writer, infos, "A");
  const Object& object = *graph.root().object();
  for (const char* name : {"embedded", "pointer"}) {
    CAPTURE(name);
    const auto* unread = object.find(name)->get_if<Unread>();
    REQUIRE(unread != nullptr);
    CHECK(unread->kind == ErrorKind::unsupported);
    CHECK(unread->reason.find("Secret") != std::string::npos);
  }
  CHECK(object.find("last")->integer() == 5);
}

TEST_CASE("graph: an object with another length than its layout's has no members of its own") {
  const schema::StreamerInfos infos({layout("B", 1, {element("b", code::int_, "int")}),
                                     layout("A", 1, {base_element("B", 1), element("a", code::int_, "int")})});
  for (const int more : {-1, 1}) {
    CAPTURE(more);
    ObjectWriter writer(key_length);
    writer.versioned(1, [&] {
      writer.versioned(1, [&] { writer.write(std::int32_t{1}); });
      for (int i = 0; i < 4 + more; ++i) writer.write(std::uint8_t{0});
    });
    const ObjectGraph graph = read(writer, infos, "A");
    const Object& object = *graph.root().object();
    CHECK(object.find("b")->integer() == 1);
    CHECK(object.find("a")->get_if<Unread>() != nullptr);
  }
}

TEST_CASE("graph: a key of an unknown class is unsupported, and the message names it") {
  const schema::StreamerInfos infos({});
  const ObjectWriter writer(key_length);
  CHECK_THROWS_WITH_AS(read(writer, infos, "Secret"), doctest::Contains("Secret"), Error);
}

TEST_CASE("graph: a layout cannot ask for more values than the bytes justify") {
  std::vector<schema::StreamerElement> elements;
  for (int i = 0; i < 50'000; ++i) elements.push_back(element("m" + std::to_string(i), code::artificial, "int"));
  const schema::StreamerInfos infos({layout("A", 1, {array_element("items", code::fixed_array + code::any, 1000)}),
                                     layout("Wide", 1, std::move(elements))});
  schema::StreamerInfos all = [&] {
    std::vector<schema::StreamerInfo> copies(infos.all().begin(), infos.all().end());
    copies[0].elements[0].type_name = "Wide";
    return schema::StreamerInfos(std::move(copies));
  }();
  ObjectWriter writer(key_length);
  writer.versioned(1, [&] {
    for (int i = 0; i < 1000; ++i) writer.versioned(1, [] {});
  });
  const ObjectGraph graph = read(writer, all, "A");
  const Value* items = graph.root().object()->find("items");
  const bool is_bounded = items->get_if<Unread>() != nullptr ||
                          items->get_if<Value::List>()->back().object()->values()[0].get_if<Unread>() != nullptr;
  CHECK(is_bounded);
  CHECK(graph.object_count() < 100);
}

TEST_CASE("graph: every byte changed in turn gives an error or a graph, never a crash") {
  ObjectWriter writer(key_length);
  writer.versioned(1, [&] {
    writer.write(std::int32_t{1});
    const ObjectIdentity second = writer.object("Node", [&] {
      writer.versioned(1, [&] {
        writer.write(std::int32_t{2});
        writer.null();
        writer.null();
      });
    });
    writer.reference(second);
  });
  const schema::StreamerInfos infos = node_layouts();
  const std::vector<std::byte> record = record_of(writer);
  for (std::size_t place = key_length; place < record.size(); ++place) {
    for (const unsigned flip : {0x01U, 0x40U, 0x80U, 0xFFU}) {
      CAPTURE(place);
      CAPTURE(flip);
      std::vector<std::byte> changed = record;
      changed[place] ^= static_cast<std::byte>(flip);
      try {
        const ObjectGraph graph = read_graph(changed, key_length, "Node",
                                             FormCache(std::make_shared<const schema::StreamerInfos>(infos), nullptr));
        CHECK(graph.object_count() <= 3);
      } catch (const Error& error) {
        const bool is_expected = error.kind() == ErrorKind::corrupt || error.kind() == ErrorKind::unsupported;
        CHECK(is_expected);
      }
    }
  }
}
