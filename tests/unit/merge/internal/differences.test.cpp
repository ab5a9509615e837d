#include "ramet/merge/internal/differences.hpp"

#include <doctest/doctest.h>

using namespace ramet::merge;

TEST_CASE("merge differences: equal ones of several inputs are one with a count, and the first input stays") {
  internal::Differences differences;
  for (std::size_t input = 3; input < 6; ++input) {
    Difference one{.kind = DifferenceKind::axes, .path = "h", .part = {}, .message = "other bins"};
    one.input = input;
    one.entries = 10;
    differences.add(one);
  }
  differences.add({.kind = DifferenceKind::axes, .path = "g", .part = {}, .message = "other bins"});
  REQUIRE(differences.all().size() == 2);
  CHECK(differences.all()[0].input == 3);
  CHECK(differences.all()[0].inputs == 3);
  CHECK(differences.all()[0].entries == 30);
  CHECK(differences.loses_data());
}

TEST_CASE("merge differences: what is accepted, and remarks, lose nothing") {
  internal::Differences differences;
  Difference accepted{.kind = DifferenceKind::axes, .path = "h", .part = {}, .message = ""};
  accepted.is_accepted = true;
  differences.add(accepted);
  accepted.is_accepted = accepted.is_loss = false;
  differences.add(accepted);
  CHECK(differences.all().size() == 2);
  CHECK_FALSE(differences.loses_data());
}

TEST_CASE("merge differences: equal ones of several inputs can stay apart") {
  internal::Differences differences(internal::Differences::Alike::apart);
  for (std::size_t input = 3; input < 6; ++input) {
    Difference one{.kind = DifferenceKind::axes, .path = "h", .part = {}, .message = "other bins"};
    one.input = input;
    differences.add(one);
  }
  REQUIRE(differences.all().size() == 3);
  CHECK(differences.all()[2].input == 5);
  CHECK(differences.loses_data());
}
