#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "ramet/core/mutex.hpp"
#include "ramet/frame/booked.hpp"
#include "ramet/frame/internal/graph/node.hpp"

namespace ramet::inline v1::frame::internal {

/// A result that was asked for, and how far it is. Threads: what changes is guarded; the rest is immutable but for
/// `action`, which only the run changes (Root::running).
struct Booking {
  enum class State : std::uint8_t { waiting, done, failed };

  std::shared_ptr<const Node> node;
  std::string variation = {};
  /// Null for the counts of filters.
  std::shared_ptr<Action> action = {};
  std::vector<DefinitionPointer> columns = {};
  std::vector<std::uint8_t> is_nominal = {};  ///< of columns that have their nominal values under the variation
  bool counts_all_filters = false;

  mutable Mutex mutex = {};
  State state RAMET_GUARDED_BY(mutex) = State::waiting;
  std::string failure RAMET_GUARDED_BY(mutex) = {};
  std::shared_ptr<const RunReport> report RAMET_GUARDED_BY(mutex) = {};
  std::shared_ptr<const Explanation> explanation RAMET_GUARDED_BY(mutex) = {};
  std::vector<FilterCount> counts RAMET_GUARDED_BY(mutex) = {};
  std::vector<std::shared_ptr<Booking>> parts RAMET_GUARDED_BY(mutex) = {};  ///< results that it is made of
  std::map<std::string, std::weak_ptr<Booking>> varied RAMET_GUARDED_BY(mutex) = {};

  State current() const {
    const MutexLock lock(mutex);
    return state;
  }
  VariationNames variations() const;
};

/// The named filters that a count is of, in the order in which they were made.
std::vector<const Node*> counted_filters(const Booking& booking, std::vector<std::shared_ptr<const Node>>& kept);

/// Run all bookings of a root that wait, for the sake of one of them. What cannot be planned fails alone; the one that
/// is asked for throws then, and nothing runs.
void run_root(const Root& root, const RunOptions& options, const Booking& asked);
/// How the bookings of a root that wait would be computed; if none does, what a count of the node's entries would take.
Explanation explain_waiting(const std::shared_ptr<const Node>& node);

}  // namespace ramet::inline v1::frame::internal
