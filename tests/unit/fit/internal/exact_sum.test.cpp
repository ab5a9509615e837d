#include "ramet/fit/internal/exact_sum.hpp"

#include <vector>

#include <doctest/doctest.h>

using namespace ramet::fit::internal;

TEST_CASE("exact sum: what rounding takes away is kept") {
  ExactSum sum(1e16);
  for (int i = 0; i < 1000; ++i) sum += 1.0;
  sum += -1e16;
  CHECK(sum.value() == 1000);
  ExactSum other(0.25);
  other += sum;
  CHECK(other.value() == 1000.25);
}

TEST_CASE("exact sum: a product is not rounded") {
  ExactSum product = ExactSum::product(1 + 0x1p-30, 1 - 0x1p-30);
  product += -1.0;
  CHECK(product.value() == -0x1p-60);
}

TEST_CASE("exact sum: numbers are added in order, rows in pairs of neighbours") {
  CHECK(sum_of({1e16, 1.0, -1e16}).value() == 1);
  for (std::size_t rows = 1; rows < 20; ++rows) {
    CAPTURE(rows);
    std::vector<ExactSum> sums;
    for (std::size_t i = 0; i < rows; ++i) {
      sums.emplace_back(static_cast<double>(i));
      sums.emplace_back(1.0);
    }
    add_pairwise(sums, 2);
    CHECK(sums[0].value() == static_cast<double>(rows * (rows - 1) / 2));
    CHECK(sums[1].value() == static_cast<double>(rows));
  }
}
