#pragma once

#include <algorithm>

#include "harness/prediction/mean_value.hpp"

// What neither the analysis nor the replay sees of more threads.

namespace harness {

/// What an event shares with those of other threads, and what the machine takes for it. Threads: a value.
struct Sharing {
  double atomics = 0;           ///< atomic operations of an event on numbers that all threads use
  double another_sharer = 0;    ///< seconds that each further thread adds to one of them
  double moved_bytes = 0;       ///< that an event reads from memory and writes to it
  double bytes_per_second = 0;  ///< that the machine's memory moves; 0: not known
  double held_bytes = 0;        ///< of a stream, in the output whose budget is used up first, at most
  double budget = 0;            ///< bytes that this output may hold; 0: any number

  /// That of events which are so many times as large.
  Sharing of_larger(double scale) const {
    Sharing larger = *this;
    larger.moved_bytes *= scale;
    larger.held_bytes *= scale;
    return larger;
  }
};

/// A foreseen utilisation with the time that shared numbers cost, and bounded by the memory's bandwidth.
inline double corrected(double utilisation, const Demand& demand, const Sharing& sharing, int threads) {
  if (demand.total <= 0) return utilisation;
  const double slower = demand.total + sharing.atomics * sharing.another_sharer * (threads - 1);
  double found = utilisation * demand.total / slower;
  if (sharing.bytes_per_second > 0 && sharing.moved_bytes > 0)
    found = std::min(found, sharing.bytes_per_second / sharing.moved_bytes * demand.total / threads);
  return found;
}

/// From how many threads on streams hold more than the budget, so that clusters become smaller; 0 for never.
inline double threads_of_budget(const Sharing& sharing) {
  return sharing.budget > 0 && sharing.held_bytes > 0 ? sharing.budget / sharing.held_bytes : 0;
}

}  // namespace harness
