#include "ramet/fit/internal/mixture.hpp"

#include <algorithm>

#include "unit/fit/sample/samples.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet::fit;
using namespace ramet::fit::internal;

TEST_CASE("mixture: a factor is a term, or what terms leave of 1") {
  const std::vector<Term> terms{{.parameter = 0, .fixed = 0}, {.parameter = std::nullopt, .fixed = 0.25}};
  const std::vector<double> values{0.5};
  CHECK(Factor{.terms = {terms[0]}, .is_rest = false}.value(values) == 0.5);
  CHECK(Factor{.terms = terms, .is_rest = true}.value(values) == 0.25);
  CHECK(Factor{.terms = {}, .is_rest = true}.value(values) == 1);
}

TEST_CASE("mixture: weights add up to 1, or to the yields") {
  for (const auto& [name, model, parameters] : ramet::tests::sample_models()) {
    CAPTURE(name);
    const MixturePoint point = model.mixture().point_at(parameters);
    CHECK(point.is_defined);
    CHECK(point.total == doctest::Approx(model.is_extended() ? 1000 : 1));
  }
}

TEST_CASE("mixture: the derivatives of the integral over a part are those of differences") {
  for (const auto& [name, model, parameters] : ramet::tests::sample_models()) {
    CAPTURE(name);
    const Interval part{.low = 2.5, .high = 6};
    const MixturePoint point = model.mixture().point_at(parameters);
    std::vector<double> gradient(parameters.size());
    for (std::size_t k = 0; k < model.mixture().components().size(); ++k) {
      std::array<double, most_parameters> slopes{};
      const double sum = model.mixture().integral(point.components[k], k, part, slopes.data());
      model.mixture().add_gradient(parameters, point, k, sum, slopes.data(), gradient);
    }
    const auto value = [&](const std::vector<double>& at) { return model.integral(at, part); };
    for (std::size_t i = 0; i < parameters.size(); ++i)
      CHECK(gradient[i] == doctest::Approx(ramet::tests::slope_of(value, parameters, i)).epsilon(1e-7).scale(0.01));
  }
}

TEST_CASE("mixture: parameters outside their limits have no density") {
  MixturePoint point;
  const Model model = gauss();
  model.mixture().prepare(std::vector{0.0, -1.0}, point);
  CHECK_FALSE(point.is_defined);
  CHECK_THROWS_AS(model.mixture().point_at(std::vector{0.0}), ramet::Error);
}

TEST_CASE("mixture: a Crystal Ball bends where its tails begin") {
  const auto bounds_of = [](const Model& model, const std::vector<double>& parameters) {
    const MixturePoint point = model.mixture().point_at(parameters);
    return model.mixture().bounds(point.components[0], 0);
  };
  const std::vector<double> one_sided = bounds_of(crystal_ball(), {91, 2, 1.25, 3});
  CHECK(std::ranges::is_sorted(one_sided));
  CHECK(std::ranges::count(one_sided, 88.5) == 1);
  const std::vector<double> two_sided = bounds_of(two_sided_crystal_ball(), {91, 2, 1.25, 3, 1.75, 4});
  CHECK(std::ranges::is_sorted(two_sided));
  CHECK(std::ranges::count(two_sided, 88.5) == 1);
  CHECK(std::ranges::count(two_sided, 94.5) == 1);
}
