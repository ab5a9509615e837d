#include "ramet/object/value.hpp"

#include <limits>
#include <string>

#include <doctest/doctest.h>

using namespace ramet;
using namespace ramet::object;

TEST_CASE("a value knows its type") {
  CHECK(Value().is_null());
  CHECK_FALSE(Value(0.5).is_null());
  CHECK(*Value(0.5).get_if<double>() == 0.5);
  CHECK(Value(0.5).get_if<std::string>() == nullptr);
  CHECK(Value(0.5).object() == nullptr);
  CHECK(Value(Value::List(3)).get_if<Value::List>()->size() == 3);
}

TEST_CASE("an integer of any type is one, if it fits") {
  CHECK(Value(true).integer() == 1);
  CHECK(Value(std::int64_t{-5}).integer() == -5);
  CHECK(Value(std::uint64_t{5}).integer() == 5);
  CHECK_FALSE(Value(std::numeric_limits<std::uint64_t>::max()).integer());
  CHECK_FALSE(Value(5.0).integer());
  CHECK_FALSE(Value().integer());
}
