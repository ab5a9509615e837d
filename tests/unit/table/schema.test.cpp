#include "ramet/table/schema.hpp"

#include <doctest/doctest.h>

using namespace ramet;
using namespace ramet::table;

TEST_CASE("table schema: the counter of a list is named for it, unless it names one") {
  Column column{.name = "pt", .type = array::parse_type("var * float32")};
  CHECK(counter_of(column) == "npt");
  column.counter = "nMuon";
  CHECK(counter_of(column) == "nMuon");
}

TEST_CASE("table schema: packed types without a range are packed with an empty one") {
  Column column{.name = "x", .type = array::parse_type("float64")};
  CHECK(packed_range_of(column).empty());
  for (const char* const type_name : {"Double32_t", "Float16_t", "Double32_t[3]"}) {
    column.type_name = type_name;
    CHECK(packed_range_of(column) == "[]");
  }
  column.packed_range = "[0,1,8]";
  CHECK(packed_range_of(column) == "[0,1,8]");
  column.packed_range.clear();
  column.type_name = "double";
  CHECK(packed_range_of(column).empty());
}
