#include "ramet/frame/running/time_left.hpp"

#include <doctest/doctest.h>

using ramet::frame::TimeLeft;

TEST_CASE("nothing is said before anything is done, and 0 at the end") {
  TimeLeft left(100);
  CHECK(!left.seconds());
  left.note(0, 3);
  CHECK(!left.seconds());
  left.note(100, 5);
  CHECK(left.seconds() == 0.0);
  CHECK(TimeLeft(0).seconds() == 0.0);
}

TEST_CASE("at a steady rate, the estimate is exact") {
  TimeLeft left(1000);
  for (std::uint64_t k = 1; k <= 40; ++k) {
    left.note(10 * k, 0.25 * static_cast<double>(k));
    REQUIRE(left.seconds());
    CHECK(*left.seconds() == doctest::Approx((1000 - 10.0 * static_cast<double>(k)) / 40));
  }
}

TEST_CASE("a slow beginning is forgotten") {
  TimeLeft left(1000);
  left.note(1, 10);  // files were opened for ten seconds
  for (std::uint64_t k = 1; k <= 300; ++k) left.note(1 + k, 10 + 0.1 * static_cast<double>(k));
  CHECK(left.seconds().value() == doctest::Approx((1000 - 301) / 10.0).epsilon(0.02));
}

TEST_CASE("what does not move has no estimate, and the rate after that counts") {
  TimeLeft left(100);
  left.note(50, 1);
  left.note(50, 4);
  CHECK(!left.seconds());
  left.note(60, 5);
  CHECK(left.seconds().value() == doctest::Approx(40 / (10.0 / 4)));
}

TEST_CASE("many notes are thinned, and the estimate stays") {
  TimeLeft left(1'000'000);
  for (std::uint64_t k = 1; k <= 100'000; ++k) left.note(k, 0.001 * static_cast<double>(k));
  CHECK(left.seconds().value() == doctest::Approx(900).epsilon(0.02));
}
