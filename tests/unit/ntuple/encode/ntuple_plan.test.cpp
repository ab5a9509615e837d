#include "ramet/ntuple/encode/ntuple_plan.hpp"

#include <string>

#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet;
using ntuple::ColumnType;

namespace {

/// Fields and columns, a line each.
std::string text_of(const ntuple::NTuplePlan& plan) {
  std::string text;
  for (const ntuple::Field& field : plan.schema.fields) {
    text += field.name + " '" + field.type_name + "' in " + std::to_string(field.parent.number) + ":";
    for (const auto& columns : field.representations)
      for (const auto column : columns) text += " " + std::string(to_string(plan.schema.column(column).coding.type));
    text += "\n";
  }
  return text;
}

ntuple::NTuplePlan plan_of(const std::string& type, bool is_compressed = true) {
  return ntuple::plan_ntuple({"n", "", {{"f", array::parse_type(type)}}}, is_compressed);
}

}  // namespace

TEST_CASE("types become fields as the specification maps those of the standard library") {
  CHECK(text_of(plan_of("int32")) == "f 'std::int32_t' in 0: SplitInt32\n");
  CHECK(text_of(plan_of("int32", false)) == "f 'std::int32_t' in 0: Int32\n");
  CHECK(text_of(plan_of("bool")) == "f 'bool' in 0: Bit\n");
  CHECK(text_of(plan_of("string")) == "f 'std::string' in 0: SplitIndex64 Char\n");
  CHECK(text_of(plan_of("var * string", false)) ==
        "f 'std::vector<std::string>' in 0: Index64\n_0 'std::string' in 0: Index64 Char\n");
  CHECK(text_of(plan_of("2 * 3 * float64")) ==
        "f 'std::array<std::array<double,3>,2>' in 0:\n_0 'std::array<double,3>' in 0:\n_0 'double' in 1: "
        "SplitReal64\n");
  CHECK(text_of(plan_of("?uint16")) ==
        "f 'std::optional<std::uint16_t>' in 0: SplitIndex64\n_0 'std::uint16_t' in 0: SplitUInt16\n");
  CHECK(text_of(plan_of("union[int8, float32]")) ==
        "f 'std::variant<std::int8_t,float>' in 0: Switch\n_0 'std::int8_t' in 0: Int8\n_1 'float' in 0: "
        "SplitReal32\n");
}

TEST_CASE("records have no type name, and neither have lists of them") {
  CHECK(text_of(plan_of("var * {x: float32, n: uint64}")) ==
        "f '' in 0: SplitIndex64\n_0 '' in 0:\nx 'float' in 1: SplitReal32\nn 'std::uint64_t' in 1: SplitUInt64\n");
}

TEST_CASE("what cannot be stored is refused, naming the field") {
  CHECK_THROWS_WITH_AS(plan_of("?{x: int8}"), doctest::Contains("field 'f'"), Error);
  CHECK_THROWS_WITH_AS(plan_of("{\"a.b\": int8}"), doctest::Contains("'a.b'"), Error);
  const auto number = array::parse_type("int8");
  CHECK_THROWS_WITH_AS(ntuple::plan_ntuple({"n", "", {{"x", number}, {"x", number}}}, true), doctest::Contains("twice"),
                       Error);
  CHECK_THROWS_AS(ntuple::plan_ntuple({"n", "", {{"", number}}}, true), Error);
  CHECK_THROWS_AS(ntuple::plan_ntuple({"", "", {{"x", number}}}, true), Error);
}

TEST_CASE("names have what ROOT allows in them") {
  const auto number = array::parse_type("int8");
  for (const std::string bad : {"a.b", "a/b", "a b", "a\\b", "a\tb", "a\x7f"}) {
    CAPTURE(bad);
    CHECK_THROWS_AS(ntuple::plan_ntuple({"n", "", {{bad, number}}}, true), Error);
    CHECK_THROWS_AS(ntuple::plan_ntuple({bad, "", {{"x", number}}}, true), Error);
  }
  for (const std::string good : {"a\"b", "a:b", "\xc3\xa9"})
    CHECK_NOTHROW(ntuple::plan_ntuple({"n", "", {{good, number}}}, true));
}

TEST_CASE("floating-point numbers may have columns of less precision, wherever in a field they are") {
  ntuple::FieldSpec field{"f", array::parse_type("var * {x: float32, n: int32}")};
  field.real = ntuple::ColumnCoding{ColumnType::real32_trunc, 14};
  CHECK(text_of(ntuple::plan_ntuple({"n", "", {field}}, true)) ==
        "f '' in 0: SplitIndex64\n_0 '' in 0:\nx 'float' in 1: Real32Trunc\nn 'std::int32_t' in 1: SplitInt32\n");
  for (const ntuple::ColumnCoding wrong :
       {ntuple::ColumnCoding{ColumnType::real32_trunc, 32}, ntuple::ColumnCoding{ColumnType::real32_quant, 8, 1, 1},
        ntuple::ColumnCoding{ColumnType::split_real32, 32}}) {
    field.real = wrong;
    CHECK_THROWS_AS(ntuple::plan_ntuple({"n", "", {field}}, true), Error);
  }
}
