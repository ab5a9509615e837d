#include "ramet/fit/internal/joint.hpp"

#include <vector>

#include <doctest/doctest.h>

#include "ramet/core/error.hpp"
#include "ramet/fit/joint.hpp"
#include "ramet/fit/shapes.hpp"

using namespace ramet::fit;

TEST_CASE("joint: a gradient is made of the sums of terms, then of shapes") {
  const Interval range{.low = 0, .high = 10};
  const JointModel model = mixture({product({formula("1+[a]*x", range)}), product({uniform(range)})}, {"f"});
  const internal::Joint& joint = model.joint();
  REQUIRE(joint.sums() == 2 + 2 + 1);
  const std::vector parameters{0.2, 0.25};
  std::vector<double> gradient(2);
  // of the densities at 5: what f is multiplied by is 2 / 20, and the derivative of 1 + a x by a is 5
  joint.add_gradient(parameters, joint.point_at(parameters), std::vector{0.1, 0.1, 0.25 * 2, 0.25 * 5, 0.0}, gradient);
  CHECK(gradient[1] == doctest::Approx(0).scale(1));
  CHECK(gradient[0] == doctest::Approx(0.25 * (5.0 / 20 - 2 * 50.0 / 400)).scale(1));
}

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
  CHECK(&joint.mixture(3) == &joint.terms()[1].parts[1].model.mixture());
  CHECK(!joint.prepare(std::vector{5.0, 0.0, 2.0, 30.0, 70.0}).is_defined);
  CHECK_THROWS_AS(joint.point_at(std::vector{5.0, 1.0, 2.0, -1.0, 70.0}), ramet::Error);
  CHECK_THROWS_AS(joint.point_at(std::vector{5.0, 1.0}), ramet::Error);
}
