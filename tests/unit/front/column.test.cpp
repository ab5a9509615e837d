#include "ramet/front/column.hpp"

#include <cstdint>
#include <string>
#include <vector>

#include "unit/write/sample_output.hpp"
#include <doctest/doctest.h>

#include "ramet/array/value_column.hpp"

using namespace ramet;
using front::Column;
using sample::error_of;

namespace {

template <class Value>
Column column_of(std::string name, const std::vector<Value>& values) {
  array::ArrayBuilder array(array::ValueColumn<Value>::type());
  for (const Value& value : values) array::ValueColumn<Value>::append(array, value);
  return {std::move(name), std::move(array).finish()};
}

}  // namespace

TEST_CASE("column: numbers, lists and strings are looked at where they are") {
  const Column run = column_of<std::int32_t>("run", {3, 4});
  CHECK(run.numbers<std::int32_t>()[1] == 4);
  CHECK(run.size() == 2);
  const Column pt = column_of<std::vector<float>>("pt", {{1, 2}, {}, {3}});
  const auto lists = pt.lists<float>();
  CHECK(lists.size() == 3);
  CHECK(lists[0].size() == 2);
  CHECK(lists[1].empty());
  CHECK(lists[2][0] == 3);
  CHECK(lists.items().size() == 3);
  const Column tag = column_of<std::string>("tag", {"", "one", "two"});
  CHECK(tag.strings().size() == 3);
  CHECK(tag.strings()[0].empty());
  CHECK(tag.strings()[2] == "two");
}

TEST_CASE("column: another type is refused, with both named") {
  const Column run = column_of<std::int32_t>("run", {3});
  CHECK(error_of([&] { run.numbers<float>(); }) == "misuse: column 'run' is int32, not float32");
  CHECK(error_of([&] { run.lists<std::int32_t>(); }) == "misuse: column 'run' is int32, not var * int32");
  CHECK(error_of([&] { run.strings(); }) == "misuse: column 'run' is int32, not string");
}

TEST_CASE("columns: by name or by number; a name that was not read is an error that suggests one") {
  std::vector<Column> made;
  made.push_back(column_of<std::int32_t>("run", {3}));
  made.push_back(column_of<float>("energy", {1.5F}));
  const front::Columns columns(std::move(made));
  CHECK(columns.size() == 2);
  CHECK(columns["energy"].numbers<float>()[0] == 1.5F);
  CHECK(columns[0].name() == "run");
  CHECK(error_of([&] { columns["enregy"]; }) == "not_found: column 'enregy' was not read; did you mean 'energy'?");
  std::string names;
  for (const Column& column : columns) names += column.name() + " ";
  CHECK(names == "run energy ");
}
