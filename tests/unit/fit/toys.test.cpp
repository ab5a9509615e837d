#include "ramet/fit/toys.hpp"

#include <cmath>
#include <vector>

#include <doctest/doctest.h>

#include "ramet/core/error.hpp"
#include "ramet/fit/sampler.hpp"
#include "ramet/fit/shapes.hpp"

using namespace ramet::fit;
namespace schedule = ramet::schedule;

namespace {

const std::vector<double> truth{5, 0.5, 4, 0.3};

Model peak() {
  const Interval range{.low = 0, .high = 10};
  return mixture({gauss("mean", "sigma", range), exponential("tau", range)}, {"fraction"});
}

bool is_same(const Toy& a, const Toy& b) {
  return a.minimum.values == b.minimum.values && a.minimum.covariance == b.minimum.covariance &&
         a.minimum.cost == b.minimum.cost && a.events == b.events;
}

}  // namespace

TEST_CASE("toys: pulls are those of a normal distribution, and the same for any number of threads") {
  const Toys toys(peak(), truth, 2000);
  const auto one = schedule::make_serial_executor();
  const auto three = schedule::make_thread_executor(3);
  const std::vector<Toy> made = toys.make(7, 10, 200, *one);
  REQUIRE(made.size() == 200);
  const std::vector<Toy> others = toys.make(7, 110, 100, *three);
  for (std::size_t toy = 0; toy < others.size(); ++toy) CHECK(is_same(made[100 + toy], others[toy]));
  CHECK(is_same(made[3], toys.make(7, 13)));
  CHECK_FALSE(is_same(made[3], toys.make(8, 13)));
  for (std::size_t parameter = 0; parameter < truth.size(); ++parameter) {
    double sum = 0, squares = 0;
    for (const Toy& toy : made) {
      CHECK(toy.minimum.is_valid);
      CHECK_FALSE(toy.is_at_limit);
      CHECK(toy.events == 2000);
      const double error = std::sqrt(toy.minimum.covariance[5 * parameter]);
      const double pull = (toy.minimum.values[parameter] - truth[parameter]) / error;
      sum += pull;
      squares += pull * pull;
    }
    CHECK(std::abs(sum / 200) < 0.25);
    CHECK(std::sqrt(squares / 200) == doctest::Approx(1).epsilon(0.15));
  }
}

TEST_CASE("toys: of an extended model the number of events is random, and may be 0") {
  const Toys toys(extended({gauss()}, {"n"}), std::vector{1.0, 2.0, 1.5});
  const auto executor = schedule::make_serial_executor();
  bool has_none = false;
  std::uint64_t events = 0;
  for (const Toy& toy : toys.make(1, 0, 100, *executor)) {
    events += toy.events;
    if (toy.events > 0) continue;
    has_none = true;
    CHECK_FALSE(toy.minimum.is_valid);
    CHECK(std::isnan(toy.minimum.values[0]));
    CHECK(toy.minimum.values.size() == 3);
  }
  CHECK(has_none);
  CHECK(std::abs(static_cast<double>(events) - 150) < 50);
}

TEST_CASE("toys: of several variables they have the events of the sampler") {
  const JointModel model = product({gauss("m", 1.0), exponential("tau")});
  const std::vector<double> values{3, 2};
  const Toy toy = Toys(model, values, 500).make(4, 2);
  CHECK(toy.minimum.is_valid);
  std::vector<double> first(500), second(500);
  const std::vector<std::span<double>> columns{first, second};
  JointSampler(model, values).fill({.seed = 4, .number = 2}, columns);
  double mean = 0;
  for (const double event : first) mean += event / 500;
  CHECK(toy.minimum.values[0] == doctest::Approx(mean));
}

TEST_CASE("toys: a value beside its limit is said") {
  const Model model = mixture({gauss("mean", "sigma", {.low = 0, .high = 10}), uniform({.low = 0, .high = 10})}, {"f"});
  const Toys toys(model, std::vector{5.0, 0.5, 0.001}, 200);
  int at_limit = 0;
  for (std::uint32_t number = 0; number < 20; ++number) at_limit += toys.make(1, number).is_at_limit ? 1 : 0;
  CHECK(at_limit > 0);
}

TEST_CASE("toys: what cannot be made is said, and they can be stopped") {
  CHECK_THROWS_AS(Toys(gauss(), std::vector{1.0, 2.0}), ramet::Error);
  CHECK_THROWS_AS(Toys(gauss(), std::vector{1.0, 2.0}, 0), ramet::Error);
  CHECK_THROWS_AS(Toys(gauss(), std::vector{1.0}, 5), ramet::Error);
  CHECK_THROWS_AS(Toys(product({gauss()}), std::vector{1.0, 2.0}), ramet::Error);
  const Toys toys(gauss(), std::vector{1.0, 2.0}, 50);
  const auto executor = schedule::make_serial_executor();
  CHECK_THROWS_AS(toys.make(1, 0xffff'ffff, 2, *executor), ramet::Error);
  CHECK(toys.make(1, 0xffff'ffff, 1, *executor).size() == 1);
  CHECK(toys.make(1, 0, 0, *executor).empty());
  ramet::StopSource source;
  source.request_stop();
  CHECK_THROWS_AS(toys.make(1, 0, 5, *executor, source.get_token()), ramet::Error);
}
