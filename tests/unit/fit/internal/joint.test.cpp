#include "ramet/fit/internal/joint.hpp"

#include <vector>

#include <doctest/doctest.h>

#include "ramet/core/error.hpp"
#include "ramet/fit/joint.hpp"

using namespace ramet::fit;

TEST_CASE("joint: a point has the weights, and the values of each part's parameters") {
  const Interval range{.low = 0, .high = 10};
  const JointModel model = extended(
      {product({gauss("m", "s", range), exponential("t", range)}), product({uniform(range), exponential("t", range)})},
      {"a", "b"});
  const internal::Joint& joint = model.joint();
  CHECK(joint.components() == 4);
  CHECK(joint.variables() == 2);
  const internal::JointPoint point = joint.point_at(std::vector{5.0, 1.0, 2.0, 30.0, 70.0});
  CHECK(point.total == 100);
  CHECK(point.weights[1] == 70);
  REQUIRE(point.parts.size() == 4);
  CHECK(point.parts[0].parameters == std::vector{5.0, 1.0});
  CHECK(point.parts[3].parameters == std::vector{2.0});
  CHECK(!joint.prepare(std::vector{5.0, 0.0, 2.0, 30.0, 70.0}).is_defined);
  CHECK_THROWS_AS(joint.point_at(std::vector{5.0, 1.0, 2.0, -1.0, 70.0}), ramet::Error);
  CHECK_THROWS_AS(joint.point_at(std::vector{5.0, 1.0}), ramet::Error);
}
