#include "ramet/schema/value_range.hpp"

#include <cmath>
#include <cstddef>
#include <numbers>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

using namespace ramet::schema;

TEST_CASE("a range has limits and steps per unit") {
  const ValueRange range = parse_range("energy [0, 100, 16]");
  CHECK(range.minimum == 0);
  CHECK(range.maximum == 100);
  CHECK(range.factor == doctest::Approx(655.36));
  CHECK(range.bits == 0);
}

TEST_CASE("a range without bits has 32, whose highest number stands for the maximum") {
  CHECK(parse_range("[-1,1]").factor == doctest::Approx(4294967295.0 / 2));
  CHECK(parse_range("[-1,1,32]").factor == doctest::Approx(4294967295.0 / 2));
}

TEST_CASE("limits may be multiples of pi, in any case and with blanks") {
  constexpr double pi = std::numbers::pi;
  CHECK(parse_range("[-pi,pi]").minimum == doctest::Approx(-pi));
  CHECK(parse_range("[0,2pi]").maximum == doctest::Approx(2 * pi));
  CHECK(parse_range("[0, 2 * PI]").maximum == doctest::Approx(2 * pi));
  CHECK(parse_range("[0,TwoPi]").maximum == doctest::Approx(2 * pi));
  CHECK(parse_range("[-pi/2,pi/4,10]").minimum == doctest::Approx(-pi / 2));
  CHECK(parse_range("[-pi/2,pi/4,10]").maximum == doctest::Approx(pi / 4));
}

TEST_CASE("equal limits with few bits ask for a cut mantissa") {
  CHECK(parse_range("[0,0,10]").bits == 10);
  CHECK(parse_range("[0,0,14]").bits == 14);
  CHECK(parse_range("[0,0,10]").factor == 0);
  CHECK(parse_range("[0,0,15]").bits == 0);
  CHECK(parse_range("[0,0]").bits == 0);
}

TEST_CASE("a first bracket without comma is a dimension, the second the range") {
  CHECK(parse_range("[fN] momenta [0,10,8]").maximum == 10);
  CHECK(parse_range("[fN][fM] momenta [0,10,8]") == ValueRange{});
}

TEST_CASE("titles without range, or with a damaged one, have none") {
  for (const std::string_view title : {"", "plain", "[fN]", "[0,1", "0,1]", "][", "[,]", "[a,b]", "[nan,inf]"}) {
    CAPTURE(title);
    CHECK(parse_range(title) == ValueRange{});
  }
}

TEST_CASE("impossible numbers of bits are read as 32") {
  for (const std::string_view title : {"[0,1,1]", "[0,1,33]", "[0,1,-4]", "[0,1,x]", "[0,1,99999999999]"}) {
    CAPTURE(title);
    CHECK(parse_range(title).factor == doctest::Approx(4294967295.0));
  }
}

TEST_CASE("a value in a range is stored as steps, rounded, and never outside of it") {
  const ValueRange range = parse_range("[0,100,16]");
  CHECK(steps_in(range, 0) == 0);
  CHECK(steps_in(range, 50) == 32768);
  CHECK(steps_in(range, -1) == 0);
  CHECK(steps_in(range, 200) == steps_in(range, 100));
  CHECK(steps_in(range, std::nan("")) == 0);
}

TEST_CASE("a float can be stored in three bytes, its mantissa rounded") {
  const auto cut = [](float value, unsigned bits) {
    std::byte to[3];
    store_cut(value, bits, to);
    return std::vector<int>{std::to_integer<int>(to[0]), std::to_integer<int>(to[1]), std::to_integer<int>(to[2])};
  };
  CHECK(cut(1.5F, 12) == std::vector<int>{0x7f, 0x08, 0x00});
  CHECK(cut(-1.5F, 12) == std::vector<int>{0x7f, 0x28, 0x00});
  CHECK(cut(1.9999F, 2) == std::vector<int>{0x7f, 0x00, 0x03});
}
