#include <cmath>
#include <limits>
#include <random>

#include "unit/fit/sample/samples.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"
#include "ramet/fit/cost.hpp"
#include "ramet/fit/sampler.hpp"
#include "ramet/schedule/executor.hpp"

using namespace ramet::fit;
namespace schedule = ramet::schedule;

namespace {

std::vector<double> events_of(const Model& model, const std::vector<double>& parameters, std::size_t count) {
  std::vector<double> events(count);
  Sampler(model, parameters).fill({.seed = 3, .number = 4}, events);
  return events;
}

}  // namespace

TEST_CASE("unbinned: the value is that of the densities, the derivatives those of differences") {
  const auto executor = schedule::make_serial_executor();
  for (const auto& [name, model, parameters] : ramet::tests::sample_models()) {
    CAPTURE(name);
    const std::vector<double> events = events_of(model, parameters, 5000);
    const auto cost = unbinned(events, model);
    std::vector<double> densities(events.size()), gradient(parameters.size());
    model.densities(parameters, events, densities);
    long double sum = model.is_extended() ? -1000 : 0;
    for (const double density : densities) sum += std::log(static_cast<long double>(density));
    const Evaluation found = cost->evaluate(parameters, gradient, *executor);
    CHECK(found.value == doctest::Approx(static_cast<double>(-2 * sum)).epsilon(1e-14));
    CHECK(found.absent == 0);
    const auto value = [&](const std::vector<double>& at) { return cost->evaluate(at, {}, *executor).value; };
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      CAPTURE(i);
      CHECK(gradient[i] == doctest::Approx(ramet::tests::slope_of(value, parameters, i)).epsilon(1e-5).scale(10));
    }
  }
}

TEST_CASE("unbinned: any number of threads gives the same bits") {
  const auto [name, model, parameters] = ramet::tests::sample_models()[9];
  const auto cost = unbinned(events_of(model, parameters, 100'001), model);
  const auto serial = schedule::make_serial_executor();
  std::vector<double> expected(parameters.size());
  const double value = cost->evaluate(parameters, expected, *serial).value;
  for (const std::size_t threads : {1U, 2U, 7U}) {
    CAPTURE(threads);
    const auto executor = schedule::make_thread_executor(threads);
    std::vector<double> gradient(parameters.size());
    CHECK(cost->evaluate(parameters, gradient, *executor).value == value);
    CHECK(gradient == expected);
    CHECK(cost->evaluate(parameters, {}, *executor).value == value);
  }
}

TEST_CASE("unbinned: the sum is exact to the last digit") {
  // equal events: the logarithm of one density, as many times
  const auto executor = schedule::make_serial_executor();
  const Model model = exponential("tau", {.low = 0, .high = std::numeric_limits<double>::infinity()});
  for (const std::size_t count : {1U, 7U, 8U, 4097U, 300'000U}) {
    CAPTURE(count);
    const auto cost = unbinned(std::vector(count, 2.0), model);
    const long double one = -2 * (-std::log(3.0L) - 2.0L / 3);
    const auto expected = static_cast<double>(one * static_cast<long double>(count));
    CHECK(cost->evaluate(std::vector{3.0}, {}, *executor).value == doctest::Approx(expected).epsilon(5e-16));
  }
}

TEST_CASE("unbinned: events that cannot be are refused, with how many and which") {
  const Model model = gauss("m", "s", {.low = 0, .high = 10});
  CHECK_THROWS_WITH_AS(unbinned({}, model), "there are no events", ramet::Error);
  CHECK_THROWS_WITH_AS(unbinned(std::vector<double>{1, 11, 2, -1}, model),
                       "2 of 4 events are outside the model's range 0 to 10: the first is 11, at row 1", ramet::Error);
  CHECK_THROWS_AS(unbinned(std::vector{1, std::nan("")}, model), ramet::Error);
  CHECK_THROWS_AS(unbinned(std::vector{std::numeric_limits<double>::infinity()}, gauss()), ramet::Error);
}

TEST_CASE("unbinned: without a density the cost is infinite; an event without one counts as 10^-300") {
  const auto executor = schedule::make_serial_executor();
  const auto cost = unbinned(std::vector<double>{1, 2}, gauss("m", "s", {.low = 0, .high = 10}));
  std::vector<double> gradient{7, 7};
  const double infinity = std::numeric_limits<double>::infinity();
  for (const double sigma : {0.0, -1.0, infinity, std::nan("")}) {
    CAPTURE(sigma);
    CHECK(cost->evaluate(std::vector{1.0, sigma}, gradient, *executor).value == infinity);
    CHECK(gradient == std::vector{0.0, 0.0});
  }
  const auto negative = unbinned(std::vector<double>{1, 9}, chebyshev({"c"}, {.low = 0, .high = 10}));
  const Evaluation found = negative->evaluate(std::vector{2.0}, {}, *executor);
  CHECK(found.absent == 1);
  CHECK(found.value == doctest::Approx(-2 * (std::log(1e-300) + std::log(2.6 / 10))));
  CHECK_THROWS_AS(cost->evaluate(std::vector{1.0}, {}, *executor), ramet::Error);
  CHECK_THROWS_AS(cost->evaluate(std::vector{1.0, 1.0}, std::span(gradient).first(1), *executor), ramet::Error);
}

TEST_CASE("unbinned: weights multiply the logarithms, and whole ones are repeated events") {
  const auto executor = schedule::make_serial_executor();
  for (const auto& [name, model, parameters] : ramet::tests::sample_models()) {
    CAPTURE(name);
    const std::vector<double> events = events_of(model, parameters, 1001);
    std::vector<double> weights, repeated;
    for (std::size_t i = 0; i < events.size(); ++i) {
      weights.push_back(static_cast<double>(i % 3));
      for (std::size_t k = 0; k < i % 3; ++k) repeated.push_back(events[i]);
    }
    std::vector<double> one(parameters.size()), other(parameters.size());
    const Evaluation first = unbinned(events, model, weights)->evaluate(parameters, one, *executor);
    const Evaluation second = unbinned(repeated, model)->evaluate(parameters, other, *executor);
    CHECK(first.value == doctest::Approx(second.value).epsilon(1e-13));
    for (std::size_t k = 0; k < one.size(); ++k) CHECK(one[k] == doctest::Approx(other[k]).epsilon(1e-10).scale(1));
  }
  const Evaluation lost =
      unbinned(std::vector<double>{1, 9}, chebyshev({"c"}, {.low = 0, .high = 10}), std::vector{2.0, 1.0})
          ->evaluate(std::vector{2.0}, {}, *executor);
  CHECK(lost.absent == 1);
  CHECK(lost.value == doctest::Approx(-2 * (2 * std::log(1e-300) + std::log(2.6 / 10))));
}
