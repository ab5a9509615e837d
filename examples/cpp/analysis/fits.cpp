// The cost of events and its derivatives, for a minimiser of your choice; here Fisher's steps for one parameter.
// Says: tau is 4.01
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
  std::vector<double> tau{3.0}, gradient(1);
  for (int step = 0; step < 20; ++step) {
    cost->evaluate(tau, gradient, session.executor());
    tau[0] -= gradient[0] * tau[0] * tau[0] / (2 * static_cast<double>(events.size()));
  }
  // docs: end fit
  fmt::print("tau is {:.2f}\n", tau[0]);
}
