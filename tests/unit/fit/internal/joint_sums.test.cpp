#include "ramet/fit/internal/joint_sums.hpp"

#include <cmath>
#include <vector>

#include <doctest/doctest.h>

#include "ramet/fit/joint.hpp"

using namespace ramet::fit;
using namespace ramet::fit::internal;

TEST_CASE("joint sums: a row has the logarithms, the terms, then the sums of each shape") {
  const Interval range{.low = 0, .high = 8};
  const JointModel model = product({gauss("m", "s", range), uniform(range)});
  const JointPoint point = model.joint().point_at(std::vector{4.0, 1.0});
  for (const std::size_t count : {1U, 9U, 513U, 5000U}) {
    CAPTURE(count);
    std::vector<Events> columns;
    columns.emplace_back(std::vector(count, 4.0), range);
    columns.emplace_back(std::vector(count, 1.0), range);
    const JointSums sums(model.joint(), point, columns, false);
    CHECK(sums.count() == (count + 4095) / 4096);
    REQUIRE(sums.width() == 1 + 1 + 3 + 1);
    std::vector<ExactSum> row(sums.width());
    const Tally tally = sums.compute(0, row);
    const double in_block = static_cast<double>(std::min<std::size_t>(count, 4096));
    const double density = 1 / std::sqrt(2 * 3.141592653589793) / std::erf(4 / std::sqrt(2.0)) / 8;
    const double logarithm = row[0].value() + static_cast<double>(tally.exponents) * std::log(2.0);
    CHECK(logarithm == doctest::Approx(in_block * std::log(density)).epsilon(1e-13));
    CHECK(row[1].value() == doctest::Approx(in_block));
    CHECK(row[2].value() * point.parts[0].mixture.components[0].scale() == doctest::Approx(in_block));
    CHECK(row[3].value() == 0);
    std::vector<double> gradient(2);
    sums.add_gradient(std::vector{4.0, 1.0}, row, gradient);
    CHECK(gradient[0] == doctest::Approx(0).scale(1));
    CHECK(gradient[1] < -0.9 * in_block);
    CHECK(JointSums(model.joint(), point, columns, true).width() == 1);
  }
}
