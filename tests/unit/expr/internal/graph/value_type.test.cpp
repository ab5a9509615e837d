#include "ramet/expr/internal/graph/value_type.hpp"

#include <doctest/doctest.h>

using namespace ramet;
using expr::NumberType;

TEST_CASE("the common type is that of C++") {
  CHECK(expr::common_type(NumberType::uint8, NumberType::uint8) == NumberType::int32);
  CHECK(expr::common_type(NumberType::int32, NumberType::uint32) == NumberType::uint32);
  CHECK(expr::common_type(NumberType::int64, NumberType::uint32) == NumberType::int64);
  CHECK(expr::common_type(NumberType::int64, NumberType::uint64) == NumberType::uint64);
  CHECK(expr::common_type(NumberType::int64, NumberType::float32) == NumberType::float32);
  CHECK(expr::common_type(NumberType::float32, NumberType::float64) == NumberType::float64);
}

TEST_CASE("types are spelled as in C++") {
  CHECK(expr::to_string(expr::ValueType::of(NumberType::uint16)) == "unsigned short");
  CHECK(expr::to_string(expr::ValueType::of(NumberType::float32).list().list()) == "RVec<RVec<float>>");
  CHECK(expr::to_string(expr::ValueType::string().list()) == "RVec<std::string>");
}
