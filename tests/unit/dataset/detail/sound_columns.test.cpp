#include "ramet/dataset/detail/sound_columns.hpp"

#include <map>
#include <set>

#include <doctest/doctest.h>

#include "ramet/array/array_builder.hpp"
#include "ramet/core/error.hpp"

using namespace ramet;
using namespace ramet::dataset;
using array::Array;
using array::Type;

namespace {

using Names = std::vector<std::string>;

/// A table of columns that are made of others, some of which are damaged.
struct Table {
  std::vector<Column> columns;
  std::set<std::string> damaged;
  std::map<std::string, std::uint64_t> lengths;  // of those that do not have 3 values

  void add(const std::string& name, const std::string& own_name, const std::string& type) {
    Column column;
    column.name = name;
    column.own_name = own_name;
    if (!type.empty()) column.type = array::parse_type(type);
    columns.push_back(column);
  }

  std::vector<Array> read(const Names& names, std::vector<DamagedColumn>& left_out) const {
    const auto read_one = [&](const std::string& name) {
      for (const std::string& one : damaged)
        if (one == name || one.starts_with(name + "/") || one.starts_with(name + "."))
          detail::fail(ErrorKind::corrupt, "'{}' is damaged", one);
      const auto found = std::ranges::find(columns, name, &Column::name);
      if (found == columns.end()) detail::fail(ErrorKind::not_found, "no '{}'", name);
      array::ArrayBuilder made(*found->type);
      const auto length = lengths.find(name);
      append_zeros(made, length == lengths.end() ? 3 : length->second);
      return std::move(made).finish();
    };
    return read_sound(names, columns, read_one, left_out);
  }
};

Table some_table() {
  Table table;
  table.add("Muon", "Muon", "{\"Muon.pt\": float32, \"Muon.eta\": float64, inner: {x: int32, y: int8}}");
  table.add("Muon/Muon.pt", "Muon.pt", "float32");
  table.add("Muon/Muon.eta", "Muon.eta", "float64");
  table.add("Muon/odd", "odd", "");
  table.add("Muon/inner", "inner", "{x: int32, y: int8}");
  table.add("Muon/inner/x", "x", "int32");
  table.add("Muon/inner/y", "y", "int8");
  table.add("hits", "hits", "var * 2 * {a: int32, b: string}");
  table.add("hits.a", "a", "var * 2 * int32");
  table.add("hits.b", "b", "var * 2 * string");
  table.add("hitsy.c", "c", "int32");
  table.add("n", "n", "int32");
  return table;
}

}  // namespace

TEST_CASE("sound columns: what is sound is read as it is") {
  const Table table = some_table();
  std::vector<DamagedColumn> left_out;
  const auto columns = table.read({"Muon", "n"}, left_out);
  CHECK(columns[0].type() == *table.columns[0].type);
  CHECK(to_string(columns[1].type()) == "int32");
  CHECK(left_out.empty());
}

TEST_CASE("sound columns: members that are damaged are left out and named, however deep they lie") {
  Table table = some_table();
  table.damaged = {"Muon/Muon.pt", "Muon/inner/x"};
  std::vector<DamagedColumn> left_out;
  const auto columns = table.read({"n", "Muon"}, left_out);
  array::validate(columns[1]);
  CHECK(columns[1].length() == 3);
  CHECK(to_string(columns[1].type()) == "{\"Muon.eta\": float64, inner: {y: int8}}");
  REQUIRE(left_out.size() == 2);
  CHECK(left_out[0].name == "Muon/Muon.pt");
  CHECK(left_out[0].reason == "'Muon/Muon.pt' is damaged");
  CHECK(left_out[1].name == "Muon/inner/x");
}

TEST_CASE("sound columns: of lists of records members are left out in the same way") {
  Table table = some_table();
  table.damaged = {"hits.b"};
  std::vector<DamagedColumn> left_out;
  const auto columns = table.read({"hits"}, left_out);
  array::validate(columns[0]);
  CHECK(columns[0].length() == 3);
  CHECK(to_string(columns[0].type()) == "var * 2 * {a: int32}");
  REQUIRE(left_out.size() == 1);
  CHECK(left_out[0].name == "hits.b");
}

TEST_CASE("sound columns: what is not made of others, or of damaged ones only, is an error") {
  Table table = some_table();
  table.damaged = {"n", "hits.a", "hits.b"};
  std::vector<DamagedColumn> left_out;
  for (const char* const name : {"n", "hits", "hits.a"}) CHECK_THROWS_AS(table.read({name}, left_out), Error);
  table.damaged.clear();
  CHECK_THROWS_WITH_AS(table.read({"absent"}, left_out), "no 'absent'", Error);
}

TEST_CASE("sound columns: members whose lists differ are corrupt") {
  Table table = some_table();
  table.add("hits.d", "d", "var * 2 * bool");
  table.damaged = {"hits.b"};
  table.lengths = {{"hits.d", 4}};
  std::vector<DamagedColumn> left_out;
  CHECK_THROWS_WITH_AS(table.read({"hits"}, left_out), "member 'd' has lists of different lengths than its siblings",
                       Error);
}
