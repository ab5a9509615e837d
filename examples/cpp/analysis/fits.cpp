// The cost of events and its derivatives, for a minimiser of your choice, or the one that is there.
// Says: tau is 4.01 +- 0.01
#include <cmath>
#include <vector>

#include <fmt/format.h>

#include "ramet/fit.hpp"
#include "ramet/session.hpp"

using namespace ramet;

int main() {
  // docs: begin fit
  const fit::Model model = fit::exponential("tau", {.low = 0, .high = 100});
  std::vector<double> events(100'000);
  fit::Sampler(model, std::vector{4.0}).fill({.seed = 1}, events);

  const dataset::Session session;                  // whose threads do the work
  const auto cost = fit::unbinned(events, model);  // minus twice the logarithm of the likelihood
  const fit::Minimum found = fit::minimise(*cost, std::vector{3.0}, session.executor());
  const double tau = found.values[0], error = std::sqrt(found.covariance[0]);
  // docs: end fit
  fmt::print("tau is {:.2f} +- {:.2f}\n", tau, error);
}
