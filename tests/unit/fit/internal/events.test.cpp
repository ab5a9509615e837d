#include "ramet/fit/internal/events.hpp"

#include <cmath>
#include <cstdint>
#include <vector>

#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet::fit;

TEST_CASE("events: numbers are where vectors want them, and the last one is repeated") {
  for (std::size_t count = 1; count < 20; ++count) {
    CAPTURE(count);
    std::vector<double> numbers;
    for (std::size_t i = 0; i < count; ++i) numbers.push_back(static_cast<double>(i));
    const internal::Events events(numbers, {.low = 0, .high = 100});
    CHECK(events.size() == count);
    CHECK(reinterpret_cast<std::uintptr_t>(events.data()) % 64 == 0);
    for (std::size_t i = 0; i < (count + 7) / 8 * 8; ++i)
      CHECK(events.data()[i] == static_cast<double>(std::min(i, count - 1)));
  }
}

TEST_CASE("events: the ends of the range are inside, all else is not") {
  CHECK(internal::Events(std::vector<double>{0, 1}, {.low = 0, .high = 1}).size() == 2);
  CHECK_THROWS_AS(internal::Events(std::vector<double>{0, 1.1}, {.low = 0, .high = 1}), ramet::Error);
}

TEST_CASE("events: weights are as many as events, finite, and add up to something") {
  const std::vector<double> numbers{1, 2, 3};
  const Interval range{.low = 0, .high = 10};
  CHECK(internal::Events(numbers, range).weights() == nullptr);
  const internal::Events weighted(numbers, range, std::vector{1.0, -0.5, 2.0});
  CHECK(weighted.weights()[1] == -0.5);
  CHECK(weighted.weights()[7] == 0);
  CHECK_THROWS_WITH_AS(internal::Events(numbers, range, std::vector{1.0}), "3 events have 1 weights", ramet::Error);
  CHECK_THROWS_AS(internal::Events(numbers, range, std::vector{1.0, std::nan(""), 1.0}), ramet::Error);
  CHECK_THROWS_WITH_AS(internal::Events(numbers, range, std::vector{1.0, -2.0, 1.0}),
                       "the weights of 3 events add up to 0, not above 0", ramet::Error);
}
