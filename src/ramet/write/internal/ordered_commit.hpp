#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <variant>
#include <vector>

#include "ramet/bytes/buffer.hpp"
#include "ramet/core/memory_budget.hpp"
#include "ramet/core/mutex.hpp"
#include "ramet/write/internal/commit_log.hpp"
#include "ramet/write/internal/gatherer.hpp"

namespace ramet::inline v1::write::internal {

/// A cluster that has no position in the file yet. Threads: a value.
struct EncodedCluster {
  table::ClusterDescriptor described;
  bytes::Buffer bytes;         ///< with the mark
  std::size_t mark_begin = 0;  ///< offset of the mark
  bool big = false;            ///< whether it has big keys
  MemoryReservation memory;
};

/// Orders the clusters and rows of contexts by their places before they get space in the file, so that the same input
/// gives the same bytes, independent of threads. Items that come early are parked, in memory that their context has
/// reserved. The front is the place up to which everything has passed; a part ends when its context says so.
///
///   parked (part, ordinal) ─► front: the ends of parts are gathered, clusters get numbers ─► written in that order
///
/// Threads: any; the lock is not held while rows are encoded or written.
class OrderedCommit {
 public:
  /// Last rows of parts are joined to clusters of `healthy` size.
  explicit OrderedCommit(ClusterSize healthy) : healthy_(healthy) {}

  /// Note that a context begins to fill a part.
  void begin_part(std::uint64_t sequence);
  /// Undo begin_part, if no rows of the part were added.
  void cancel_part(std::uint64_t sequence) noexcept;
  /// End a part, with or without last rows; `next` is the place after its last cluster.
  void end_part(table::ClusterPlace next, std::optional<Slice> rows);
  /// End all parts in a sheaf. All or nothing; the sheaf is empty afterwards.
  void end_parts(Sheaf& sheaf);
  void add(EncodedCluster cluster);

  /// Rows to be encoded as cluster `number` and passed to `add_encoded`.
  struct Encode {
    std::uint64_t number = 0;
    RowRun run;
    Sheaf joined = {};  ///< the run's rows, once they are joined
  };
  /// A cluster to be written next; its space was taken by `take_space`.
  using Write = EncodedCluster;
  using Task = std::variant<Encode, Write>;

  /// The next task, if there is one now. For a cluster to be written, `take_space` is called with the lock held.
  template <class TakeSpace>
  std::optional<Task> next(TakeSpace&& take_space) {
    const MutexLock lock(mutex_);
    if (!retried_.empty()) {
      EncodedCluster cluster = std::move(retried_.back());
      retried_.pop_back();
      take_space(cluster);
      return cluster;
    }
    if (!runs_.empty()) {
      Encode task = std::move(runs_.front());
      runs_.erase(runs_.begin());
      return task;
    }
    const auto ready = ready_.find(next_written_);
    if (ready == ready_.end()) return std::nullopt;
    EncodedCluster cluster = std::move(ready->second);
    ready_.erase(ready);
    ++next_written_;
    take_space(cluster);
    return cluster;
  }
  void add_encoded(std::uint64_t number, EncodedCluster cluster);
  /// Keep a cluster that could not be written until `drain`.
  void put_back(EncodedCluster cluster);
  /// Put back rows that could not be encoded for lack of memory; they are the next task again.
  void put_back(Encode rows);

  /// Parts 0 to count - 1 will all end: they are not passed over before they do. 0: pass over what is missing again.
  void expect(std::uint64_t count) noexcept;

  /// Whether everything before the part has passed: its items are not parked, and its context need not wait for memory.
  /// Numbers that no context has begun are passed over if the part is the lowest open one, unless they are expected.
  bool is_at_front(std::uint64_t sequence);

  /// Pass all items in order, even if parts are missing or few rows are gathered. Clusters that could not be written
  /// are tried again.
  void drain();

  /// The number of clusters and ends of parts that wait for earlier ones.
  std::uint64_t parked() const;

 private:
  struct Item {
    std::optional<EncodedCluster> cluster = std::nullopt;
    std::optional<Slice> rows = std::nullopt;
    bool ends_part = false;
  };

  void advance_if_possible() noexcept RAMET_REQUIRES(mutex_);
  void advance(bool over_gaps) RAMET_REQUIRES(mutex_);
  /// Throws std::bad_alloc, after which it may be called again with what is left of the item.
  void pass(table::ClusterPlace place, Item& item) RAMET_REQUIRES(mutex_);
  /// Move the front to `place`, although earlier items are missing.
  void pass_over(table::ClusterPlace place) RAMET_REQUIRES(mutex_);
  /// Make the gathered rows the next cluster.
  void cut() RAMET_REQUIRES(mutex_);

  const ClusterSize healthy_;
  mutable Mutex mutex_;
  table::ClusterPlace front_ RAMET_GUARDED_BY(mutex_);
  std::multiset<std::uint64_t> open_parts_ RAMET_GUARDED_BY(mutex_);
  std::multimap<table::ClusterPlace, Item> parked_ RAMET_GUARDED_BY(mutex_);
  RowRun gathered_ RAMET_GUARDED_BY(mutex_);
  std::vector<Encode> runs_ RAMET_GUARDED_BY(mutex_);
  std::map<std::uint64_t, EncodedCluster> ready_ RAMET_GUARDED_BY(mutex_);
  std::vector<EncodedCluster> failed_ RAMET_GUARDED_BY(mutex_);
  std::vector<EncodedCluster> retried_ RAMET_GUARDED_BY(mutex_);
  std::uint64_t expected_ RAMET_GUARDED_BY(mutex_) = 0;
  std::uint64_t next_number_ RAMET_GUARDED_BY(mutex_) = 0;
  std::uint64_t next_written_ RAMET_GUARDED_BY(mutex_) = 0;
};

}  // namespace ramet::inline v1::write::internal
