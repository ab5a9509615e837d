#include "ramet/fit/internal/block_sums.hpp"

#include <cmath>
#include <vector>

#include <doctest/doctest.h>

using namespace ramet::fit;
using namespace ramet::fit::internal;

TEST_CASE("block sums: a row has the logarithms, then the sums of each component") {
  const Interval range{.low = 0, .high = 8};
  const Model model = mixture({gauss("m", "s", range), uniform(range)}, {0.5});
  const MixturePoint point = model.mixture().point_at(std::vector{4.0, 1.0});
  for (const std::size_t count : {1U, 9U, 511U, 513U, 4096U, 5000U}) {
    CAPTURE(count);
    const Events events(std::vector(count, 4.0), range);
    const BlockSums blocks(model.mixture(), point, events, false);
    CHECK(blocks.count() == (count + 4095) / 4096);
    REQUIRE(blocks.width() == 1 + 3 + 1);
    std::vector<ExactSum> row(blocks.width());
    const Tally tally = blocks.compute(0, row);
    const double in_block = static_cast<double>(std::min<std::size_t>(count, 4096));
    const double density = 0.5 / std::sqrt(2 * 3.141592653589793) / std::erf(4 / std::sqrt(2.0)) + 0.5 / 8;
    const double logarithm = row[0].value() + static_cast<double>(tally.exponents) * std::log(2.0);
    CHECK(logarithm == doctest::Approx(in_block * std::log(density)).epsilon(1e-13));
    CHECK(row[1].value() == doctest::Approx(in_block / density));
    CHECK(row[2].value() == 0);
    CHECK(row[3].value() == 0);
    CHECK(row[4].value() == doctest::Approx(in_block / density));
    CHECK(tally.absent == 0);
    CHECK(BlockSums(model.mixture(), point, events, true).width() == 1);
  }
}
