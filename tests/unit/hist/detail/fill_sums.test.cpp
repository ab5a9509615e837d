#include "ramet/hist/detail/fill_sums.hpp"

#include <cmath>
#include <limits>
#include <vector>

#include <doctest/doctest.h>

using namespace ramet;
using hist::FillSums;
using hist::Histogram1D;

namespace {

/// Numbers around a range from 0 to 10, with some that are none.
std::vector<double> some_values(std::size_t count) {
  std::vector<double> values;
  std::uint64_t state = 7;
  for (std::size_t k = 0; k < count; ++k) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    values.push_back(static_cast<double>(state >> 40U) / 1.3e6 - 1);
  }
  values[count / 2] = std::numeric_limits<double>::quiet_NaN();
  values[count / 3] = std::numeric_limits<double>::infinity();
  return values;
}

const hist::RegularAxis axis{20, 0, 10};

void check_equal(const Histogram1D& found, const Histogram1D& wanted) {
  REQUIRE(found.contents().size() == wanted.contents().size());
  for (std::size_t cell = 0; cell < wanted.contents().size(); ++cell)
    CHECK(found.contents()[cell] == doctest::Approx(wanted.contents()[cell]).epsilon(1e-13));
  REQUIRE(found.squared_weights().size() == wanted.squared_weights().size());
  for (std::size_t cell = 0; cell < wanted.squared_weights().size(); ++cell)
    CHECK(found.squared_weights()[cell] == doctest::Approx(wanted.squared_weights()[cell]).epsilon(1e-13));
  CHECK(found.statistics().entries == wanted.statistics().entries);
  CHECK(found.statistics().weights == doctest::Approx(wanted.statistics().weights).epsilon(1e-13));
  CHECK(found.statistics().squared_weights == doctest::Approx(wanted.statistics().squared_weights).epsilon(1e-13));
  CHECK(found.statistics().weighted_values == doctest::Approx(wanted.statistics().weighted_values).epsilon(1e-12));
  CHECK(found.statistics().weighted_squares == doctest::Approx(wanted.statistics().weighted_squares).epsilon(1e-12));
}

}  // namespace

TEST_CASE("counts are those of a histogram") {
  for (const std::size_t count : {3U, 511U, 512U, 513U, 5000U}) {
    const std::vector<double> values = some_values(count);
    FillSums sums(axis);
    Histogram1D wanted({}, axis);
    sums.fill(values);
    wanted.fill(values);
    sums.fill(std::vector<float>{1.5F, 99.0F});
    wanted.fill(std::vector<float>{1.5F, 99.0F});
    check_equal(sums.histogram({}), wanted);
  }
}

TEST_CASE("weights are kept from the first on") {
  const std::vector<double> values = some_values(3000);
  std::vector<double> weights;
  for (std::size_t k = 0; k < values.size(); ++k) weights.push_back(static_cast<double>(k % 7) - 2);
  FillSums sums(axis);
  Histogram1D wanted({}, axis);
  sums.fill(values);
  wanted.fill(values);
  sums.fill(values, weights);
  wanted.fill(values, weights);
  sums.fill(values);
  wanted.fill(values);
  check_equal(sums.histogram({}), wanted);
}

TEST_CASE("squared weights may be kept without a fill") {
  FillSums sums(axis);
  sums.keep_squared_weights();
  CHECK(sums.histogram({}).squared_weights().size() == 22);
  CHECK(sums.histogram({.name = "h"}).labels().name == "h");
}
