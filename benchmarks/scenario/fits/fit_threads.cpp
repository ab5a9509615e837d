// Fits of a Gauss over an exponential with many threads. usage: fit_threads value|minimum|toys THREADS TIMES
// value: the cost and its derivatives, 10,000,000 events; minimum: of as many; toys: fits of 2,000 times 10,000 random
// events, each on one thread.
#include <array>
#include <string>
#include <vector>

#include "../measure.hpp"

#include "ramet/fit/cost.hpp"
#include "ramet/fit/minimum.hpp"
#include "ramet/fit/sampler.hpp"
#include "ramet/fit/shapes.hpp"
#include "ramet/fit/toys.hpp"
#include "ramet/schedule/executor.hpp"

using namespace ramet;

namespace {

constexpr std::size_t many = 10'000'000, toys = 2'000, of_toy = 10'000;
constexpr int values = 5;
const std::vector<double> truth{5, 0.5, 4, 0.3}, start{5.1, 0.6, 3.5, 0.25};  // mean, sigma, tau, fraction

fit::Model model() {
  const fit::Interval range{.low = 0, .high = 10};
  return fit::mixture({fit::gauss("mean", "sigma", range), fit::exponential("tau", range)}, {"fraction"});
}

double value_of(const fit::Cost& cost, schedule::Executor& executor) {
  double sum = 0;
  std::array<double, 4> gradient{};
  for (int step = 0; step < values; ++step) sum += cost.evaluate(start, gradient, executor).value;
  return sum;
}

double mean_of_toys(schedule::Executor& executor) {
  double sum = 0;
  for (const fit::Toy& toy : fit::Toys(model(), truth, of_toy).make(1, 0, toys, executor)) sum += toy.minimum.values[0];
  return sum / toys;
}

}  // namespace

int main(int count, char** arguments) {
  const std::string job = arguments[1];
  const auto threads = static_cast<std::size_t>(scenario::argument(count, arguments, 2, 1));
  const auto times = static_cast<int>(scenario::argument(count, arguments, 3, 4));
  const auto executor = schedule::make_tbb_executor(threads);
  const fit::Sampler sampler(model(), truth);
  std::vector<double> events(job == "toys" ? of_toy : many);
  sampler.fill({.seed = 1, .number = 0}, events);
  const auto cost = fit::unbinned(events, model());
  scenario::repeat("ramet", job, static_cast<int>(threads), times, 0, [&] {
    if (job == "toys") return mean_of_toys(*executor);
    if (job == "minimum") return fit::minimise(*cost, start, *executor).values[0];
    return value_of(*cost, *executor);
  });
}
