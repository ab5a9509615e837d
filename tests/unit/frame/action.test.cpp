#include "ramet/frame/action.hpp"

#include <doctest/doctest.h>

using namespace ramet;

TEST_CASE("the entry of a value is that of its row, or follows the first of the batch") {
  const std::uint64_t rows[] = {0, 3};
  CHECK(frame::Chosen{.batch = {{100}, {110}}, .rows = rows, .count = 2, .values = {}, .slot = {}}.entry(1) == 103);
  CHECK(frame::Chosen{.batch = {{100}, {110}}, .rows = {}, .count = 10, .values = {}, .slot = {}}.entry(1) == 101);
}
