#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <list>
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include "ramet/core/mutex.hpp"
#include "ramet/write/internal/sheaf.hpp"

namespace ramet::inline v1::write::internal {

/// The size from which on rows become a cluster. Threads: a value.
struct ClusterSize {
  std::uint64_t bytes = 0;
  std::uint64_t entries = 0;  ///< 0: no limit on entries

  /// The number of clusters of at most this size for so many bytes and entries.
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

/// The parts of a context of which rows may still arrive: from the lowest one in its sheaf to the one that it fills.
/// Threads: the context sets it, any thread reads it.
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

/// Collects the parts that contexts have handed over, and joins them to runs that become clusters.
///
///   handed over     3  4  5  5' 6     8  9     20          5' is another context's; 9 is open in a third
///   runs           [3  4  5  5' 6]   [8  9]   [20]
///
/// A run has parts with consecutive numbers below all open parts. Therefore the order of clusters by their first part
/// is also the order of parts, even if several contexts fill the same number. No run crosses a part with which a
/// cluster begins, and rows that were taken from a part before its end become a cluster of their own. If all rows must
/// be written, if memory is short, or if there would be too many tiny clusters, runs may also skip missing numbers
/// below all open parts, and join consecutive parts above the lowest open part. A part that begins later within such a
/// run comes after its cluster.
/// Threads: any; the lock is held while positions are searched, not while rows are packed or copied.
class Gatherer {
 public:
  /// Which rows may share a cluster: those of consecutive parts, or any, in order of arrival.
  enum class Neighbours { parts, all };
  /// Whether runs may skip missing numbers, see above.
  enum class Gaps { keep, bridge };

  /// A run is due when it reaches `healthy`. It never exceeds `most`, unless a single part does.
  Gatherer(Neighbours neighbours, ClusterSize healthy, ClusterSize most)
      : neighbours_(neighbours), healthy_(healthy), most_(most) {}

  /// The open parts of a context, to be used during its life.
  OpenParts& open();
  void close(OpenParts& open) noexcept;

  /// Never skip missing numbers from now on, because other processes fill parts of the table, which are not known here.
  void keep_gaps() noexcept { keeps_gaps_.store(true); }

  /// The next ordinal, which orders rows and clusters within a part.
  std::uint64_t next_ordinal() noexcept { return next_ordinal_.fetch_add(1, std::memory_order_relaxed); }

  /// Take over the rows of a context's sheaf, before the context raises its open parts; packed if they are few for the
  /// number of columns. All or nothing; the sheaf is empty afterwards.
  void add(Sheaf& sheaf);
  /// Put back a run that could not be written. All or nothing.
  void put_back(RowRun& run);
  /// Note that a cluster begins with this part.
  void note_cluster_of(std::uint64_t sequence);

  /// Whether enough rows came since the last search to search for a run of size `wanted` again.
  bool is_due(const ClusterSize& wanted) const noexcept;
  /// Take the first run of size `wanted` below all open parts. If there is none, and all rows together take more than
  /// `most_memory`, take the longest run.
  RowRun take_due(const ClusterSize& wanted, std::uint64_t most_memory);
  /// Take the run with the most bytes; none if it has fewer than `least`.
  RowRun take_longest(std::uint64_t least = 0, Gaps gaps = Gaps::keep);
  /// Take all runs, in order. Gaps are also bridged if there would be too many tiny clusters otherwise.
  std::vector<RowRun> take_all(Gaps gaps = Gaps::keep);
  /// Take the runs that have at least the size `least`, and of the others the parts below number `before`: those are
  /// old, the rest may still grow. In order of arrival there is one run, which is taken.
  std::vector<RowRun> take_ripe(const ClusterSize& least, std::uint64_t before);
  /// A number above all parts that have rows here or are open; 0 without any.
  std::uint64_t end_of_parts();

  std::uint64_t bytes() const noexcept { return bytes_.load(std::memory_order_relaxed); }
  std::uint64_t entries() const noexcept { return entries_.load(std::memory_order_relaxed); }
  /// The memory of all rows.
  std::uint64_t memory() const noexcept { return memory_of(bytes(), parts_.load(std::memory_order_relaxed)); }

 private:
  /// The parts that are open now. Threads: a value.
  struct Horizon;
  struct Range {
    std::size_t first = 0, last = 0;  // in pending_
    std::uint64_t bytes = 0, entries = 0;
  };

  /// The types of the columns of a sheaf, which all that are packed share.
  std::shared_ptr<const std::vector<array::ArrayBuilder>> types_of(const Sheaf& sheaf);
  Horizon horizon() const RAMET_REQUIRES(mutex_);
  void sort() RAMET_REQUIRES(mutex_);
  bool joins(const Slice& slice, const Slice& next, const Horizon& horizon, Gaps gaps) const RAMET_REQUIRES(mutex_);
  std::vector<Range> runs(Gaps gaps) RAMET_REQUIRES(mutex_);
  /// The first run of this size below all open parts; does not search the others.
  std::optional<Range> first_run(const ClusterSize& wanted) RAMET_REQUIRES(mutex_);
  RowRun take(const Range& range) RAMET_REQUIRES(mutex_);
  /// The runs if all rows must be written.
  std::vector<Range> last_runs(Gaps gaps) RAMET_REQUIRES(mutex_);
  /// The parts of a run that take_ripe takes.
  Range ripe_of(const Range& run, const ClusterSize& least, std::uint64_t before) const RAMET_REQUIRES(mutex_);
  /// Take runs, which are in order, each in pieces that fit a cluster. All or nothing.
  std::vector<RowRun> take_each(const std::vector<Range>& runs) RAMET_REQUIRES(mutex_);
  /// Remove slices that were moved away.
  void remove(const std::vector<Range>& pieces) noexcept RAMET_REQUIRES(mutex_);
  void note_taken(std::uint64_t bytes, std::uint64_t entries) noexcept RAMET_REQUIRES(mutex_);
  /// If a run is too long for one cluster, the first of several equal pieces.
  Range piece_of(const Range& range) const RAMET_REQUIRES(mutex_);
  /// Set the place of a run from its slices.
  void place(RowRun& run) RAMET_REQUIRES(mutex_);
  void note_begin(const Slice& slice) RAMET_REQUIRES(mutex_);
  void note_look(const ClusterSize& wanted) RAMET_REQUIRES(mutex_);

  const Neighbours neighbours_;
  const ClusterSize healthy_;
  const ClusterSize most_;
  mutable Mutex mutex_;
  std::list<OpenParts> open_ RAMET_GUARDED_BY(mutex_);
  std::vector<Slice> pending_ RAMET_GUARDED_BY(mutex_);
  std::shared_ptr<const std::vector<array::ArrayBuilder>> types_ RAMET_GUARDED_BY(mutex_);  // of the latest sheaf
  std::size_t sorted_ RAMET_GUARDED_BY(mutex_) =
      0;  // how many of pending_ are sorted; the others are in order of arrival
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
