#include <cstdint>
#include <string>
#include <vector>

#include "../made_up_class.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"
#include "ramet/object/object_graph.hpp"

using namespace ramet;
using namespace ramet::object;
using namespace ramet_test;
namespace code = ramet::schema::type_code;

namespace {

schema::StreamerInfos named_layouts() {
  return schema::StreamerInfos({layout("TNamed", 1,
                                       {base_element("TObject", 1), element("fName", code::tstring, "TString"),
                                        element("fTitle", code::tstring, "TString")}),
                                layout("Point", 1, {element("x", code::int_, "int")}),
                                layout("TPad", 2, {element("fXtoPixel", code::double_, "double")}),
                                layout("TMatrixTBase<double>", 5,
                                       {element("fNrows", code::int_, "int"), element("fNcols", code::int_, "int")})});
}

ObjectGraph read(const ObjectWriter& writer, std::string_view class_name) {
  const schema::StreamerInfos infos = named_layouts();
  return read_graph(record_of(writer), key_length, class_name,
                    FormCache(std::make_shared<const schema::StreamerInfos>(infos), nullptr));
}

std::string name_of(const Value& value) { return *value.object()->find("fName")->get_if<std::string>(); }

/// The beginning that all collections share.
void collection_head(ObjectWriter& writer, std::string_view name) {
  writer.tobject();
  writer.string(name);
}

}  // namespace

TEST_CASE("a TList has a name and objects, null ones too") {
  ObjectWriter writer(key_length);
  writer.list("a list", 3, [&](std::size_t item) {
    if (item == 1) return writer.null();
    writer.object("TNamed", [&] { writer.tnamed("item " + std::to_string(item), ""); });
  });
  const ObjectGraph graph = read(writer, "TList");
  const Object& list = *graph.root().object();
  const auto& items = *list.items().get_if<Value::List>();
  CHECK(name_of(graph.root()) == "a list");
  CHECK(list.find("fSize")->integer() == 3);
  CHECK(name_of(items[0]) == "item 0");
  CHECK(items[1].is_null());
  CHECK(name_of(items[2]) == "item 2");
}

TEST_CASE("a TObjArray has a lower bound, too") {
  ObjectWriter writer(key_length);
  writer.object_array("", 1, [&](std::size_t) { writer.object("TNamed", [&] { writer.tnamed("item", ""); }); });
  const ObjectGraph graph = read(writer, "TObjArray");
  CHECK(graph.root().object()->find("fLowerBound")->integer() == 0);
  CHECK(name_of(graph.root().object()->items().get_if<Value::List>()->at(0)) == "item");
}

TEST_CASE("a TMap leads from keys to values, which may be the same object") {
  ObjectWriter writer(key_length);
  writer.versioned(3, [&] {
    collection_head(writer, "");
    writer.write(std::int32_t{1});
    const ObjectIdentity key = writer.object("TNamed", [&] { writer.tnamed("key", ""); });
    writer.reference(key);
  });
  const ObjectGraph graph = read(writer, "TMap");
  const auto& items = *graph.root().object()->items().get_if<Value::Associations>();
  REQUIRE(items.size() == 1);
  CHECK(name_of(items[0].key) == "key");
  CHECK(items[0].key.object() == items[0].value.object());
}

TEST_CASE("a TClonesArray of objects one after the other has gaps where none is") {
  ObjectWriter writer(key_length);
  writer.versioned(4, [&] {
    collection_head(writer, "points");
    writer.string("Point;1");
    writer.write(std::int32_t{2});
    writer.write(std::int32_t{0});
    writer.write(std::uint8_t{0});
    writer.write(std::uint8_t{1});
    writer.versioned(1, [&] { writer.write(std::int32_t{7}); });
  });
  const ObjectGraph graph = read(writer, "TClonesArray");
  const auto& items = *graph.root().object()->items().get_if<Value::List>();
  REQUIRE(items.size() == 2);
  CHECK(items[0].is_null());
  CHECK(items[1].object()->find("x")->integer() == 7);
}

TEST_CASE("a TClonesArray of members one after the other is an array of them") {
  ObjectWriter writer(key_length);
  writer.versioned(4, [&] {
    writer.tobject(1U << 12);  // TClonesArray::kBypassStreamer
    writer.string("points");
    writer.string("Point;1");
    writer.write(std::int32_t{3});
    writer.write(std::int32_t{0});
    for (const std::int32_t x : {7, 8, 9}) writer.write(x);
  });
  const ObjectGraph graph = read(writer, "TClonesArray");
  const auto* items = graph.root().object()->items().get_if<Value::Array>();
  REQUIRE(items != nullptr);
  const array::Array& points = (*items)->content(0);
  CHECK(points.length() == 3);
  CHECK(points.content(0).numbers<std::int32_t>()[2] == 9);
}

TEST_CASE("a TObject has its bits, and a process number only if it is referenced") {
  for (const std::uint32_t bits : {0U, 1U << 4}) {
    CAPTURE(bits);
    ObjectWriter writer(key_length);
    writer.tobject(bits, 5);
    if (bits != 0) writer.write(std::uint16_t{1});
    const ObjectGraph graph = read(writer, "TObject");
    CHECK(graph.root().object()->find("fUniqueID")->integer() == 5);
    CHECK(graph.root().object()->find("fBits")->integer() == bits);
  }
}

TEST_CASE("a collection of more objects than bytes is corrupt") {
  ObjectWriter writer(key_length);
  writer.versioned(3, [&] {
    collection_head(writer, "");
    writer.write(std::int32_t{1'000'000'000});
    writer.write(std::int32_t{0});
  });
  CHECK_THROWS_AS(read(writer, "TObjArray"), Error);
}

TEST_CASE("a TCanvas is a TPad, a display and its sizes; the rest is left behind") {
  ObjectWriter writer(key_length);
  writer.versioned(8, [&] {
    writer.versioned(2, [&] { writer.write(0.5); });
    writer.string("here");
    writer.write(std::int32_t{1});
    writer.write(std::uint8_t{1});
    for (const float size : {1.F, 2.F, 3.F, 4.F}) writer.write(size);
    for (const std::uint32_t size : {5U, 6U, 7U, 8U, 9U, 10U}) writer.write(size);
    writer.write(std::uint64_t{0});
  });
  const ObjectGraph graph = read(writer, "TCanvas");
  const Object& canvas = *graph.root().object();
  CHECK(*canvas.find("fXtoPixel")->get_if<double>() == 0.5);
  CHECK(*canvas.find("fDISPLAY")->get_if<std::string>() == "here");
  CHECK(*canvas.find("fYsizeReal")->get_if<double>() == 4.0);
  CHECK(canvas.find("fCh")->integer() == 10);
}

TEST_CASE("a symmetric matrix has its upper triangle, behind the byte count of its base") {
  ObjectWriter writer(key_length);
  writer.versioned(5, [&] {
    writer.write(std::int32_t{2});
    writer.write(std::int32_t{2});
  });
  for (const double value : {1.0, 2.0, 3.0}) writer.write(value);
  const ObjectGraph graph = read(writer, "TMatrixTSym<double>");
  const Object& matrix = *graph.root().object();
  CHECK(matrix.class_name() == "TMatrixTSym<double>");
  CHECK(matrix.find("fNcols")->integer() == 2);
  const auto numbers = (*matrix.find("fElements")->get_if<Value::Array>())->content(0).numbers<double>();
  CHECK(std::vector<double>(numbers.begin(), numbers.end()) == std::vector<double>{1, 2, 3});
}
