#include "ramet/ntuple/internal/encode/field_planner.hpp"

#include <string>

#include "unit/ntuple/encode/sample_plan.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet;
using ntuple::ColumnType;
using sample::plan_of;
using sample::text_of;

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

TEST_CASE("floating-point numbers may have columns of less precision, wherever in a field they are") {
  const table::Column column{
      .name = "f", .type = array::parse_type("var * {x: float32, n: int32}"), .packed_range = "[0,0,5]"};
  CHECK(text_of(ntuple::plan_ntuple({"n", "", {column}}, true)) ==
        "f '' in 0: SplitIndex64\n_0 '' in 0:\nx 'float' in 1: Real32Trunc\nn 'std::int32_t' in 1: SplitInt32\n");
}

TEST_CASE("an empty entry has an element in each column outside of collections, or as many as arrays have") {
  const auto plan =
      plan_of("{a: int8, b: 2 * 3 * bool, c: var * int8, d: 4 * string, e: 2 * var * 2 * int8, f: ?int8}");
  std::vector<std::uint64_t> elements;
  for (const ntuple::ColumnSource& source : plan.sources) elements.push_back(source.per_empty_entry);
  CHECK(elements == std::vector<std::uint64_t>{1, 6, 1, 0, 4, 0, 2, 0, 1, 0});
}
