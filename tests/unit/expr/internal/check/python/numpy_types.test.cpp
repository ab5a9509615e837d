#include "ramet/expr/internal/check/python/numpy_types.hpp"

#include <doctest/doctest.h>

using namespace ramet::expr;
using ramet::array::NumberType;

TEST_CASE("types meet as NumPy has it") {
  CHECK(numpy_common(NumberType::boolean, NumberType::int8) == NumberType::int8);
  CHECK(numpy_common(NumberType::int8, NumberType::uint8) == NumberType::int16);
  CHECK(numpy_common(NumberType::uint32, NumberType::int8) == NumberType::int64);
  CHECK(numpy_common(NumberType::uint16, NumberType::int64) == NumberType::int64);
  CHECK(numpy_common(NumberType::uint64, NumberType::int8) == NumberType::float64);
  CHECK(numpy_common(NumberType::uint64, NumberType::uint8) == NumberType::uint64);
  CHECK(numpy_common(NumberType::float32, NumberType::int16) == NumberType::float32);
  CHECK(numpy_common(NumberType::float32, NumberType::int32) == NumberType::float64);
  CHECK(numpy_common(NumberType::float32, NumberType::float64) == NumberType::float64);
}

TEST_CASE("functions of real numbers keep small numbers small") {
  CHECK(numpy_real(NumberType::int16) == NumberType::float32);
  CHECK(numpy_real(NumberType::float32) == NumberType::float32);
  CHECK(numpy_real(NumberType::int32) == NumberType::float64);
  CHECK(numpy_sum(NumberType::boolean) == NumberType::int64);
  CHECK(numpy_sum(NumberType::uint8) == NumberType::uint64);
  CHECK(numpy_sum(NumberType::float32) == NumberType::float32);
}

TEST_CASE("types are spelled as awkward does") {
  CHECK(numpy_spelled(ValueType::of(NumberType::float32).list()) == "var * float32");
  CHECK(numpy_spelled(ValueType::string()) == "string");
}
