#include "ramet/fit/scores.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>
#include <vector>

#include "unit/fit/sample/samples.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"
#include "ramet/fit/joint.hpp"
#include "ramet/fit/shapes.hpp"

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

TEST_CASE("scores: of several variables, they are the derivatives of the logarithms of densities") {
  const Interval range{.low = 0, .high = 10};
  const JointModel peak =
      product({mixture({gauss("m", "s", range), uniform(range)}, {"core"}), exponential("t", range)});
  const JointModel flat = product({exponential("t", range), chebyshev({"c"}, range)});
  const std::vector<double> x{1, 2, 5, 6, 7, 8, 9, 9.5, 0, 10}, y{3, 2, 1, 5, 8, 0, 10, 4, 7, 1};
  const std::vector<std::span<const double>> columns{x, y};
  const std::vector<std::pair<JointModel, std::vector<double>>> models{
      {extended({peak, flat}, {"a", "b"}), {5, 0.8, 0.7, 3, 0.2, 300, 200}},
      {mixture({peak, flat}, {"f"}), {5, 0.8, 0.7, 3, 0.2, 0.4}},
      {peak, {5, 0.8, 0.7, 3}}};
  for (const auto& [model, parameters] : models) {
    const std::size_t width = parameters.size();
    std::vector<double> found(x.size() * width), densities(x.size());
    scores(model, parameters, columns, found);
    for (std::size_t event = 0; event < x.size(); ++event)
      for (std::size_t i = 0; i < width; ++i) {
        const auto logarithm = [&](const std::vector<double>& at) {
          model.densities(at, columns, densities);
          return std::log(densities[event]);
        };
        CHECK(found[event * width + i] ==
              doctest::Approx(ramet::tests::slope_of(logarithm, parameters, i)).epsilon(1e-7).scale(1));
      }
    CHECK_THROWS_AS(scores(model, parameters, columns, std::span(found).subspan(1)), ramet::Error);
    CHECK_THROWS_AS(scores(model, parameters, std::vector<std::span<const double>>{x}, found), ramet::Error);
    CHECK_THROWS_AS(scores(model, parameters, std::vector<std::span<const double>>{x, std::span(y).first(3)}, found),
                    ramet::Error);
  }
}

TEST_CASE("scores: of several variables, they are 0 where there is no density") {
  const Interval range{.low = 0, .high = 1};
  const std::vector<double> edges{0, 0.5, 1}, contents{1, 0}, x{0.25, 0.75}, y{0.5, 0.5};
  const JointModel model = product({histogram(edges, contents), exponential("t", range)});
  std::vector<double> found(2);
  scores(model, std::vector{1.0}, std::vector<std::span<const double>>{x, y}, found);
  CHECK(found[0] != 0);
  CHECK(found[1] == 0);
}
