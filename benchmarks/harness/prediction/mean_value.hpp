#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

// How streams share resources that one of them can use at a time: exact mean value analysis of a closed network
// (Reiser and Lavenberg, 1980).

namespace harness {

/// What an event needs. Threads: a value.
struct Demand {
  double total = 0;              ///< seconds of an event, all resources included
  std::vector<double> services;  ///< seconds of it in each resource that one stream uses at a time
};

/// The share of time in which `streams` streams, each with a core, work instead of waiting for a resource.
inline double predict_utilisation(const Demand& demand, int streams) {
  if (demand.total <= 0) return 1;  // nothing was recorded
  double alone = demand.total;
  for (const double service : demand.services) alone -= service;
  alone = std::max(alone, 0.0);
  std::vector<double> queues(demand.services.size());
  double rate = 0;
  for (int present = 1; present <= streams; ++present) {
    double time = alone;
    std::vector<double> residence(queues.size());
    for (std::size_t resource = 0; resource < queues.size(); ++resource) {
      residence[resource] = demand.services[resource] * (1 + queues[resource]);
      time += residence[resource];
    }
    rate = present / time;
    for (std::size_t resource = 0; resource < queues.size(); ++resource) queues[resource] = rate * residence[resource];
  }
  return streams > 0 ? rate * demand.total / streams : 1;
}

}  // namespace harness
