#include "ramet/fit/internal/general/kept_tables.hpp"

#include <vector>

#include <doctest/doctest.h>

using namespace ramet::fit;
using namespace ramet::fit::internal;

TEST_CASE("kept tables: a table is made once for the last 32 values, and for each range") {
  const KeptTables tables;
  int made = 0;
  const auto table_of = [&](double argument, const Interval& range) {
    return tables.of(std::vector{argument}, range, [&] {
      ++made;
      const auto flat = [](std::span<const double> x, double* const* rows) { std::fill_n(rows[0], x.size(), 1.0); };
      return std::make_shared<const Interpolant>(flat, 1, std::vector{0.0, 1.0});
    });
  };
  const auto first = table_of(1, {.low = 0, .high = 1});
  CHECK(table_of(1, {.low = 0, .high = 1}) == first);
  CHECK(made == 1);
  CHECK(table_of(1, {.low = 0, .high = 2}) != first);
  for (int i = 0; i < 32; ++i) table_of(2 + i, {.low = 0, .high = 1});
  CHECK(made == 34);
  CHECK(table_of(1, {.low = 0, .high = 1}) != first);  // it was the oldest
}

TEST_CASE("kept tables: a table begins with bounds in the range, in order") {
  const Interval range{.low = 0, .high = 8};
  CHECK(bounds_of_table({-1, 2.5, 2.5, 9}, range) == std::vector<double>{0, 1, 2, 2.5, 3, 4, 5, 6, 7, 8});
  CHECK(bounds_of_table(std::vector<double>(100, 2.5), range).size() == 9);
}
