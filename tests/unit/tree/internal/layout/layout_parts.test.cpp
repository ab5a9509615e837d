#include "ramet/tree/internal/layout/layout_parts.hpp"

#include <doctest/doctest.h>

using namespace ramet;
using namespace ramet::tree;

TEST_CASE("layout parts: every number has the coding and the C++ name of its type") {
  CHECK(named_coding(schema::Fundamental::uint16).name == "uint16_t");
  CHECK(named_coding(schema::Fundamental::uint16).coding == NumberCoding::plain(array::NumberType::uint16));
  CHECK(named_coding(schema::Fundamental::double32).name == "Double32_t");
  CHECK(named_coding(schema::Fundamental::double32).coding.stored_size() == 4);
  CHECK(named_coding(schema::Fundamental::float16, schema::parse_range("[0,0,10]")).coding.mantissa_bits == 10);
}

TEST_CASE("layout parts: shapes nest from the outside in") {
  CHECK(to_string(shaped({2, 3}, array::Type::string())) == "2 * 3 * string");
  CHECK(brackets({2, 3}) == "[2][3]");
  CHECK(shape_of("x[n][2][3]", 6) == Shape{2, 3});
  CHECK(shape_of("x[2]", 5) == Shape{5});
  CHECK(shape_of("x", 1).empty());
}

TEST_CASE("layout parts: fixed and counted numbers, and strings") {
  const NamedCoding number = named_coding(schema::Fundamental::float_);
  CHECK(fixed_layout(number, {2, 3}).row_size() == 24);
  CHECK(fixed_layout(number, {2, 3}).type_name == "float[2][3]");
  const ColumnLayout counted = counted_layout(number, {4}, 1);
  CHECK(to_string(counted.type) == "var * 4 * float32");
  CHECK(counted.type_name == "float[][4]");
  CHECK(counted.skip == 1);
  CHECK(string_layout(Packing::c_string, "char*").type == array::Type::string());
  CHECK_FALSE(unsupported("why").is_readable());
}
