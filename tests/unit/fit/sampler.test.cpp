#include "ramet/fit/sampler.hpp"

#include <algorithm>
#include <cmath>

#include "unit/fit/sample/samples.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"
#include "ramet/fit/shapes.hpp"

using namespace ramet::fit;

TEST_CASE("sampler: events have the distribution of each model") {
  constexpr std::size_t count = 100'000;
  for (const auto& [name, model, parameters] : ramet::tests::sample_models()) {
    CAPTURE(name);
    std::vector<double> events(count);
    Sampler(model, parameters).fill({.seed = 1, .number = 2}, events);
    std::ranges::sort(events);
    const double whole = model.integral(parameters, model.range());
    double distance = 0;  // Kolmogorov's
    for (std::size_t i = 0; i < count; i += 10) {
      const double below = model.integral(parameters, {.low = 0, .high = events[i]}) / whole;
      distance = std::max(distance, std::abs(below - (static_cast<double>(i) + 0.5) / count));
    }
    CHECK(distance * std::sqrt(static_cast<double>(count)) < 1.9);  // probability 1.5e-3
    CHECK(events.front() >= 0);
    CHECK(events.back() <= 10);
  }
}

TEST_CASE("sampler: an event depends on seed, stream and its place alone") {
  const auto [name, model, parameters] = ramet::tests::sample_models()[9];
  const Sampler sampler(model, parameters);
  std::vector<double> many(1000), few(100), others(100);
  sampler.fill({.seed = 1, .number = 2}, many);
  sampler.fill({.seed = 1, .number = 2}, few);
  sampler.fill({.seed = 1, .number = 3}, others);
  CHECK(std::equal(few.begin(), few.end(), many.begin()));
  CHECK(few != others);
}

TEST_CASE("sampler: narrow shapes in wide ranges, and infinite ranges, have their events") {
  std::vector<double> events(10'000);
  Sampler(gauss("m", "s", {.low = 0, .high = 1e6}), std::vector{1234.5, 1e-3}).fill({}, events);
  CHECK(std::ranges::all_of(events, [](double x) { return std::abs(x - 1234.5) < 0.01; }));
  Sampler(gauss(), std::vector{0.0, 1.0}).fill({}, events);
  CHECK(std::ranges::count_if(events, [](double x) { return x > 0; }) == doctest::Approx(5000).epsilon(0.06));
  CHECK_THROWS_AS(Sampler(breit_wigner(), std::vector{0.0, 1.0}), ramet::Error);
}

TEST_CASE("sampler: narrow peaks of formulas, and convolutions whose tails are rounded, have their events") {
  std::vector<double> events(10'000);
  const Model peak = formula("100*exp(-0.5*((x-[m])/0.2)^2)+exp(-x/500)", {.low = 0, .high = 3000});
  Sampler(peak, std::vector{1234.56}).fill({}, events);
  const auto inside = std::ranges::count_if(events, [](double x) { return std::abs(x - 1234.56) < 1; });
  CHECK(inside == doctest::Approx(10'000 * 50.132 / (50.132 + 498.76)).epsilon(0.1));
  const Model narrow = formula("100*exp(-0.5*((x-[m])/0.05)^2)+exp(-x/500)", {.low = 0, .high = 3000});
  CHECK_NOTHROW(Sampler(narrow, std::vector{1234.56}).fill({}, events));
  for (const double resolution : {0.2, 0.1}) {
    const Model model = convolution(exponential(), gauss(0.0, "resolution"), {.low = -2, .high = 10});
    Sampler(model, std::vector{1.5, resolution}).fill({}, events);
    CHECK(std::ranges::all_of(events, [](double x) { return x > -1.5 && x <= 10; }));
  }
}

TEST_CASE("sampler: an extended model has a number of events") {
  const Model model = extended({uniform({.low = 0, .high = 1})}, {"n"});
  const Sampler sampler(model, std::vector{1000.0});
  double sum = 0;
  for (std::uint32_t stream = 0; stream < 1000; ++stream)
    sum += static_cast<double>(sampler.count({.seed = 1, .number = stream}));
  CHECK(sum / 1000 == doctest::Approx(1000).epsilon(0.005));
  CHECK_THROWS_AS(Sampler(gauss(), std::vector{0.0, 1.0}).count({}), ramet::Error);
}
