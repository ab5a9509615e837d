#include "ramet/schema/class_spec.hpp"

#include <cstdint>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet::schema;

TEST_CASE("a class is found by its name") {
  const std::vector<ClassSpec> classes = {{.name = "Hit"}, {.name = "ns::Track", .version = 2}};
  CHECK(find_class(classes, "ns::Track")->version == 2);
  CHECK(find_class(classes, "Track") == nullptr);
}

TEST_CASE("a member's type has its dimensions apart, those of std::array, too") {
  using Sizes = std::vector<std::int32_t>;
  const MemberType plain = parse_member_type("std::vector<float>");
  CHECK(plain.type.spelling() == "vector<float>");
  CHECK(plain.dimensions.empty());
  CHECK_FALSE(plain.is_enum);

  const MemberType matrix = parse_member_type("double[2][3]");
  CHECK(matrix.type.name == "double");
  CHECK(matrix.dimensions == Sizes{2, 3});

  const MemberType nested = parse_member_type("std::array<std::array<float,2>,3>");
  CHECK(nested.type.name == "float");
  CHECK(nested.dimensions == Sizes{3, 2});
  CHECK(parse_member_type("std::array<float,2>[3]").dimensions == Sizes{3, 2});
}

TEST_CASE("an enumeration says so") {
  const MemberType color = parse_member_type("enum ns::Color");
  CHECK(color.is_enum);
  CHECK(color.type.name == "ns::Color");
}

TEST_CASE("a text that is not a member's type is refused") {
  for (const std::string text : {"", "float[0]", "float[-2]", "float[x]", "vector<", "std::array<float,0>", "float]"}) {
    CAPTURE(text);
    CHECK_THROWS_AS(parse_member_type(text), ramet::Error);
  }
}
