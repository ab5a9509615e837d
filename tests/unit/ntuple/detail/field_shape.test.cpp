#include "ramet/ntuple/detail/field_shape.hpp"

#include <string>
#include <vector>

#include "unit/ntuple/encode/sample_plan.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"
#include "ramet/object/detail/array_type.hpp"
#include "ramet/schema/detail/class_layouts.hpp"

using namespace ramet;

namespace {

std::vector<schema::ClassSpec> some_classes() {
  return {{.name = "Point", .version = 3, .members = {{"x", "float"}, {"y", "Double32_t"}}},
          {.name = "Named", .members = {{"label", "std::string"}}},
          {.name = "ns::Track",
           .version = 2,
           .bases = {"Point", "Named"},
           .members = {{"hits", "std::vector<Point>"}, {"color", "enum Color"}, {"m", "int[2][3]"}}},
          {.name = "Maybe", .members = {{"n", "std::optional<int>"}, {"p", "std::vector<std::optional<Point>>"}}}};
}

ntuple::NTuplePlan typed_plan(const std::string& type_name) {
  const auto classes = some_classes();
  return ntuple::plan_ntuple(
      {"n", "", {{.name = "f", .type = object::array_type_of(type_name, classes), .type_name = type_name}}, classes},
      true);
}

std::string fields_of(const std::string& type_name) { return sample::text_of(typed_plan(type_name)); }

/// Where each column finds its elements: contents from the top down.
std::vector<std::vector<std::size_t>> paths_of(const std::string& type_name) {
  std::vector<std::vector<std::size_t>> paths;
  for (const ntuple::ColumnSource& source : typed_plan(type_name).sources) paths.push_back(source.path);
  return paths;
}

}  // namespace

TEST_CASE("names of types are as the format normalizes them") {
  const auto name = [](const char* text) { return ntuple::normalized_name(schema::TypeName::parse(text)); };
  CHECK(name("vector<int>") == "std::vector<std::int32_t>");
  CHECK(name("std::map<unsigned long long, std::vector<Double32_t> >") ==
        "std::map<std::uint64_t,std::vector<double>>");
  CHECK(name("ROOT::RVec<float>") == "ROOT::VecOps::RVec<float>");
  CHECK(name("std::bitset<12>") == "std::bitset<12>");
  CHECK(name("std::list<string>") == "std::vector<std::string>");
  CHECK(name("std::pair<char,bool>") == "std::pair<char,bool>");
  CHECK(name("ns::Class<short,7>") == "ns::Class<std::int16_t,7>");
  CHECK(name("std::atomic<std::optional<int>>") == "std::atomic<std::optional<std::int32_t>>");
}

TEST_CASE("containers and numbers have the fields of their C++ types") {
  CHECK(fields_of("std::set<short>") ==
        "f 'std::set<std::int16_t>' in 0: SplitIndex64\n_0 'std::int16_t' in 0: SplitInt16\n");
  CHECK(fields_of("std::multimap<int,string>") ==
        "f 'std::multimap<std::int32_t,std::string>' in 0: SplitIndex64\n"
        "_0 'std::pair<std::int32_t,std::string>' in 0:\n"
        "_0 'std::int32_t' in 1: SplitInt32\n_1 'std::string' in 1: SplitIndex64 Char\n");
  CHECK(fields_of("std::tuple<bool,char>") ==
        "f 'std::tuple<bool,char>' in 0:\n_0 'bool' in 0: Bit\n_1 'char' in 0: Char\n");
  CHECK(fields_of("std::bitset<9>") == "f 'std::bitset<9>' in 0: Bit\n");
  CHECK(fields_of("std::atomic<int>") == "f 'std::atomic<std::int32_t>' in 0:\n_0 'std::int32_t' in 0: SplitInt32\n");
  CHECK(fields_of("enum Color") == "f 'Color' in 0:\n_0 'std::int32_t' in 0: SplitInt32\n");
  CHECK(fields_of("Double32_t") == "f 'double' in 0: SplitReal32\n");
  CHECK(fields_of("std::variant<int,std::vector<float>>") ==
        "f 'std::variant<std::int32_t,std::vector<float>>' in 0: Switch\n_0 'std::int32_t' in 0: SplitInt32\n"
        "_1 'std::vector<float>' in 0: SplitIndex64\n_0 'float' in 2: SplitReal32\n");
  CHECK(fields_of("float[2][3]") == fields_of("std::array<std::array<float,3>,2>"));
  CHECK(fields_of("std::unordered_set<ROOT::RVec<int>>") ==
        "f 'std::unordered_set<ROOT::VecOps::RVec<std::int32_t>>' in 0: SplitIndex64\n"
        "_0 'ROOT::VecOps::RVec<std::int32_t>' in 0: SplitIndex64\n_0 'std::int32_t' in 1: SplitInt32\n");
}

TEST_CASE("classes are records, and their bases records in them, with versions and ROOT's checksums") {
  const auto plan = typed_plan("std::vector<ns::Track>");
  CHECK(sample::text_of(plan) ==
        "f 'std::vector<ns::Track>' in 0: SplitIndex64\n_0 'ns::Track' in 0:\n"
        ":_0 'Point' in 1:\nx 'float' in 2: SplitReal32\ny 'double' in 2: SplitReal32\n"
        ":_1 'Named' in 1:\nlabel 'std::string' in 5: SplitIndex64 Char\n"
        "hits 'std::vector<Point>' in 1: SplitIndex64\n_0 'Point' in 7:\nx 'float' in 8: SplitReal32\n"
        "y 'double' in 8: SplitReal32\ncolor 'Color' in 1:\n_0 'std::int32_t' in 11: SplitInt32\n"
        "m 'std::array<std::array<std::int32_t,3>,2>' in 1:\n_0 'std::array<std::int32_t,3>' in 13:\n"
        "_0 'std::int32_t' in 14: SplitInt32\n");
  CHECK(plan.schema.fields[1].type_version == 2);
  CHECK(plan.schema.fields[2].type_version == 3);
  const auto infos = schema::streamer_infos_of(some_classes(), {}, schema::MemberKinds::of_ntuples);
  CHECK(plan.schema.fields[2].type_checksum == infos[0].checksum);
  CHECK(plan.schema.fields[1].type_checksum == infos[2].checksum);
  CHECK(plan.schema.fields[4].type_alias == "Double32_t");
}

TEST_CASE("members of classes may be missing") {
  CHECK(fields_of("Maybe") ==
        "f 'Maybe' in 0:\nn 'std::optional<std::int32_t>' in 0: SplitIndex64\n_0 'std::int32_t' in 1: SplitInt32\n"
        "p 'std::vector<std::optional<Point>>' in 0: SplitIndex64\n_0 'std::optional<Point>' in 3: SplitIndex64\n"
        "_0 'Point' in 4:\nx 'float' in 5: SplitReal32\ny 'double' in 5: SplitReal32\n");
}

TEST_CASE("columns find their values through levels that arrays do not have") {
  using Paths = std::vector<std::vector<std::size_t>>;
  CHECK(paths_of("ns::Track") == Paths{{0}, {1}, {2}, {2}, {3}, {3, 0, 0}, {3, 0, 1}, {4}, {5, 0, 0}});
  CHECK(paths_of("std::atomic<int>") == Paths{{}});
  CHECK(paths_of("std::vector<std::bitset<3>>") == Paths{{}, {0, 0}});
  CHECK(paths_of("std::map<int,float>") == Paths{{}, {0, 0}, {0, 1}});
  CHECK(typed_plan("std::bitset<9>").sources[0].per_empty_entry == 9);
  CHECK(typed_plan("std::map<int,float>").sources[1].per_empty_entry == 0);
}

TEST_CASE("values of another type, and types without fields, are refused") {
  const auto refused = [](const char* type, const char* type_name) {
    CAPTURE(type_name);
    CHECK_THROWS_AS(
        ntuple::plan_ntuple({"n", "", {{.name = "f", .type = array::parse_type(type), .type_name = type_name}}}, true),
        Error);
  };
  refused("int32", "float");
  refused("var * int32", "std::map<int,int>");
  refused("{x: float32}", "Unknown");
  refused("int32", "int*");
  std::string many = "union[int8";
  for (int alternative = 1; alternative < 126; ++alternative) many += ", int8";
  refused((many + "]").c_str(), "");
}
