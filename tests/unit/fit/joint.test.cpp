#include "ramet/fit/joint.hpp"

#include <array>
#include <cmath>
#include <vector>

#include "unit/fit/sample/samples.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"
#include "ramet/schedule/executor.hpp"

using namespace ramet::fit;
namespace schedule = ramet::schedule;

namespace {

constexpr Interval of_mass{.low = 0, .high = 10}, of_time{.low = 0, .high = 20};

JointModel sample() {
  const JointModel peak =
      product({mixture({gauss("m", "s", of_mass), gauss("m", 1.5, of_mass)}, {"core"}), exponential("tau", of_time)});
  const JointModel rest = product({exponential("slope", of_mass), exponential("short", of_time)});
  return extended({mixture({peak, product({uniform(of_mass), exponential("tau", of_time)})}, {"f"}), rest},
                  {"signal", "background"});
}

// m, s, core, tau, f, slope, short, signal, background
const std::vector<double> parameters{5, 0.4, 0.7, 3, 0.9, 6, 0.8, 3000, 2000};

using Numbers = std::array<std::vector<double>, 2>;

Numbers events_of(std::size_t count, std::uint32_t stream = 4) {
  Numbers made{std::vector<double>(count), std::vector<double>(count)};
  JointSampler(sample(), parameters)
      .fill({.seed = 3, .number = stream}, std::vector<std::span<double>>{made[0], made[1]});
  return made;
}

std::vector<std::span<const double>> columns_of(const Numbers& numbers) { return {numbers[0], numbers[1]}; }

}  // namespace

TEST_CASE("joint: densities are sums of products") {
  const std::vector<double> x{5.0, 2.0, 11.0}, t{1.0, 4.0, 1.0};
  std::vector<double> found(3), peak(3), slope(3);
  const JointModel model = mixture(
      {product({gauss("m", "s", of_mass), exponential("tau", of_time)}), product({uniform(of_mass), uniform(of_time)})},
      {"f"});
  CHECK(model.parameters().size() == 4);
  CHECK(model.range(1) == of_time);
  model.densities(std::vector{5.0, 1.0, 3.0, 0.25}, std::vector<std::span<const double>>{x, t}, found);
  gauss("m", "s", of_mass).densities(std::vector{5.0, 1.0}, x, peak);
  exponential("tau", of_time).densities(std::vector{3.0}, t, slope);
  for (std::size_t i = 0; i < 2; ++i)
    CHECK(found[i] == doctest::Approx(0.25 * peak[i] * slope[i] + 0.75 / 200).epsilon(1e-14));
  CHECK(found[2] == 0);
}

TEST_CASE("joint: the value is that of the densities, the derivatives those of differences") {
  const auto executor = schedule::make_serial_executor();
  const JointModel model = sample();
  const Numbers events = events_of(5000);
  const auto cost = unbinned(columns_of(events), model);
  std::vector<double> densities(5000), gradient(parameters.size());
  model.densities(parameters, columns_of(events), densities);
  long double sum = -5000;
  for (const double density : densities) sum += std::log(static_cast<long double>(density));
  const Evaluation found = cost->evaluate(parameters, gradient, *executor);
  CHECK(found.value == doctest::Approx(static_cast<double>(-2 * sum)).epsilon(1e-13));
  CHECK(found.absent == 0);
  const auto value = [&](const std::vector<double>& at) { return cost->evaluate(at, {}, *executor).value; };
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    CAPTURE(model.parameters()[i].name);
    CHECK(gradient[i] == doctest::Approx(ramet::tests::slope_of(value, parameters, i)).epsilon(1e-5).scale(10));
  }
}

TEST_CASE("joint: weights multiply the logarithms, also negative ones") {
  const auto executor = schedule::make_serial_executor();
  const JointModel model = sample();
  const Numbers events = events_of(5001);
  std::vector<double> weights(5001), densities(5001), gradient(parameters.size());
  for (std::size_t i = 0; i < weights.size(); ++i) weights[i] = static_cast<double>(i % 7) - 0.5;
  const auto cost = unbinned(columns_of(events), model, weights);
  model.densities(parameters, columns_of(events), densities);
  long double sum = -5000;
  for (std::size_t i = 0; i < weights.size(); ++i) sum += weights[i] * std::log(static_cast<long double>(densities[i]));
  CHECK(cost->evaluate(parameters, gradient, *executor).value ==
        doctest::Approx(static_cast<double>(-2 * sum)).epsilon(1e-13));
  const auto value = [&](const std::vector<double>& at) { return cost->evaluate(at, {}, *executor).value; };
  for (std::size_t i = 0; i < parameters.size(); ++i)
    CHECK(gradient[i] == doctest::Approx(ramet::tests::slope_of(value, parameters, i)).epsilon(1e-5).scale(10));
  const auto plain = unbinned(columns_of(events), model),
             ones = unbinned(columns_of(events), model, std::vector(5001, 1.0));
  CHECK(ones->evaluate(parameters, {}, *executor).value ==
        doctest::Approx(plain->evaluate(parameters, {}, *executor).value).epsilon(1e-14));
}

TEST_CASE("joint: any number of threads gives the same bits") {
  const Numbers events = events_of(50'001);
  std::vector<double> weights(50'001);
  for (std::size_t i = 0; i < weights.size(); ++i) weights[i] = static_cast<double>(i % 5) - 1;
  for (const std::span<const double> given : {std::span<const double>{}, std::span<const double>(weights)}) {
    const auto cost = unbinned(columns_of(events), sample(), given);
    std::vector<double> expected(parameters.size());
    const double value = cost->evaluate(parameters, expected, *schedule::make_serial_executor()).value;
    for (const std::size_t threads : {1U, 2U, 7U}) {
      const auto executor = schedule::make_thread_executor(threads);
      std::vector<double> gradient(parameters.size());
      CHECK(cost->evaluate(parameters, gradient, *executor).value == value);
      CHECK(gradient == expected);
    }
  }
}

TEST_CASE("joint: random events have the distribution, and depend on their entry alone") {
  const Numbers many = events_of(40'000), few = events_of(100);
  CHECK(std::equal(few[0].begin(), few[0].end(), many[0].begin()));
  CHECK(std::equal(few[1].begin(), few[1].end(), many[1].begin()));
  double peak = 0, time_of_peak = 0, time_of_rest = 0;
  for (std::size_t i = 0; i < many[0].size(); ++i) {
    const bool is_peak = std::abs(many[0][i] - 5) < 0.8;
    peak += is_peak;
    (is_peak ? time_of_peak : time_of_rest) += many[1][i];
  }
  CHECK(time_of_peak / peak > 2.3);  // 3 of the signal, 0.8 of the background
  CHECK(time_of_rest / (40'000 - peak) < 1.9);
  CHECK(JointSampler(sample(), parameters).count({.seed = 1, .number = 0}) == doctest::Approx(5000).epsilon(0.05));
}

TEST_CASE("joint: what does not fit together is said") {
  const Model peak = gauss("m", "s", of_mass);
  CHECK_THROWS_AS(product({}), ramet::Error);
  CHECK_THROWS_AS(product({extended({peak}, {"n"})}), ramet::Error);
  const JointModel one = product({peak}), two = product({peak, peak});
  CHECK_THROWS_AS(mixture({one, two}, {"f"}), ramet::Error);
  CHECK_THROWS_AS(mixture({two, product({peak, uniform(of_time)})}, {"f"}), ramet::Error);
  CHECK_THROWS_AS(mixture({one, one}, std::vector<Argument>{}), ramet::Error);
  CHECK_THROWS_AS(extended({extended({one}, {"n"})}, {"k"}), ramet::Error);
  CHECK_THROWS_AS(mixture(std::vector<JointModel>(17, one), std::vector<Argument>(16, 0.01)), ramet::Error);
  const std::vector<double> x{1.0, 2.0}, y{1.0};
  CHECK_THROWS_AS(unbinned(std::vector<std::span<const double>>{x}, two), ramet::Error);
  CHECK_THROWS_AS(unbinned(std::vector<std::span<const double>>{x, y}, two), ramet::Error);
  const std::vector<std::span<const double>> columns{x, x};
  CHECK_THROWS_WITH_AS(unbinned(columns, two, y), "2 events have 1 weights", ramet::Error);
  CHECK_THROWS_WITH_AS(unbinned(columns, two, std::vector{1.0, std::nan("")}), "the weight of event 1 is nan",
                       ramet::Error);
  CHECK_THROWS_WITH_AS(unbinned(columns, two, std::vector{1.0, -1.0}),
                       "the weights of 2 events add up to 0, not above 0", ramet::Error);
  CHECK_THROWS_AS(JointSampler(one, std::vector{1.0, 1.0}).count({.seed = 1, .number = 0}), ramet::Error);
}
