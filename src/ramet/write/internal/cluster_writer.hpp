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
#include "ramet/write/internal/admission/first_share.hpp"
#include "ramet/write/internal/cluster_encoder.hpp"
#include "ramet/write/internal/output/table_output.hpp"

namespace ramet::inline v1::write::internal {

/// The part of a context that turns columns into clusters in the file, at once or when flushes and small parts have
/// brought enough rows together. What was handed over lies in a sheaf that others may take; clusters are written
/// outside of its lock. Threads: `give_ended_parts` and `give_all` any; all else one thread at a time.
class ClusterWriter {
 public:
  static constexpr std::uint64_t smallest_share = internal::smallest_share;

  /// Throws Error(misuse) when the budget cannot give the smallest share.
  ClusterWriter(std::shared_ptr<OutputFile> file, std::shared_ptr<TableOutput> table, std::uint64_t sequence);
  ClusterWriter(const ClusterWriter&) = delete;
  ClusterWriter& operator=(const ClusterWriter&) = delete;
  ~ClusterWriter();

  const TableOutput& table() const noexcept { return *table_; }
  std::shared_ptr<const OutputFile> shared_file() const noexcept { return file_; }
  std::shared_ptr<const TableOutput> shared_table() const noexcept { return table_; }
  /// The columns that clusters are written of.
  const table::Schema& schema() const noexcept { return *schema_; }
  /// Take up the columns that the table has now; nothing is held or gathered. Throws Error(io), Error(misuse) when the
  /// file is closed.
  void refresh();
  Admission& admission() noexcept { return file_->admission; }
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
  /// So many bytes of columns are there, whether they may be or not, and will be encoded: the budget knows of them.
  void account(std::uint64_t bytes) noexcept;
  /// Where clusters are written in order, and so must not depend on what others hold: whether that is so, and a wait
  /// until `bytes` of columns may be held, or all that comes before is in the file and there is memory set aside.
  /// Throws Error(cancelled) when a stop is requested meanwhile.
  bool is_in_order() const noexcept { return table_->rows().ordered() != nullptr; }
  void hold(std::uint64_t bytes, const StopToken& stop);
  /// Whether `bytes` of columns may be held without a wait for other contexts, in order and else.
  bool may_hold_now(std::uint64_t bytes);
  /// Where contexts wait for memory: wait to be admitted with a whole cluster, when `bytes` are more than each may hold
  /// at any time. It ends with the cluster. Throws Error(cancelled) when a stop is requested meanwhile.
  void wait_for_admission(std::uint64_t bytes, const StopToken& stop);
  /// Whether others need what memory this one has kept of its last cluster.
  bool has_given_way() const noexcept { return has_given_way_; }
  /// Give the budget back all but the smallest share.
  void release() noexcept;

  /// Rows of the open part that flushes have handed over and that are not written yet.
  std::uint64_t gathered_entries() const noexcept { return open_entries_.load(std::memory_order_relaxed); }
  /// Bytes of all that was handed over, of parts that are over, too.
  std::uint64_t gathered_bytes() const noexcept { return sheaf_bytes_.load(std::memory_order_relaxed); }

  /// Encode, compress and write the rows [first, last) of the columns, with those of the open part that are gathered,
  /// as one cluster, and commit it. Throws Error(io), Error(misuse), std::bad_alloc.
  void write(std::span<const array::Array> columns, std::size_t first, std::size_t last);
  /// The same with all rows of the columns.
  void write(std::span<const array::ArrayBuilder> columns);
  /// Whether the last call that failed has taken the rows nevertheless, to write them with what follows; else it has
  /// taken none. Of `write`, `hand_over`, `begin_sequence`, `end_part` and `close`.
  bool has_taken_rows() const noexcept { return has_taken_rows_; }

  /// Take over all rows of the columns. They are written when there are enough of them, with `write`'s errors.
  void hand_over(std::span<const array::ArrayBuilder> columns);

  /// Hand over the rows that end a part of the job; clusters from now on belong to part `sequence`. Throws as write.
  void begin_sequence(std::span<const array::ArrayBuilder> columns, std::uint64_t sequence);
  /// Hand over the rows that end the part, if it has not ended yet. Throws as write.
  void end_part(std::span<const array::ArrayBuilder> columns);
  std::uint64_t sequence() const noexcept { return sequence_; }

  /// Hand over the last rows, with the columns' memory if they need not be copied, and end. Throws as write.
  void close(std::span<array::ArrayBuilder> columns);

  /// The context ends with so many entries that it never handed over. Writes nothing.
  void abandon(std::uint64_t lost) noexcept;

  /// Give the table's gatherer the parts that are over, unless the open one has rows among them.
  void give_ended_parts();
  /// Give it all that was handed over, once the cluster that is being written is in the file.
  void give_all();

 private:
  /// The last rows of a part, to the sheaf or written.
  void end_rows(std::span<const array::ArrayBuilder> columns);
  /// The part is over, and the next one begins, if there is one; parts are given when they are many.
  void finish_part(std::optional<std::uint64_t> next);
  void write_locked(std::span<const array::Array> columns, std::size_t first, std::size_t last)
      RAMET_REQUIRES(writing_);
  void encode(std::span<const array::Array> columns, std::size_t first, std::size_t last, table::ClusterPlace place)
      RAMET_REQUIRES(writing_);
  /// Where clusters are written in order: write those whose turn it is.
  void advance_in_order();
  /// After parts were given: write what is due, in this thread.
  void write_what_is_due();
  void write_run(RowRun run);
  /// Add rows to the sheaf, of so many bytes if that is known.
  template <class Column>
  void keep(std::span<const Column> columns, std::size_t first, std::size_t last, std::uint64_t bytes = 0)
      RAMET_REQUIRES(mutex_);
  /// The last rows, with the columns' memory.
  void keep_for_good(std::span<array::ArrayBuilder> columns);
  void give() RAMET_REQUIRES(mutex_);
  /// Have the sheaf hold so many bytes of the budget, of the context's own as far as they go.
  void lend_memory(std::uint64_t bytes) RAMET_REQUIRES(mutex_);
  void note_sheaf() noexcept RAMET_REQUIRES(mutex_);
  bool has_open_rows() const RAMET_REQUIRES(mutex_) { return !sheaf_.empty() && !sheaf_.parts.back().is_over; }
  table::ClusterPlace next_place() RAMET_REQUIRES(mutex_);
  /// Bytes from which on the last contexts write rows as a cluster, though more could make a better one.
  std::uint64_t not_tiny() const noexcept;
  /// Of many contexts the last ones write what the others have left: side by side, as nothing more will come.
  void write_share();
  /// A cluster is in the file: the checkpoint that is due is made, and memory that others wait for given back.
  void after_cluster();
  void end(std::uint64_t lost) noexcept;

  std::shared_ptr<OutputFile> file_;
  std::shared_ptr<TableOutput> table_;
  const table::Schema* schema_;    // lives as long as the table
  MemoryReservation reservation_;  // of the context's own columns
  Admission::Ticket ticket_;
  bool has_given_way_ = false;
  bool is_overdrawn_ = false;  // more is reserved than the budget had
  bool has_taken_rows_ = false;
  StageTimes own_times_;
  std::uint64_t sequence_;
  OpenParts& open_;
  std::atomic<std::uint64_t> open_entries_ = 0;
  std::atomic<std::uint64_t> sheaf_bytes_ = 0;
  mutable Mutex writing_;  // a cluster; before mutex_
  ClusterEncoder encoder_ RAMET_GUARDED_BY(writing_);
  ContextReport report_ RAMET_GUARDED_BY(writing_);
  mutable Mutex mutex_;
  Sheaf sheaf_ RAMET_GUARDED_BY(mutex_);
  std::uint64_t ordinal_ RAMET_GUARDED_BY(mutex_) = 0;  // of the next cluster of the open part, in order
  bool part_is_open_ RAMET_GUARDED_BY(mutex_) = true;
  std::uint64_t entries_ = 0;  // taken so far
  bool is_filled_ = true;      // counted among the contexts that bring rows
  bool closed_ = false;
};

}  // namespace ramet::inline v1::write::internal
