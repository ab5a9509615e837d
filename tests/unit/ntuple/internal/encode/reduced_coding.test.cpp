#include "ramet/ntuple/internal/encode/reduced_coding.hpp"

#include <string>

#include <doctest/doctest.h>

#include "ramet/core/error.hpp"
#include "ramet/ntuple/detail/ntuple_plan.hpp"

using namespace ramet;
using ntuple::ColumnType;

namespace {

table::Column packed(std::string range) {
  return {.name = "x", .type = array::parse_type("float64"), .packed_range = std::move(range)};
}

table::Column half() { return {.name = "x", .type = array::parse_type("float32"), .half_precision = true}; }

}  // namespace

TEST_CASE("a packed range becomes a column of as many bits") {
  const auto ranged = ntuple::reduced_coding_of(packed("[0,100,16]"));
  REQUIRE(ranged);
  CHECK(ranged->type == ColumnType::real32_quant);
  CHECK(ranged->bits == 16);
  CHECK(ranged->minimum == 0);
  CHECK(ranged->maximum == 100);
  CHECK(ntuple::reduced_coding_of(packed("[-0.1,1e-05,31]"))->bits == 31);  // limits that are rounded
  CHECK(ntuple::reduced_coding_of(packed("[0.1,0.7,7]"))->bits == 7);
  const auto cut = ntuple::reduced_coding_of(packed("[0,0,12]"));
  REQUIRE(cut);
  CHECK(cut->type == ColumnType::real32_trunc);
  CHECK(cut->bits == 21);  // a sign, 8 of the exponent, 12 of the mantissa
}

TEST_CASE("numbers keep their bits without a range, and a Double32_t without one is a float32") {
  CHECK_FALSE(ntuple::reduced_coding_of(packed("")));
  CHECK_FALSE(ntuple::is_double32(packed("")));
  CHECK_FALSE(ntuple::reduced_coding_of(packed("[]")));
  CHECK(ntuple::is_double32(packed("[]")));
}

TEST_CASE("half precision is Real16, not split: ROOT knows no SplitReal16") {
  CHECK(ntuple::reduced_coding_of(half())->type == ColumnType::real16);
}

TEST_CASE("what is no range is refused, and so are two ways at once") {
  table::Column both = half();
  both.packed_range = "[0,1,8]";
  CHECK_THROWS_WITH_AS(ntuple::reduced_coding_of(both), doctest::Contains("half precision"), Error);
  CHECK_THROWS_WITH_AS(ntuple::reduced_coding_of(packed("text")), doctest::Contains("[minimum,maximum,bits]"), Error);
}
