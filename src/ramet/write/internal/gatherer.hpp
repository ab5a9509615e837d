#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <list>
#include <optional>
#include <set>
#include <vector>

#include "ramet/core/mutex.hpp"
#include "ramet/write/internal/sheaf.hpp"

namespace ramet::inline v1::write::internal {

/// From when on rows are worth a cluster of their own. Threads: a value.
struct ClusterSize {
  std::uint64_t bytes = 0;
  std::uint64_t entries = 0;  ///< 0: no such limit

  /// How many clusters of at most that size so much makes.
  std::uint64_t clusters_of(std::uint64_t has_bytes, std::uint64_t has_entries) const noexcept {
    const auto parts = [](std::uint64_t has, std::uint64_t most) {
      return most == 0 || has == 0 ? 1 : (has - 1) / most + 1;
    };
    return std::max(parts(has_bytes, bytes), parts(has_entries, entries));
  }

  bool is_reached(std::uint64_t has_bytes, std::uint64_t has_entries) const noexcept {
    return has_bytes >= bytes || (entries != 0 && has_entries >= entries);
  }
};

/// The parts that a context may still bring rows of before it goes on to higher ones: those that it has yet to hand
/// over, up to the one that it fills. Threads: the context sets, any reads.
class OpenParts {
 public:
  void set(std::uint64_t lowest, std::uint64_t current) noexcept {
    current_.store(current);
    lowest_.store(lowest);
  }
  void set_none() noexcept { set(none, 0); }
  std::uint64_t lowest() const noexcept { return lowest_.load(); }
  std::uint64_t current() const noexcept { return current_.load(); }

 private:
  static constexpr std::uint64_t none = ~std::uint64_t{0};
  std::atomic<std::uint64_t> lowest_ = none;
  std::atomic<std::uint64_t> current_ = 0;
};

/// Brings the parts together that contexts have handed over, until they make a cluster.
///
///   handed over     3  4  5  5' 6     8  9     20          5' is another context's; 9 is open in a third
///   runs           [3  4  5  5' 6]   [8  9]   [20]
///
/// A run has parts whose numbers follow each other, all below those that contexts have open: so the order of clusters
/// by their first part is that of all parts, though numbers are shared. Nothing is joined across a part that a cluster
/// begins with, and what was taken of a part while it went on is a cluster of its own. Where everything has to go,
/// memory has to be freed, or very many tiny clusters would come, gaps are bridged below all open parts, and parts that
/// follow each other are joined above the lowest open one, too. A part that somebody begins only then, within what was
/// joined, comes behind that cluster.
/// Threads: any; the lock is held to look up places, not to copy rows.
class Gatherer {
 public:
  /// Which rows may share a cluster: those of parts that follow each other, or any, as they arrive.
  enum class Neighbours { parts, all };
  /// What to do with numbers that are missing, or that a context may still come to: see above.
  enum class Gaps { keep, bridge };

  /// A run is due when it has `healthy` size, and never has more than `most`, unless one part alone has.
  Gatherer(Neighbours neighbours, ClusterSize healthy, ClusterSize most)
      : neighbours_(neighbours), healthy_(healthy), most_(most) {}

  /// A context's open parts, for as long as it lives.
  OpenParts& open();
  void close(OpenParts& open) noexcept;

  /// Other processes fill parts of the same table from now on, of which nothing is known here: no gap is bridged.
  void keep_gaps() noexcept { keeps_gaps_.store(true); }

  /// Orders what contexts hand over and write, within parts.
  std::uint64_t next_ordinal() noexcept { return next_ordinal_.fetch_add(1, std::memory_order_relaxed); }

  /// Take over what a context has handed over, before it says that its open parts are higher. All or nothing: the sheaf
  /// is empty then.
  void add(Sheaf& sheaf);
  /// Keep a run that could not be written. All or nothing.
  void put_back(RowRun& run);
  /// A part has got a cluster of its own.
  void note_cluster_of(std::uint64_t sequence);

  /// Whether enough came since the last look that one for a run of size `wanted` is worth while.
  bool is_due(const ClusterSize& wanted) const noexcept;
  /// The first run of size `wanted` below all open parts. When there is none, and all together take more than
  /// `most_memory`, the longest.
  RowRun take_due(const ClusterSize& wanted, std::uint64_t most_memory);
  /// The run with the most bytes; none when it has not `least`.
  RowRun take_longest(std::uint64_t least = 0, Gaps gaps = Gaps::keep);
  /// All runs, in order. Gaps are bridged also where very many tiny clusters would come of keeping them.
  std::vector<RowRun> take_all(Gaps gaps = Gaps::keep);

  std::uint64_t bytes() const noexcept { return bytes_.load(std::memory_order_relaxed); }
  std::uint64_t entries() const noexcept { return entries_.load(std::memory_order_relaxed); }
  /// What holding them takes.
  std::uint64_t memory() const noexcept { return memory_of(bytes(), parts_.load(std::memory_order_relaxed)); }

 private:
  /// Which parts are open as of now. Threads: a value.
  struct Horizon;
  struct Range {
    std::size_t first = 0, last = 0;  // in pending_
    std::uint64_t bytes = 0, entries = 0;
  };

  Horizon horizon() const RAMET_REQUIRES(mutex_);
  void sort() RAMET_REQUIRES(mutex_);
  bool joins(const Slice& slice, const Slice& next, const Horizon& horizon, Gaps gaps) const RAMET_REQUIRES(mutex_);
  std::vector<Range> runs(Gaps gaps) RAMET_REQUIRES(mutex_);
  /// The first run of that size among the parts below all open ones, without a look at the others.
  std::optional<Range> first_run(const ClusterSize& wanted) RAMET_REQUIRES(mutex_);
  RowRun take(const Range& range) RAMET_REQUIRES(mutex_);
  /// The first piece of a run that is too long for one cluster, of as many equal ones as it makes.
  Range piece_of(const Range& range) const RAMET_REQUIRES(mutex_);
  /// Where a run belongs that was made of such slices.
  void place(RowRun& run) RAMET_REQUIRES(mutex_);
  void note_begin(const Slice& slice) RAMET_REQUIRES(mutex_);
  void note_look(const ClusterSize& wanted) RAMET_REQUIRES(mutex_);

  const Neighbours neighbours_;
  const ClusterSize healthy_;
  const ClusterSize most_;
  mutable Mutex mutex_;
  std::list<OpenParts> open_ RAMET_GUARDED_BY(mutex_);
  std::vector<Slice> pending_ RAMET_GUARDED_BY(mutex_);
  std::size_t sorted_ RAMET_GUARDED_BY(mutex_) = 0;          // of pending_, from the begin; the rest as it came
  std::set<std::uint64_t> begins_ RAMET_GUARDED_BY(mutex_);  // the first parts of all clusters so far
  std::atomic<std::uint64_t> bytes_ = 0;
  std::atomic<std::uint64_t> entries_ = 0;
  std::atomic<std::uint64_t> parts_ = 0;
  std::atomic<bool> keeps_gaps_ = false;
  std::atomic<std::uint64_t> next_ordinal_ = 0;
  std::atomic<std::uint64_t> next_look_bytes_ = 0;
  std::atomic<std::uint64_t> next_look_entries_ = 0;
};

}  // namespace ramet::inline v1::write::internal
