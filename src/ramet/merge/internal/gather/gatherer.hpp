#pragma once

#include <atomic>
#include <cstdint>
#include <map>

#include "ramet/core/mutex.hpp"
#include "ramet/merge/internal/gather/parcel.hpp"

namespace ramet::inline v1::merge::internal {

/// From when on rows are worth a cluster of their own. Threads: a value.
struct ClusterSize {
  std::uint64_t bytes = 0;
  std::uint64_t entries = 0;  ///< 0: no such limit

  bool is_reached(std::uint64_t has_bytes, std::uint64_t has_entries) const noexcept {
    return has_bytes >= bytes || (entries != 0 && has_entries >= entries);
  }
};

/// Brings the ends of parts together that contexts have handed over, until they make a cluster: part 4 and part 5 are
/// neighbours when all of part 5 is in its parcel, and both have the same columns. Threads: any; the lock is held to
/// look up a place, not to copy rows.
class Gatherer {
 public:
  /// Which parcels may share a cluster: those of neighbouring parts, or any.
  enum class Neighbours { parts, all };

  /// A run is due when it has `healthy` size; the longest when all together have `most_bytes`.
  Gatherer(Neighbours neighbours, ClusterSize healthy, std::uint64_t most_bytes)
      : neighbours_(neighbours), healthy_(healthy), most_bytes_(most_bytes) {}

  /// Take over a parcel that ends a part. Returns the run that is to be written now, if one is.
  ParcelRun add(Parcel parcel);

  /// Keep a run that could not be written.
  void put_back(ParcelRun run);

  /// The run with the most bytes; none when nothing is gathered.
  ParcelRun take_longest();

  /// Bytes that are gathered now.
  std::uint64_t bytes() const noexcept { return bytes_.load(std::memory_order_relaxed); }
  std::uint64_t entries() const noexcept { return entries_.load(std::memory_order_relaxed); }

 private:
  using Runs = std::multimap<std::uint64_t, ParcelRun>;  // by the sequence number of their first parcel

  ParcelRun take(Runs::iterator run) RAMET_REQUIRES(mutex_);
  Runs::iterator insert(ParcelRun run) RAMET_REQUIRES(mutex_);
  Runs::iterator longest() RAMET_REQUIRES(mutex_);

  const Neighbours neighbours_;
  const ClusterSize healthy_;
  const std::uint64_t most_bytes_;
  Mutex mutex_;
  Runs runs_ RAMET_GUARDED_BY(mutex_);
  std::atomic<std::uint64_t> bytes_ = 0;
  std::atomic<std::uint64_t> entries_ = 0;
};

}  // namespace ramet::inline v1::merge::internal
