#pragma once

#include <algorithm>
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

  /// How many clusters of at most that size so much makes.
  std::uint64_t clusters_of(std::uint64_t has_bytes, std::uint64_t has_entries) const noexcept {
    const auto parts = [](std::uint64_t has, std::uint64_t most) { return most == 0 ? 1 : (has + most - 1) / most; };
    return std::max(parts(has_bytes, bytes), parts(has_entries, entries));
  }

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

  /// A run is due when it has `healthy` size; the longest when all together have more bytes than `most`, which no run
  /// that is given out has either, unless one part alone has.
  Gatherer(Neighbours neighbours, ClusterSize healthy, ClusterSize most)
      : neighbours_(neighbours), healthy_(healthy), most_(most) {}

  /// Take over a parcel that ends a part. Returns the run that is to be written now, if one is: none while all together
  /// have no more than `patience` bytes, so that parts which come out of order meet their neighbours.
  ParcelRun add(Parcel parcel, std::uint64_t patience = 0);

  /// Keep a run that could not be written.
  void put_back(ParcelRun run);

  /// The run with the most bytes, or its begin; none when it has not `least` bytes.
  ParcelRun take_longest(std::uint64_t least = 0);

  /// Bytes that are gathered now.
  std::uint64_t bytes() const noexcept { return bytes_.load(std::memory_order_relaxed); }
  std::uint64_t entries() const noexcept { return entries_.load(std::memory_order_relaxed); }

 private:
  using Runs = std::multimap<std::uint64_t, ParcelRun>;  // by the sequence number of their first parcel

  /// All of the run, or of equal pieces that are not too large the first.
  ParcelRun take(Runs::iterator run) RAMET_REQUIRES(mutex_);
  Runs::iterator insert(ParcelRun run) RAMET_REQUIRES(mutex_);
  Runs::iterator longest() RAMET_REQUIRES(mutex_);

  const Neighbours neighbours_;
  const ClusterSize healthy_;
  const ClusterSize most_;
  Mutex mutex_;
  Runs runs_ RAMET_GUARDED_BY(mutex_);
  std::atomic<std::uint64_t> bytes_ = 0;
  std::atomic<std::uint64_t> entries_ = 0;
};

}  // namespace ramet::inline v1::merge::internal
