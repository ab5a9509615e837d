#include "ramet/object/detail/unsigned_characters.hpp"

#include <doctest/doctest.h>

#include "ramet/object/detail/array_type.hpp"

using namespace ramet;

TEST_CASE("characters are unsigned, and other small integers have their sign") {
  const auto type_of = [](std::string_view name) {
    return to_string(object::array_type_with_unsigned_characters(name, {}));
  };
  CHECK(type_of("std::tuple<float,char>") == "{_0: float32, _1: uint8}");
  CHECK(type_of("std::vector<std::int8_t>") == "var * int8");
  CHECK(type_of("std::set<signed char>") == "var * int8");
  CHECK(object::array_type_of("std::tuple<float,char>", {}) == array::parse_type("{_0: float32, _1: int8}"));
}
