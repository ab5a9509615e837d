#include "ramet/array/detail/with_number.hpp"

#include <doctest/doctest.h>

#include "ramet/array/value_column.hpp"

using namespace ramet;
using array::NumberType;

TEST_CASE("the work gets a value of the C++ type of each kind of number, and what it returns comes back") {
  for (std::size_t kind = 0; kind < 11; ++kind) {
    const auto type = static_cast<NumberType>(kind);
    const NumberType found = array::with_number(type, [](auto zero) {
      CHECK(zero == decltype(zero){});
      return array::ValueColumn<decltype(zero)>::type().number;
    });
    CHECK(found == type);
  }
}
