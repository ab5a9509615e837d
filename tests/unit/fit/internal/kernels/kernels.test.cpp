#include "ramet/fit/internal/kernels/kernels.hpp"

#include <cmath>
#include <limits>
#include <vector>

#include <doctest/doctest.h>

using namespace ramet::fit::internal;

TEST_CASE("kernels of fits: the machine's are the fastest that it has") {
  const Kernels* expected = kernels_of_avx512();
  if (expected == nullptr) expected = kernels_of_avx2();
  CHECK(&fastest_kernels() == (expected == nullptr ? &kernels_of_any_machine() : expected));
}

TEST_CASE("kernels of fits: densities are added with their weights") {
  const std::vector<double> first(8, 2.0), second{0, 1, 2, 3, 4, 5, 6, 7};
  const double* const all[] = {first.data(), second.data()};
  const double weights[] = {0.5, 2};
  std::vector<double> totals(8);
  fastest_kernels().mix(all, weights, 2, 8, totals.data());
  CHECK(totals == std::vector<double>{1, 3, 5, 7, 9, 11, 13, 15});
}

TEST_CASE("kernels of fits: the logarithm of a product is that of all numbers") {
  std::vector<double> totals(4096);
  long double expected = 0;
  for (std::size_t i = 0; i < totals.size(); ++i) {
    totals[i] = std::exp(std::sin(static_cast<double>(i)) * 600);
    expected += std::log(static_cast<long double>(totals[i]));
  }
  Products products;
  fastest_kernels().multiply(totals.data(), totals.size(), products);
  double logarithms[strands];
  fastest_kernels().take_logarithms(products, logarithms);
  long double found = 0;
  for (std::size_t i = 0; i < strands; ++i) {
    CHECK(logarithms[i] < 0.7);
    found += logarithms[i] + static_cast<long double>(products.exponents[i]) * std::log(2.0L);
  }
  CHECK(std::abs(static_cast<double>(found - expected)) < 1e-13);
}

TEST_CASE("kernels of fits: numbers that are no density count as 10^-300, and have no inverse") {
  const double infinity = std::numeric_limits<double>::infinity();
  const std::vector<double> totals{0, -1, std::nan(""), infinity, 1e-301, 1e-300, 1, 4};
  Products products;
  fastest_kernels().multiply(totals.data(), totals.size(), products);
  std::vector<std::int64_t> absent(products.absent, products.absent + strands);
  CHECK(absent == std::vector<std::int64_t>{1, 1, 1, 1, 1, 0, 0, 0});
  std::vector<double> ratios(8);
  fastest_kernels().invert(totals.data(), totals.size(), ratios.data());
  CHECK(ratios == std::vector<double>{0, 0, 0, 0, 0, 1 / 1e-300, 1, 0.25});
}

TEST_CASE("kernels of fits: weighted logarithms, with what is absent counted") {
  const std::vector<double> totals{1, 2, 0, 4, std::nan(""), 1e-200, 1, 3}, weights{1, -2, 1, 0.5, 1, 1, 1, 2};
  WeightedLogarithms found;
  fastest_kernels().weigh(totals.data(), weights.data(), 8, found);
  CHECK(found.sums[1] == doctest::Approx(-2 * std::log(2.0)));
  CHECK(found.sums[2] == doctest::Approx(std::log(1e-300)));
  CHECK(found.sums[5] == doctest::Approx(-200 * std::log(10.0)));
  CHECK(found.absent[2] + found.absent[4] == 2);
  CHECK(found.absent[1] == 0);
}
