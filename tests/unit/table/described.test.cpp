#include "ramet/table/described.hpp"

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet;
using namespace ramet::table;

namespace {

struct Event {
  std::int64_t number = 0;
  float weight = 0;
  bool good = false;
  std::vector<double> energies;
  std::array<std::int16_t, 3> cells{};
  std::string tag;
};

struct Nothing {};
struct Cell {
  std::int32_t id = 0;
};

struct Header {
  std::int32_t run = 0;
  std::vector<std::array<float, 2>> beams;
};

struct Record : Header {
  std::string label;
  std::vector<Cell> cells;
  std::map<std::int32_t, Cell> named;
  std::vector<std::vector<float>> waves;
};

struct Derived : Header {};

}  // namespace

template <>
struct ramet::array::Description<Event> {
  static constexpr auto members =
      std::tuple(member("number", &Event::number), member("weight", &Event::weight), member("good", &Event::good),
                 member("energies", &Event::energies), member("cells", &Event::cells), member("tag", &Event::tag));
};
template <>
struct ramet::array::Description<Nothing> {
  static constexpr std::tuple<> members{};
};
template <>
struct ramet::array::Description<Derived> {
  using bases = std::tuple<Header>;
  static constexpr std::tuple<> members{};
};
template <>
struct ramet::array::Description<Cell> {
  static constexpr auto members = std::tuple(member("id", &Cell::id));
  static constexpr std::array class_names = {"Cell"};
};
template <>
struct ramet::array::Description<Header> {
  static constexpr auto members = std::tuple(member("run", &Header::run), member("beams", &Header::beams));
};
template <>
struct ramet::array::Description<Record> {
  using bases = std::tuple<Header>;
  static constexpr auto members = std::tuple(member("label", &Record::label), member("cells", &Record::cells),
                                             member("named", &Record::named), member("waves", &Record::waves));
};

TEST_CASE("described tables: the schema of a described struct has a column for each member") {
  const Schema schema = schema_of<Event>("Events", "a title");
  CHECK(schema.name == "Events");
  CHECK(schema.title == "a title");
  std::vector<std::string> columns;
  for (const Column& column : schema.columns) columns.push_back(column.name + " " + to_string(column.type));
  CHECK(columns == std::vector<std::string>{"number int64", "weight float32", "good bool", "energies var * float64",
                                            "cells 3 * int16", "tag string"});
}

TEST_CASE(
    "described tables: what needs the name of its C++ type in the file has it, with the classes that it is made of") {
  const Schema schema = schema_of<Record>("Records");
  std::vector<std::string> columns;
  for (const Column& column : schema.columns) columns.push_back(column.name + ": " + column.type_name);
  CHECK(columns == std::vector<std::string>{"run: ", "beams: std::vector<std::array<float,2>>",
                                            "label: ", "cells: std::vector<Cell>", "named: std::map<std::int32_t,Cell>",
                                            "waves: std::vector<std::vector<float>>"});
  REQUIRE(schema.classes.size() == 1);
  CHECK(schema.classes[0].name == "Cell");
}

TEST_CASE("described tables: vectors and strings are stored as such, or counted where that is asked for") {
  for (const Column& column : schema_of<Event>("Events").columns) CHECK(column.form == ListForm::standard_vector);
  for (const Column& column : schema_of<Event>("Events", "", ListForm::counted).columns)
    CHECK(column.form == ListForm::counted);
  CHECK(schema_of<Record>("Records", "", ListForm::counted).columns[1].type_name.empty());
  CHECK(schema_of<Record>("Records", "", ListForm::counted).columns[3].type_name == "std::vector<Cell>");
}

TEST_CASE("described tables: a struct without members has no schema, and one whose bases have members has") {
  CHECK_THROWS_WITH_AS(schema_of<Nothing>("Events"),
                       "table 'Events' would have no columns: the described struct has no members", Error);
  CHECK(schema_of<Derived>("Events").columns.size() == schema_of<Header>("Events").columns.size());
}
