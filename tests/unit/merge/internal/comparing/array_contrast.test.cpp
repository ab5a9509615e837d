#include "ramet/merge/internal/comparing/array_contrast.hpp"

#include <limits>
#include <optional>
#include <variant>

#include "unit/array/sample_arrays.hpp"
#include "unit/write/sample_output.hpp"
#include <doctest/doctest.h>

#include "ramet/array/detail/value_text.hpp"

using namespace ramet;
using namespace ramet::merge::internal;
using sample::array_of;

namespace {

constexpr double nan_value = std::numeric_limits<double>::quiet_NaN();

/// Values of every kind, and the same with another one at 1.
std::vector<std::pair<array::Array, array::Array>> changed_at_one() {
  using Lists = std::vector<std::vector<float>>;
  using Strings = std::vector<std::string>;
  return {
      {array_of<std::int32_t>({1, 2, 3}), array_of<std::int32_t>({1, 5, 3})},
      {array_of<double>({1, 2, nan_value}), array_of<double>({1, nan_value, nan_value})},
      {array_of(Strings{"a", "b", "c"}), array_of(Strings{"a", "bb", "c"})},
      {array_of(Lists{{1}, {2, 3}, {}}), array_of(Lists{{1}, {2, 4}, {}})},
      {array_of(Lists{{1}, {2, 3}, {}}), array_of(Lists{{1}, {2}, {}})},
      {sample::options_of({1, std::nullopt, 3}), sample::options_of({1, 2, 3})},
      {sample::record_of({{"a"}, {"b", "c"}, {}}), sample::record_of({{"a"}, {"b", "d"}, {}})},
      {sample::variants_of({1, "x", std::monostate()}), sample::variants_of({1, 2, std::monostate()})},
      {sample::variants_of({1, "x", std::monostate()}), sample::variants_of({1, "y", std::monostate()})},
  };
}

}  // namespace

TEST_CASE("array_contrast: arrays of every kind are the same as themselves, also as slices of others") {
  for (const auto& [left, right] : changed_at_one())
    for (const array::Array& one : {left, right}) {
      CHECK(contrast_of(one, one, 0).count == 0);
      CHECK(contrast_of(one.slice(1, 3), one.slice(1, 3), 0).count == 0);
    }
}

TEST_CASE("array_contrast: the entry that differs is found, and counted once") {
  for (const auto& [left, right] : changed_at_one()) {
    CAPTURE(array::value_text(left, 1));
    CAPTURE(array::value_text(right, 1));
    CHECK(contrast_of(left, right, 0).count == 1);
    CHECK(contrast_of(left, right, 0).first == 1);
    CHECK(contrast_of(left.slice(1, 3), right.slice(1, 3), 0).first == 0);
    CHECK(contrast_of(left.slice(2, 3), right.slice(2, 3), 0).count == 0);
    CHECK(array::value_text(left, 1) != array::value_text(right, 1));
  }
}

TEST_CASE("array_contrast: numbers that differ by less than the tolerance are the same, infinities are not") {
  const auto left = array_of<double>({1, -1, 0, std::numeric_limits<double>::infinity()});
  const auto right = array_of<double>({1.001, -1.001, 0.001, 1e300});
  CHECK(contrast_of(left, right, 0).count == 4);
  CHECK(contrast_of(left, right, 0.01).count == 2);
  CHECK(contrast_of(left, right, 0.01).first == 2);
}

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
