#include "ramet/tree/internal/layout/member_layout.hpp"

#include <memory>

#include "unit/tree/layout/sample_branches.hpp"
#include <doctest/doctest.h>

#include "ramet/bytes/byte_cursor.hpp"
#include "ramet/core/error.hpp"
#include "ramet/object/column_reader.hpp"
#include "ramet/schema/value_range.hpp"

using namespace ramet;
using namespace ramet::tree;
using namespace sample;
namespace code = ramet::schema::type_code;

namespace {

schema::StreamerElement member(std::string name, std::int32_t type, std::string type_name) {
  schema::StreamerElement element;
  element.name = std::move(name);
  element.type = type;
  element.type_name = std::move(type_name);
  if (type == code::stl) element.element_class = "TStreamerSTL";
  return element;
}

/// A file that describes one class, "Track" of version 2, with these members.
std::shared_ptr<const ClassLayouts> classes_of(std::vector<schema::StreamerElement> members) {
  std::vector<schema::StreamerInfo> infos(1);
  infos[0].class_name = "Track";
  infos[0].version = 2;
  infos[0].checksum = 1234;
  infos[0].elements = std::move(members);
  return std::make_shared<const ClassLayouts>(std::make_shared<const schema::StreamerInfos>(std::move(infos)), nullptr);
}

/// The layout of the only member, "x", of a class.
ColumnLayout layout_of_member(schema::StreamerElement only, int kind = 0) {
  only.name = "x";
  Branch branch = element("Track", only.type, kind);
  branch.element_class_version = 2;
  const auto classes = classes_of({std::move(only)});
  branch.classes = classes.get();
  return layout_of(branch);
}

}  // namespace

TEST_CASE("member layout: whole objects: vectors of numbers, of strings, of vectors; strings") {
  const ColumnLayout numbers = layout_of(element("vector<float>", -1));
  CHECK(numbers.packing == Packing::standard_vector);
  CHECK(to_string(numbers.type) == "var * float32");
  CHECK(numbers.type_name == "std::vector<float>");
  CHECK(numbers.skip == 10);
  const ColumnLayout nested = layout_of(element("vector<vector<unsigned short> >", -1));
  CHECK(to_string(nested.type) == "var * var * uint16");
  CHECK(nested.coding.type == array::NumberType::uint16);
  CHECK(nested.skip == 0);
  CHECK(nested.type_name == "std::vector<std::vector<uint16_t>>");
  CHECK(layout_of(element("vector<vector<string> >", -1)).type_name == "std::vector<std::vector<std::string>>");
  CHECK(type_of(element("vector<string>", -1)) == "var * string");
  CHECK(type_of(element("vector<vector<string> >", -1)) == "var * var * string");
  CHECK(type_of(element("vector<bool>", -1)) == "var * bool");
  CHECK(type_of(element("ROOT::VecOps::RVec<float>", -1)) == "var * float32");
  CHECK(layout_of(element("ROOT::VecOps::RVec<float>", -1)).type_name == "ROOT::VecOps::RVec<float>");
  CHECK(type_of(element("vector<Long64_t>", -1)) == "var * int64");
  CHECK(layout_of(element("string", -1)).packing == Packing::standard_string);
}

TEST_CASE("member layout: objects that are not read yet name their class, however strange it is") {
  for (const char* const name :
       {"Track", "map<int,Track>", "vector<", "", "vector<float*>", "vector<float>*", "<<<>>>"}) {
    CAPTURE(name);
    const ColumnLayout layout = layout_of(element(name, -1));
    CHECK(layout.packing == Packing::unsupported);
    CHECK(layout.reason.starts_with(std::string(name) + ": "));
  }
  std::string deep;
  for (int i = 0; i < 100000; ++i) deep += "vector<";
  CHECK(layout_of(element(deep, -1)).packing == Packing::unsupported);
}

TEST_CASE("member layout: collections of a class that the file does not describe are read as long as they are empty") {
  for (const char* const name : {"vector<Track>", "vector<list<Track> >"})
    CHECK(layout_of(element(name, -1)).packing == Packing::streamed);
}

TEST_CASE("member layout: members of split objects") {
  CHECK(type_of(element("Track", 5)) == "float32");
  CHECK(type_of(element("Track", code::fixed_array + 3, 0, 4)) == "4 * int32");
  CHECK(layout_of(element("Track", code::tstring)).type_name == "TString");
  const ColumnLayout counted = layout_of(element("Track", code::counted_array + 8));
  CHECK(counted.packing == Packing::counted);
  CHECK(to_string(counted.type) == "var * float64");
  CHECK(counted.skip == 1);
  CHECK(type_of(element("Track", 5, 31)) == "var * float32");
  CHECK(type_of(element("Track", code::fixed_array + 5, 41, 2)) == "var * 2 * float32");
}

TEST_CASE("member layout: members that are not read yet say so, for any streamer type") {
  CHECK(type_of(element("Track", code::counted_array + 5, 31)) ==
        "counted arrays in objects of a collection with an unknown counter");
  CHECK(type_of(element("Track", code::stl)) == "a member of class Track, which the file does not describe");
  CHECK(type_of(element("Track", code::double32)) == "a member of class Track, which the file does not describe");
  for (const int type : {-2, 0, 300, 500, 2147483647, -2147483647 - 1}) {
    CAPTURE(type);
    CHECK(layout_of(element("Track", type)).packing == Packing::unsupported);
  }
}

TEST_CASE("member layout: a collection's branch has the number of its objects") {
  for (const int kind : {3, 4}) {
    Branch collection = element("vector<Track>", -1, kind);
    collection.branches.emplace_back();
    CHECK(type_of(collection) == "int32");
    CHECK(collection.is_group());
  }
}

TEST_CASE("member layout: the class's layout completes an ambiguous type code") {
  CHECK(to_string(layout_of_member(member("x", code::counter, "UInt_t")).type) == "uint32");
  CHECK(to_string(layout_of_member(member("x", code::counter, "Int_t")).type) == "uint32");  // a count has no sign
  schema::StreamerElement packed = member("x", code::double32, "Double32_t");
  packed.range = schema::parse_range("[0,100,16]");
  CHECK(layout_of_member(packed).coding.form == NumberCoding::Form::ranged);
  CHECK(to_string(layout_of_member(packed, 41).type) == "var * float64");
  schema::StreamerElement matrix = member("x", code::fixed_array + code::short_, "short");
  matrix.array_length = 6;
  matrix.array_dimensions = 2;
  matrix.dimensions = {2, 3};
  CHECK(to_string(layout_of_member(matrix).type) == "2 * 3 * int16");
  CHECK(to_string(layout_of_member(matrix, 31).type) == "var * 2 * 3 * int16");
}

TEST_CASE("member layout: strings and containers have a head as members, one for all objects of a collection") {
  const ColumnLayout text = layout_of_member(member("x", code::stl, "string"));
  CHECK(text.packing == Packing::standard_string);
  CHECK(text.has_head);
  CHECK_FALSE(layout_of_member(member("x", code::tstring, "TString")).has_head);
  const ColumnLayout numbers = layout_of_member(member("x", code::stl, "vector<float>"));
  CHECK(numbers.packing == Packing::standard_vector);
  CHECK(numbers.skip == 10);
  const ColumnLayout sets = layout_of_member(member("x", code::stl, "set<int>"), 41);
  CHECK(sets.is_repeated);
  CHECK(sets.has_head);
  CHECK(to_string(sets.type) == "var * var * int32");
  CHECK(sets.type_name == "std::set<int32_t>[]");
  CHECK(to_string(layout_of_member(member("x", code::tstring, "TString"), 31).type) == "var * string");
  CHECK(to_string(layout_of_member(member("x", code::stl, "map<int,string>")).type) ==
        "var * {first: int32, second: string}");
  CHECK(layout_of_member(member("x", code::stl, "map<int,Hit>")).reason.starts_with("map<int,Hit>: "));
}

TEST_CASE("member layout: bits of objects are told from numbers of one size") {
  CHECK(layout_of(element("TObject", code::bits)).packing == Packing::object_bits);
  CHECK(type_of(element("TObject", code::bits)) == "uint32");
  CHECK(type_of(element("TObject", code::bits, 31)) == "var * uint32");
}

TEST_CASE("member layout: a member is found by its place, or by its name where that place is another's") {
  const auto classes = classes_of({member("fBase", 3, "int"), member("fX", 5, "float"), member("fY[3]", 5, "float")});
  const auto found = [&](std::string name, int id, int version, std::uint32_t checksum) {
    Branch branch = element("Track", 5, 0, 1, id);
    branch.name = std::move(name);
    branch.element_class_version = version;
    branch.element_checksum = checksum;
    const MemberPlace place = find_member(branch, classes->view());
    return place ? place.member().name : "none";
  };
  CHECK(found("fX", 1, 2, 0) == "fX");
  CHECK(found("tracks.fX", 1, 2, 0) == "fX");
  CHECK(found("fX.", 1, 2, 0) == "fX");
  CHECK(found("fX[4]", 1, 2, 0) == "fX");
  CHECK(found("fX", 0, 2, 0) == "fX");
  CHECK(found("fX", 70000, 9, 1234) == "fX");
  CHECK(found("notfX", 1, 2, 0) == "none");
  CHECK(found("fX", 1, 9, 0) == "none");
  CHECK(found("fX", -2, 2, 0) == "none");
}

TEST_CASE("member layout: members of other classes are read as their class says") {
  const ColumnLayout object = layout_of_member(member("x", code::any, "Track"));
  CHECK(object.packing == Packing::unsupported);  // it holds itself
  const ColumnLayout pairs = layout_of_member(member("x", code::stl, "map<string,double>"), 41);
  CHECK(pairs.packing == Packing::streamed);
  CHECK(pairs.needs_counts());
  CHECK(to_string(pairs.type) == "var * var * {first: string, second: float64}");
}

TEST_CASE("member layout: a pair that no file describes is known by its name") {
  Branch second = element("pair<int,vector<float> >", code::stl, 41, 1, 1);
  CHECK(type_of(second) == "var * var * float32");
  second.element_id = 2;
  CHECK(layout_of(second).packing == Packing::unsupported);
}

TEST_CASE("member layout: a whole object has a head only if its class streams itself") {
  const auto classes = classes_of({member("x", code::int_, "int")});
  Branch whole = element("Track", -1);
  whole.classes = classes.get();
  CHECK(type_of(whole) == "{x: int32}");
  array::ArrayBuilder bare(layout_of(whole).type);
  const std::vector<std::byte> four(4);
  bytes::ByteCursor cursor(four);
  layout_of(whole).reader->append(cursor, 1, bare);
  CHECK(bare.length == 1);
  whole.element_kind = -1;
  cursor = bytes::ByteCursor(four);
  CHECK_THROWS_AS(layout_of(whole).reader->append(cursor, 1, bare), Error);
}
