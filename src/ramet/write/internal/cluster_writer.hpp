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
#include "ramet/write/internal/context_trace.hpp"
#include "ramet/write/internal/output/table_output.hpp"

namespace ramet::inline v1::write::internal {

/// Writes the clusters of one context, when columns are full, or when what was handed over and small parts have enough
/// rows together. Rows handed over are in a sheaf that other threads may take; clusters are written without its lock.
/// Threads: `give_ended_parts`, `give_all`, `give_old_parts` any; the other members one thread at a time.
class ClusterWriter {
 public:
  static constexpr std::uint64_t smallest_share = internal::smallest_share;

  /// Throws Error(misuse) when the budget has no room for the smallest share.
  ClusterWriter(std::shared_ptr<OutputFile> file, std::shared_ptr<TableOutput> table, std::uint64_t sequence);
  ClusterWriter(const ClusterWriter&) = delete;
  ClusterWriter& operator=(const ClusterWriter&) = delete;
  ~ClusterWriter();

  const TableOutput& table() const noexcept { return *table_; }
  std::shared_ptr<const OutputFile> shared_file() const noexcept { return file_; }
  std::shared_ptr<const TableOutput> shared_table() const noexcept { return table_; }
  /// The columns of its clusters.
  const table::Schema& schema() const noexcept { return *schema_; }
  /// Use the current columns of the table. No rows may be held. Throws Error(io), Error(misuse) when the file is
  /// closed.
  void refresh();
  Admission& admission() noexcept { return file_->admission; }
  /// The time of each stage so far, including what the owner adds to `own_trace`.
  StageTimes times() const;
  /// Where the owner adds its times.
  StageTrace own_trace() noexcept { return trace_.to(own_times_); }
  ContextTrace& trace() noexcept { return trace_; }

  /// Throws Error(misuse) after close, and as OutputFile::require_usable.
  void require_open() const;
  /// Throws as OutputFile::require_usable, unless it is closed.
  void require_usable() const {
    if (!closed_) file_->require_usable();
  }
  bool is_of_this_process() const noexcept { return file_->is_of_this_process(); }

  /// Whether `bytes` of columns, and the memory to encode them, are within the budget; reserves them if so. The last
  /// quarter of the budget is never used, so that another context can always begin.
  bool may_hold(std::uint64_t bytes) noexcept;
  /// Reserve memory for `bytes` of existing columns, even beyond the budget.
  void account(std::uint64_t bytes) noexcept;
  /// Whether clusters are written in order, so that their boundaries must not depend on memory; and a wait until
  /// `bytes` of columns may be held, or the part is at the front, for which memory is set aside. Throws
  /// Error(cancelled) when a stop is requested meanwhile.
  bool is_in_order() const noexcept { return table_->rows().ordered() != nullptr; }
  void hold(std::uint64_t bytes, const StopToken& stop);
  /// Whether `bytes` of columns may be held without waiting, in order or not.
  bool may_hold_now(std::uint64_t bytes);
  /// For contexts that wait for memory: if `bytes` exceed the smallest share, wait until admitted with a whole cluster.
  /// Admission ends with the cluster. Throws Error(cancelled) when a stop is requested meanwhile.
  void wait_for_admission(std::uint64_t bytes, const StopToken& stop);
  /// Whether this context released its memory after the last cluster because others need it.
  bool has_given_way() const noexcept { return has_given_way_; }
  /// Release all memory except the smallest share.
  void release() noexcept;

  /// Rows of the open part in the sheaf, not written yet.
  std::uint64_t gathered_entries() const noexcept { return open_entries_.load(std::memory_order_relaxed); }
  /// Bytes in the sheaf, including ended parts.
  std::uint64_t gathered_bytes() const noexcept { return sheaf_bytes_.load(std::memory_order_relaxed); }

  /// Encode, compress, write and commit the rows [first, last) of the columns, after the rows of the open part in the
  /// sheaf, as one cluster. Throws Error(io), Error(misuse), std::bad_alloc.
  void write(std::span<const array::Array> columns, std::size_t first, std::size_t last);
  /// The same with all rows of the columns.
  void write(std::span<const array::ArrayBuilder> columns);
  /// Whether the last failed call has accepted its rows, to write them later; otherwise it has accepted none. For
  /// `write`, `hand_over`, `begin_sequence`, `end_part` and `close`.
  bool has_taken_rows() const noexcept { return has_taken_rows_; }

  /// Accept all rows of the columns, and write them when there are enough. Throws as write.
  void hand_over(std::span<const array::ArrayBuilder> columns);

  /// Hand over the last rows of the current part, and begin part `sequence`. Throws as write.
  void begin_sequence(std::span<const array::ArrayBuilder> columns, std::uint64_t sequence);
  /// Hand over the last rows of the current part and end it, if it has not ended. Throws as write.
  void end_part(std::span<const array::ArrayBuilder> columns);
  std::uint64_t sequence() const noexcept { return sequence_; }

  /// Hand over the last rows, moving the columns if possible, and close. Throws as write.
  void close(std::span<array::ArrayBuilder> columns);

  /// End the context without writing; `lost` entries were never handed over.
  void abandon(std::uint64_t lost) noexcept;

  /// Move ended parts to the table's gatherer, unless the sheaf has rows of the open part.
  void give_ended_parts();
  /// Move all rows of the sheaf to the gatherer, after the cluster that is being written.
  void give_all();
  /// Move ended parts, and if the context fills a part below number `before`, all rows.
  void give_old_parts(std::uint64_t before) {
    give_ended_parts();
    if (open_.lowest() < before) give_all();
  }

 private:
  /// Put the last rows of a part into the sheaf, or write them.
  void end_rows(std::span<const array::ArrayBuilder> columns);
  /// End the part and begin the next one, if there is one. Gives parts to the gatherer when the sheaf is large.
  void finish_part(std::optional<std::uint64_t> next);
  void write_locked(std::span<const array::Array> columns, std::size_t first, std::size_t last)
      RAMET_REQUIRES(writing_);
  void encode(std::span<const array::Array> columns, std::size_t first, std::size_t last, table::ClusterPlace place)
      RAMET_REQUIRES(writing_);
  /// If clusters are written in order: write those whose turn it is.
  void advance_in_order();
  /// Write runs of the gatherer that are due, in this thread.
  void write_what_is_due();
  void write_run(RowRun run);
  /// Add rows to the sheaf; `bytes` is their size if known.
  template <class Column>
  void keep(std::span<const Column> columns, std::size_t first, std::size_t last, std::uint64_t bytes = 0)
      RAMET_REQUIRES(mutex_);
  /// Move the last rows to the sheaf, with their memory.
  void keep_for_good(std::span<array::ArrayBuilder> columns);
  void give() RAMET_REQUIRES(mutex_);
  /// The same, for a sheaf that will be filled with as many rows again.
  void give_with_room() RAMET_REQUIRES(mutex_);
  /// Raise the sheaf's reservation to `bytes`, taken from the context's own first.
  void lend_memory(std::uint64_t bytes) RAMET_REQUIRES(mutex_);
  void note_sheaf() noexcept RAMET_REQUIRES(mutex_);
  bool has_open_rows() const RAMET_REQUIRES(mutex_) { return !sheaf_.empty() && !sheaf_.parts.back().is_over; }
  table::ClusterPlace next_place() RAMET_REQUIRES(mutex_);
  /// The smallest size of clusters that the last contexts write instead of leaving the rows to others.
  std::uint64_t not_tiny() const noexcept { return table_->rows().healthy().bytes / 4; }
  /// If this is one of the last of many contexts: write a share of the gathered rows, in parallel with the others.
  void write_share();
  /// After a cluster was written: make a checkpoint if one is due, and release memory that others wait for.
  void after_cluster();
  void end(std::uint64_t lost) noexcept;

  std::shared_ptr<OutputFile> file_;
  std::shared_ptr<TableOutput> table_;
  const table::Schema* schema_;    // owned by the table
  MemoryReservation reservation_;  // for the context's columns
  Admission::Ticket ticket_;
  bool has_given_way_ = false;
  bool is_overdrawn_ = false;  // more is reserved than the budget allows
  bool has_taken_rows_ = false;
  StageTimes own_times_;
  ContextTrace trace_;
  std::uint64_t sequence_;
  OpenParts& open_;
  std::atomic<std::uint64_t> open_entries_ = 0;
  std::atomic<std::uint64_t> sheaf_bytes_ = 0;
  mutable Mutex writing_;  // held while a cluster is written; locked before mutex_
  ClusterEncoder encoder_ RAMET_GUARDED_BY(writing_);
  ContextReport report_ RAMET_GUARDED_BY(writing_);
  mutable Mutex mutex_;
  Sheaf sheaf_ RAMET_GUARDED_BY(mutex_);
  std::uint64_t ordinal_ RAMET_GUARDED_BY(mutex_) = 0;  // of the next cluster of the open part
  bool part_is_open_ RAMET_GUARDED_BY(mutex_) = true;
  std::uint64_t entries_ = 0;  // accepted so far
  bool is_filled_ = true;      // counted as filling by the table
  bool closed_ = false;
};

}  // namespace ramet::inline v1::write::internal
