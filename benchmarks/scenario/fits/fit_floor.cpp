// The logarithm of the likelihood of a Gauss over an exponential, as one writes it by hand: one loop with the
// compiler's vectors. usage: fit_floor TIMES
#include <cmath>
#include <numeric>
#include <vector>

#include "../measure.hpp"

namespace {

constexpr std::size_t events = 1'000'000;
constexpr int values = 20;

double minus_logarithm(const std::vector<double>& x, double mean, double sigma, double tau, double fraction) {
  const double of_peak =
      fraction / (sigma * 2.5066282746310002 * 0.5 *
                  (std::erf((10 - mean) / sigma / 1.4142135623730951) + std::erf(mean / sigma / 1.4142135623730951)));
  const double of_fall = (1 - fraction) / (tau * -std::expm1(-10 / tau));
  double sum = 0;
#pragma omp simd reduction(+ : sum)
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double z = (x[i] - mean) / sigma;
    sum += std::log(of_peak * std::exp(-0.5 * z * z) + of_fall * std::exp(-x[i] / tau));
  }
  return -sum;
}

}  // namespace

int main(int count, char** arguments) {
  scenario::Numbers random(1);
  std::vector<double> x(events);
  for (double& one : x) one = 10 * random.uniform();
  double kept = 0;
  scenario::repeat("floor", "value", 1, static_cast<int>(scenario::argument(count, arguments, 1, 4)), 0, [&] {
    const auto begin = std::chrono::steady_clock::now();
    for (int step = 0; step < values; ++step) kept += minus_logarithm(x, 5, 0.5 + 1e-6 * step, 4, 0.3);
    scenario::Outcome outcome(kept == 0 ? 1 : 0);  // so that the loop is not left out
    outcome.measured = scenario::seconds_since(begin) / values;
    return outcome;
  });
}
