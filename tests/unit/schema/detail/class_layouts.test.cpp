#include "ramet/schema/detail/class_layouts.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet::schema;

namespace {

/// Classes whose checksums ROOT 6.40 has made, with a compiled dictionary.
std::vector<ClassSpec> known_classes() {
  return {
      {.name = "Point", .members = {{"x", "float"}, {"y", "float"}}},
      {.name = "Base", .members = {{"id", "int"}, {"w", "std::vector<float>"}}},
      {.name = "Other", .members = {{"d", "double"}}},
      {.name = "ns::In", .members = {{"s", "short"}}},
      {.name = "Ver", .version = 3, .members = {{"a", "int"}}},
      {.name = "Track",
       .bases = {"Base", "Other"},
       .members = {{"pt", "float"},
                   {"e", "double"},
                   {"ok", "bool"},
                   {"c", "char"},
                   {"sc", "signed char"},
                   {"uc", "unsigned char"},
                   {"s", "short"},
                   {"us", "unsigned short"},
                   {"ui", "unsigned int"},
                   {"l", "long"},
                   {"ul", "unsigned long"},
                   {"ll", "long long"},
                   {"ull", "unsigned long long"},
                   {"i8", "std::int8_t"},
                   {"u8", "std::uint8_t"},
                   {"i16", "std::int16_t"},
                   {"u16", "std::uint16_t"},
                   {"i32", "std::int32_t"},
                   {"u32", "std::uint32_t"},
                   {"i64", "std::int64_t"},
                   {"u64", "std::uint64_t"},
                   {"d32", "Double32_t"},
                   {"d32r", "Double32_t", "[0,100,16]"},
                   {"f16", "Float16_t"},
                   {"col", "enum Color"},
                   {"cov", "float[6]"},
                   {"m", "double[2][3]"},
                   {"sa", "std::array<float,3>"},
                   {"saa", "std::array<std::array<float,2>,3>"},
                   {"name", "std::string"},
                   {"hits", "std::vector<int>"},
                   {"vv", "std::vector<std::vector<float>>"},
                   {"vs", "std::vector<std::string>"},
                   {"pts", "std::vector<Point>"},
                   {"mp", "std::map<int,float>"},
                   {"mpp", "std::map<std::string,std::vector<Point>>"},
                   {"st", "std::set<int>"},
                   {"mm", "std::multimap<int,Point>"},
                   {"um", "std::unordered_map<int,double>"},
                   {"us2", "std::unordered_set<short>"},
                   {"ms", "std::multiset<float>"},
                   {"li", "std::list<int>"},
                   {"dq", "std::deque<double>"},
                   {"pr", "std::pair<int,float>"},
                   {"prp", "std::pair<int,Point>"},
                   {"bs", "std::bitset<16>"},
                   {"p", "Point"},
                   {"in", "ns::In"},
                   {"vb", "std::vector<bool>"},
                   {"v64", "std::vector<std::int64_t>"},
                   {"vL64", "std::vector<Long64_t>"},
                   {"vu8", "std::vector<std::uint8_t>"},
                   {"vi8", "std::vector<std::int8_t>"},
                   {"va", "std::vector<std::array<float,2>>"},
                   {"vp", "std::vector<std::pair<int,float>>"},
                   {"pa", "Point[2]"},
                   {"vmap", "std::vector<std::map<int,float>>"},
                   {"names", "std::string[2]"},
                   {"vecs", "std::vector<int>[2]"},
                   {"fl", "std::forward_list<int>"},
                   {"ver", "Ver"},
                   {"vver", "std::vector<Ver>"}}},
  };
}

const StreamerInfo& info_of(const std::vector<StreamerInfo>& infos, std::string_view name) {
  const auto found = std::ranges::find(infos, name, &StreamerInfo::class_name);
  REQUIRE(found != infos.end());
  return *found;
}

const StreamerElement& element_of(const StreamerInfo& info, std::string_view name) {
  const auto found = std::ranges::find(info.elements, name, &StreamerElement::name);
  REQUIRE(found != info.elements.end());
  return *found;
}

std::string complaint_about(const std::vector<ClassSpec>& classes) {
  try {
    streamer_infos_of(classes);
  } catch (const ramet::Error& error) {
    CHECK(error.kind() == ramet::ErrorKind::misuse);
    return error.what();
  }
  return "no complaint";
}

}  // namespace

TEST_CASE("described classes have the checksums that ROOT gives them") {
  const auto infos = streamer_infos_of(known_classes());
  CHECK(info_of(infos, "Point").checksum == 0x5a132fc7);
  CHECK(info_of(infos, "Base").checksum == 0x410eef13);
  CHECK(info_of(infos, "Other").checksum == 0x16ce5ed);
  CHECK(info_of(infos, "ns::In").checksum == 0x1ac78c3);
  CHECK(info_of(infos, "Ver").checksum == 0x18881);
  CHECK(info_of(infos, "Track").checksum == 0x62d3efc8);
  CHECK(info_of(infos, "pair<int,float>").checksum == 0x69032978);
  CHECK(info_of(infos, "pair<int,Point>").checksum == 0x4f3a5ad0);
  CHECK(info_of(infos, "array<float,2>").checksum == 0x6f5327a4);
}

TEST_CASE("a class with the base TObject is as ROOT describes it") {
  const std::vector<ClassSpec> classes = {{.name = "TVector3",
                                           .version = 3,
                                           .bases = {"TObject"},
                                           .members = {{"fX", "double"}, {"fY", "double"}, {"fZ", "double"}}},
                                          {.name = "TLorentzVector",
                                           .version = 4,
                                           .bases = {"TObject"},
                                           .members = {{"fP", "TVector3"}, {"fE", "double"}}}};
  const auto infos = streamer_infos_of(classes);
  REQUIRE(infos.size() == 2);
  CHECK(infos[0].checksum == 0xabb6be1e);
  CHECK(infos[1].checksum == 0xe3dec1a1);
  CHECK(infos[0].elements[0].type == type_code::tobject);
  CHECK(infos[0].elements[0].base_checksum == 0x901bc02d);
  CHECK(infos[1].elements[1].element_class == "TStreamerObject");
  CHECK(infos[1].elements[1].type == type_code::object);
  CHECK(infos[1].elements[1].size == 40);
  CHECK_THROWS_WITH_AS(streamer_infos_of(classes, {}, MemberKinds::of_ntuples),
                       "class 'TVector3': base 'TObject' is not described", ramet::Error);
}

TEST_CASE("the classes come first and in their order, then pairs and arrays that they use, each once") {
  std::vector<std::string> names;
  for (const StreamerInfo& info : streamer_infos_of(known_classes())) names.push_back(info.class_name);
  CHECK(names == std::vector<std::string>{"Point", "Base", "Other", "ns::In", "Ver", "Track", "pair<int,float>",
                                          "pair<string,vector<Point> >", "pair<int,Point>", "pair<int,double>",
                                          "array<float,2>"});
}

TEST_CASE("elements have ROOT's kinds, codes and sizes") {
  const auto infos = streamer_infos_of(known_classes());
  const StreamerInfo& track = info_of(infos, "Track");
  struct Row {
    std::string name, kind;
    std::int32_t type, size;
    std::string type_name;
    std::int32_t stl_type, content_type;
  };
  const std::vector<Row> rows = {
      {"Base", "TStreamerBase", 0, 32, "BASE", 0, 0},
      {"ll", "TStreamerBasicType", 16, 8, "Long64_t", 0, 0},
      {"i64", "TStreamerBasicType", 4, 8, "long", 0, 0},
      {"col", "TStreamerBasicType", 3, 4, "Color", 0, 0},
      {"m", "TStreamerBasicType", 28, 48, "double", 0, 0},
      {"saa", "TStreamerBasicType", 25, 24, "float", 0, 0},
      {"name", "TStreamerSTLstring", 300, 32, "string", 365, 365},
      {"hits", "TStreamerSTL", 300, 24, "vector<int>", 1, 3},
      {"vv", "TStreamerSTL", 300, 24, "vector<vector<float> >", 1, 61},
      {"mp", "TStreamerSTL", 300, 48, "map<int,float>", 4, 61},
      {"us2", "TStreamerSTL", 300, 56, "unordered_set<short>", 10, 2},
      {"dq", "TStreamerSTL", 300, 80, "deque<double>", 3, 8},
      {"prp", "TStreamerObjectAny", 62, 12, "pair<int,Point>", 0, 0},
      {"bs", "TStreamerSTL", 300, 8, "bitset<16>", 8, 0},
      {"vb", "TStreamerSTL", 300, 40, "vector<bool>", 1, 18},
      {"pa", "TStreamerObjectAny", 82, 16, "Point", 0, 0},
      {"names", "TStreamerSTLstring", 320, 64, "string", 365, 365},
      {"vecs", "TStreamerSTL", 320, 48, "vector<int>", 1, 3},
      {"fl", "TStreamerSTL", 300, 8, "forward_list<int>", 9, 3},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    const StreamerElement& element = element_of(track, row.name);
    CHECK(element.element_class == row.kind);
    CHECK(element.type == row.type);
    CHECK(element.size == row.size);
    CHECK(element.type_name == row.type_name);
    CHECK(element.stl_type == row.stl_type);
    CHECK(element.content_type == row.content_type);
  }
  CHECK(element_of(track, "saa").array_dimensions == 2);
  CHECK(element_of(track, "saa").dimensions[1] == 2);
  CHECK(element_of(track, "saa").array_length == 6);
  CHECK(element_of(track, "d32r").range.maximum == 100);
  CHECK(element_of(track, "Base").base_checksum == 0x410eef13);
}

TEST_CASE("the pairs of types beside the classes are described, too") {
  const std::vector<std::string> types = {"std::map<int,float>", "std::vector<std::pair<int,std::string>>"};
  std::vector<std::string> names;
  for (const StreamerInfo& info : streamer_infos_of({}, types)) names.push_back(info.class_name);
  CHECK(names == std::vector<std::string>{"pair<int,float>", "pair<int,string>"});
}

TEST_CASE("a class may hold a vector of its own kind, but not itself") {
  CHECK(
      streamer_infos_of(std::vector<ClassSpec>{{.name = "Node", .members = {{"nodes", "std::vector<Node>"}}}}).size() ==
      1);
  CHECK(complaint_about({{.name = "Node", .members = {{"node", "Node"}}}}) ==
        "class 'Node': member 'node': class 'Node' contains itself");
  CHECK(complaint_about({{.name = "A", .bases = {"B"}}, {.name = "B", .bases = {"A"}}}).find("contains itself") !=
        std::string::npos);
}

TEST_CASE("only classes of ntuples have members that may be missing, or of several types") {
  for (const char* type : {"std::optional<Point>", "std::variant<int,Point>", "std::unique_ptr<Point>",
                           "std::vector<std::optional<int>>", "std::atomic<int>"}) {
    const std::vector<ClassSpec> classes = {{.name = "Maybe", .members = {{"m", type}, {"n", "int"}}},
                                            {.name = "Point", .members = {{"x", "float"}}}};
    CHECK(complaint_about(classes).starts_with("class 'Maybe': member 'm': class '"));
    CHECK(streamer_infos_of(classes, {}, MemberKinds::of_ntuples).front().elements.size() == 2);
  }
}

TEST_CASE("a type that cannot be a class is refused with class and member") {
  CHECK(complaint_about({{.name = "A", .members = {{"b", "B"}}}}) ==
        "class 'A': member 'b': class 'B' is not described");
  CHECK(complaint_about({{.name = "A", .members = {{"b", "float*"}}}}) ==
        "class 'A': member 'b': a 'float*' is a pointer");
  CHECK(complaint_about({{.name = "A", .bases = {"B"}}}) == "class 'A': base 'B' is not described");
  CHECK(complaint_about({{.name = "A"}, {.name = "A"}}) == "there are two classes 'A'");
  CHECK(complaint_about({{.name = ""}}) == "class '': a class has no name");
  CHECK(complaint_about({{.name = "A", .members = {{"", "int"}}}}) == "class 'A': member '': it has no name");
  CHECK(complaint_about({{.name = "A", .members = {{"m", "int[99999][99999]"}}}}) ==
        "class 'A': member 'm': it is too large");
}

TEST_CASE("the versions that a class can have are those that are stored with its objects") {
  for (const std::int32_t version : {1, 2, 0x3fff})
    CHECK(complaint_about({{.name = "P", .version = version, .members = {{"x", "int"}}}}) == "no complaint");
  for (const std::int32_t version : {0, -2, 0x4000, 0x7fff, 0x10001, 2147483647, -2147483647 - 1})
    CHECK(complaint_about({{.name = "P", .version = version, .members = {{"x", "int"}}}}) ==
          fmt::format("class 'P': it has version {}, not in 1..16383", version));
}

TEST_CASE("class layouts: a class without ClassDef, and a base without, are stored as of version 1") {
  const std::vector<ClassSpec> classes = {
      {.name = "B", .version = version_without_definition, .members = {{"n", "int"}}},
      {.name = "P", .version = version_without_definition, .bases = {"B"}, .members = {{"x", "int"}}}};
  for (const StreamerInfo& info : streamer_infos_of(classes)) CHECK(info.version == 1);
  CHECK(streamer_infos_of(classes).back().elements.front().base_version == 1);
}
