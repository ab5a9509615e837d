#define RAMET_RANDOM_MACHINE shapes_of_test
#include "ramet/fit/internal/kernels/vector_shapes.hpp"

#include <cmath>
#include <vector>

#include <doctest/doctest.h>

using namespace ramet::fit::internal;
namespace vectors = ramet::fit::internal::shapes_of_test;

TEST_CASE("vector shapes: densities are those of the formulas") {
  const double constants[] = {1, 0.5, 1.5, 3, 1, 2};
  for (const double x : {-9.0, -2.5, 0.0, 0.99, 1.0, 3.0, 8.0}) {
    CAPTURE(x);
    const vectors::Reals at = vectors::all(x);
    const double z = (x - 1) / 2;
    CHECK(vectors::Uniform(constants).density(at)[0] == 1);
    CHECK(vectors::Exponential(constants).density(at)[0] == doctest::Approx(std::exp(-z)));
    CHECK(vectors::Gauss(constants).density(at)[0] == doctest::Approx(std::exp(-z * z / 2)));
    CHECK(vectors::BreitWigner(constants).density(at)[0] == doctest::Approx(1 / (1 + z * z)));
    const auto tail = [](double y, double alpha, double n) {
      return std::pow(n / alpha, n) * std::exp(-alpha * alpha / 2) * std::pow(n / alpha - alpha - y, -n);
    };
    const double ball = z < -1.5 ? tail(z, 1.5, 3) : std::exp(-z * z / 2);
    CHECK(vectors::CrystalBall<false>(constants).density(at)[0] == doctest::Approx(ball));
    CHECK(vectors::CrystalBall<true>(constants).density(at)[0] == doctest::Approx(z > 1 ? tail(-z, 1, 2) : ball));
  }
}

TEST_CASE("vector shapes: what is too small is e^-700") {
  const double constants[] = {0, 1};
  CHECK(vectors::Gauss(constants).density(vectors::all(1e3))[0] == doctest::Approx(std::exp(-700.0)).scale(0));
  CHECK(vectors::choose(vectors::all(1) > vectors::all(0), vectors::all(2), vectors::all(3))[0] == 2);
}
