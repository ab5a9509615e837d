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

/// A cluster that has yet to get its place in the file. Threads: a value.
struct EncodedCluster {
  table::ClusterDescriptor described;
  bytes::Buffer bytes;         ///< with its mark
  std::size_t mark_begin = 0;  ///< in them
  bool big = false;            ///< whether its keys are
  MemoryReservation memory;
};

/// Puts what contexts hand over into the order of its places, before it gets space in the file: then the same input
/// gives the same bytes, whatever the threads did. What comes too early is parked, in memory that its context has
/// reserved. The front is the place that everything before has passed; a part is over when its context says so.
///
///   parked (part, ordinal) ─► front: the ends of parts are gathered, clusters get numbers ─► written in that order
///
/// Threads: any; the lock is not held while rows are encoded or written.
class OrderedCommit {
 public:
  /// The ends of parts share clusters until these have `healthy` size.
  explicit OrderedCommit(ClusterSize healthy) : healthy_(healthy) {}

  /// A context fills this part from now on.
  void begin_part(std::uint64_t sequence);
  /// It does not after all, and has brought nothing of it.
  void cancel_part(std::uint64_t sequence) noexcept;
  /// A part is over, with or without last rows; `next` is the place after its last cluster.
  void end_part(table::ClusterPlace next, std::optional<Slice> rows);
  /// Many parts that a context has handed over are over. All or nothing: the sheaf is empty then.
  void end_parts(Sheaf& sheaf);
  void add(EncodedCluster cluster);

  /// Rows that are to be encoded as cluster `number`, and then to be given to `add_encoded`.
  struct Encode {
    std::uint64_t number = 0;
    RowRun run;
    Sheaf joined = {};  ///< the run's rows, once they were joined
  };
  /// A cluster whose turn it is to get space and be written; the caller takes the space before anybody else asks.
  using Write = EncodedCluster;
  using Task = std::variant<Encode, Write>;

  /// What is to be done next, if there is something now. `take_space` is called, with the lock held, for a cluster that
  /// is to be written.
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
  /// Rows that could not be encoded for want of memory are the next thing to be done again.
  void put_back(Encode rows);

  /// Whether everything before the part has come: what it hands over is not parked, and its context need not wait for
  /// memory. Parts that nobody has begun are passed over when the part is the lowest that somebody fills.
  bool is_at_front(std::uint64_t sequence);

  /// Let everything through, in order, also where parts are missing and what is gathered is little; what could not be
  /// written comes once more.
  void drain();

  /// Clusters and ends of parts that wait for what comes before them.
  std::uint64_t parked() const;

 private:
  struct Item {
    std::optional<EncodedCluster> cluster = std::nullopt;
    std::optional<Slice> rows = std::nullopt;
    bool ends_part = false;
  };

  void advance_if_possible() noexcept RAMET_REQUIRES(mutex_);
  void advance(bool over_gaps) RAMET_REQUIRES(mutex_);
  /// Throws std::bad_alloc, after which it may be called again: what was taken of the item is not in it any more.
  void pass(table::ClusterPlace place, Item& item) RAMET_REQUIRES(mutex_);
  /// Have the front at least there, though something before it is missing.
  void pass_over(table::ClusterPlace place) RAMET_REQUIRES(mutex_);
  /// The gathered rows become the next cluster.
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
  std::uint64_t next_number_ RAMET_GUARDED_BY(mutex_) = 0;
  std::uint64_t next_written_ RAMET_GUARDED_BY(mutex_) = 0;
};

}  // namespace ramet::inline v1::write::internal
