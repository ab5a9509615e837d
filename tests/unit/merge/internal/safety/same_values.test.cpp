#include "ramet/merge/internal/safety/same_values.hpp"

#include <optional>
#include <variant>

#include "unit/write/sample_output.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using merge::internal::has_same_values;

TEST_CASE("same values: of all kinds, wherever they lie in memory") {
  for (const char* type : {"float64", "bool", "string", "var * float32", "var * var * int16", "var * string",
                           "3 * int32", "{a: int32, b: var * float64}", "var * {a: int32, b: string}"}) {
    CAPTURE(type);
    const array::Array values = sample::noise_of(type, 50, 1);
    const array::Array other = sample::noise_of(type, 50, 2);
    CHECK(has_same_values(values, values));
    CHECK_FALSE(has_same_values(values, other));
    CHECK_FALSE(has_same_values(values, values.slice(0, 49)));
    CHECK_FALSE(has_same_values(values.slice(0, 49), values.slice(1, 50)));
    // The same values at another place: the end of a longer array.
    CHECK(has_same_values(values.slice(20, 40), values.slice(20, 40)));
    CHECK(has_same_values(values.slice(10, 50).slice(10, 30), values.slice(20, 40)));
  }
  CHECK_FALSE(has_same_values(sample::noise_of("int32", 5, 1), sample::noise_of("uint32", 5, 1)));
  CHECK_FALSE(has_same_values(sample::noise_of("int32", 5, 1), sample::noise_of("string", 5, 1)));
}

TEST_CASE("same values: values that are none, and alternatives") {
  using Number = std::optional<int>;
  using Either = std::variant<int, std::string>;
  const auto numbers = sample::column_of<Number>({Number(1), std::nullopt, Number(3)});
  CHECK(has_same_values(numbers, sample::column_of<Number>({Number(1), std::nullopt, Number(3)})));
  CHECK_FALSE(has_same_values(numbers, sample::column_of<Number>({std::nullopt, Number(1), Number(3)})));
  const auto either = sample::column_of<Either>({Either(1), Either("x"), Either(2)});
  CHECK(has_same_values(either, sample::column_of<Either>({Either(1), Either("x"), Either(2)})));
  CHECK_FALSE(has_same_values(either, sample::column_of<Either>({Either(1), Either("x"), Either(3)})));
  CHECK_FALSE(has_same_values(either, sample::column_of<Either>({Either(1), Either(5), Either(2)})));
}
