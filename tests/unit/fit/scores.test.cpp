#include "ramet/fit/scores.hpp"

#include <cmath>

#include "unit/fit/samples.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet::fit;

TEST_CASE("scores: each is the derivative of the logarithm of a density") {
  std::vector<double> x;
  for (int k = 0; k < 21; ++k) x.push_back(0.23 + 0.41 * k);
  for (const auto& [name, model, parameters] : ramet::tests::sample_models()) {
    CAPTURE(name);
    std::vector<double> found(x.size() * parameters.size());
    scores(model, parameters, x, found);
    for (std::size_t i = 0; i < x.size(); ++i) {
      CAPTURE(x[i]);
      const auto logarithm = [&, &of = model](const std::vector<double>& at) {
        std::vector<double> density(1);
        of.densities(at, std::vector{x[i]}, density);
        return std::log(std::max(density[0], 1e-300));
      };
      for (std::size_t k = 0; k < parameters.size(); ++k)
        CHECK(found[i * parameters.size() + k] ==
              doctest::Approx(ramet::tests::slope_of(logarithm, parameters, k)).epsilon(1e-5).scale(1));
    }
  }
}

TEST_CASE("scores: there is room for all of them") {
  std::vector<double> three(3);
  CHECK_THROWS_AS(scores(gauss(), std::vector{0.0, 1.0}, std::vector{0.5}, three), ramet::Error);
}
