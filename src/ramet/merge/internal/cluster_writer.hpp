#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "ramet/array/array.hpp"
#include "ramet/core/memory_budget.hpp"
#include "ramet/merge/internal/cluster_encoder.hpp"
#include "ramet/merge/internal/table_output.hpp"

namespace ramet::inline v1::merge::internal {

/// The part of a context that turns columns into clusters in the file, at once or when flushes have brought enough rows
/// together. Threads: `write_gathered` any, with whom the others share the gathered rows under a lock; all else one
/// thread at a time.
class ClusterWriter {
 public:
  /// What a context holds for as long as it lives, so that it can always write at least small clusters.
  static constexpr std::uint64_t smallest_share = 256 << 10;

  /// Throws Error(misuse) when the budget cannot give the smallest share.
  ClusterWriter(std::shared_ptr<OutputFile> file, std::shared_ptr<TableOutput> table, std::uint64_t sequence);
  ClusterWriter(const ClusterWriter&) = delete;
  ClusterWriter& operator=(const ClusterWriter&) = delete;
  ~ClusterWriter();

  const TableOutput& table() const noexcept { return *table_; }
  /// The columns that clusters are written of.
  const tree::TreeSchema& schema() const noexcept { return *schema_; }
  /// Take up the columns that the table has now; nothing is held or gathered. Throws Error(io), Error(misuse) when the
  /// file is closed.
  void refresh();
  MemoryGate& gate() noexcept { return file_->gate; }
  /// Seconds so far, with those that its owner has booked in `own_times`.
  StageTimes times() const;
  StageTimes& own_times() noexcept { return own_times_; }

  /// Throws Error(misuse) after close, and as OutputFile::require_usable.
  void require_open() const;
  /// Throws as OutputFile::require_usable, unless it is closed.
  void require_usable() const {
    if (!closed_) file_->require_usable();
  }
  bool is_of_this_process() const noexcept { return file_->is_of_this_process(); }

  /// Whether `bytes` of columns may be held, with what encoding them takes; takes it from the budget if so, but not the
  /// last quarter: whether one more context can begin does not depend on how much the others have filled.
  bool may_hold(std::uint64_t bytes) noexcept;
  /// Where clusters are written in order, and so must not depend on what others hold: whether that is so, and a wait
  /// until `bytes` of columns may be held, or all that comes before is in the file and there is memory set aside.
  /// Throws Error(cancelled) when a stop is requested meanwhile.
  bool is_in_order() const noexcept { return table_->ordered() != nullptr; }
  void hold(std::uint64_t bytes, const StopToken& stop);
  /// Where contexts wait for memory: wait for a turn to hold so many bytes, if that is more than every one may at any
  /// time. It ends with the cluster. Throws Error(cancelled) when a stop is requested meanwhile.
  void wait_for_turn(std::uint64_t bytes, const StopToken& stop);
  /// Whether the turn ended with the last cluster, and others wait for theirs: they need what memory this one has kept.
  bool has_given_way() const noexcept { return has_given_way_; }
  /// Give the budget back all but the smallest share.
  void release() noexcept;

  /// Rows that flushes have handed over and that are not written yet.
  std::uint64_t gathered_entries() const noexcept { return gathered_entries_.load(std::memory_order_relaxed); }
  std::uint64_t gathered_bytes() const noexcept { return gathered_bytes_.load(std::memory_order_relaxed); }

  /// Encode, compress and write the rows [first, last) of the columns, with those that are gathered, as one cluster,
  /// and commit it. Throws Error(io), after which the rows are kept among the gathered ones, and Error(misuse).
  void write(std::span<const array::Array> columns, std::size_t first, std::size_t last);

  /// Take over all rows of the columns. They are written when there are enough of them, with `write`'s errors.
  void hand_over(std::span<const array::Array> columns);

  /// Write what was handed over as a cluster, however small. Throws as write; nothing is lost then.
  void write_gathered();

  /// Hand over the rows that end a part of the job; clusters from now on belong to part `sequence`. Throws as write.
  void begin_sequence(std::span<const array::Array> columns, std::uint64_t sequence);
  /// Hand over the rows that end the part, if it has not ended yet. Throws as write.
  void end_part(std::span<const array::Array> columns);
  std::uint64_t sequence() const noexcept { return place_.sequence; }

  /// Hand over the last rows, which may take the columns' memory with them, and end. Throws as write.
  void close(std::span<array::Array> columns);

  /// The context ends with so many entries that it never handed over. Writes nothing.
  void abandon(std::uint64_t lost) noexcept;

 private:
  void write_locked(std::span<const array::Array> columns, std::size_t first, std::size_t last) RAMET_REQUIRES(mutex_);
  void write_rows(std::span<const array::Array> columns, std::size_t first, std::size_t last) RAMET_REQUIRES(mutex_);
  /// Where clusters are written in order: write those whose turn it is.
  void advance_in_order();
  void keep(std::span<const array::Array> columns, std::size_t first, std::size_t last) RAMET_REQUIRES(mutex_);
  /// The same of all rows with the columns' memory, which is not needed any more.
  void keep_for_good(std::span<array::Array> columns);
  void forget_gathered() noexcept RAMET_REQUIRES(mutex_);
  Parcel take_parcel(std::span<const array::Array> columns, MemoryReservation memory) RAMET_REQUIRES(mutex_);
  /// Bytes of the budget that are free for filling.
  std::uint64_t room_left() const noexcept;
  void end_with_parcel(std::span<const array::Array> columns, std::uint64_t bytes);
  void write_run(ParcelRun run);
  /// Bytes from which on the last contexts write rows as a cluster, though more could make a better one.
  std::uint64_t not_tiny() const noexcept;
  /// Of many contexts the last ones write what the others have left: side by side, as nothing more will come.
  void write_share();
  /// A cluster is in the file: the checkpoint that is due is made, and memory that others wait for given back.
  void after_cluster();
  void end(std::uint64_t lost) noexcept;

  std::shared_ptr<OutputFile> file_;
  std::shared_ptr<TableOutput> table_;
  const tree::TreeSchema* schema_;  // lives as long as the table
  MemoryReservation reservation_;
  std::optional<FillTurns::Turn> turn_;
  bool has_given_way_ = false;
  StageTimes own_times_;
  std::atomic<std::uint64_t> gathered_entries_ = 0;
  std::atomic<std::uint64_t> gathered_bytes_ = 0;
  mutable Mutex mutex_;
  ClusterPlace place_;  // its ordinal with the lock held
  std::vector<array::Array> gathered_ RAMET_GUARDED_BY(mutex_);
  ClusterEncoder encoder_ RAMET_GUARDED_BY(mutex_);
  ContextReport report_ RAMET_GUARDED_BY(mutex_);
  bool part_is_open_ = true;
  bool is_filled_ = true;    // counted among the contexts that bring rows
  bool is_closing_ = false;  // what is gathered is not filled again
  bool closed_ = false;
};

}  // namespace ramet::inline v1::merge::internal
