#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "ramet/array/array.hpp"
#include "ramet/array/value_column.hpp"
#include "ramet/core/memory_budget.hpp"
#include "ramet/core/progress.hpp"
#include "ramet/core/stop.hpp"
#include "ramet/core/trace.hpp"
#include "ramet/table/schema.hpp"

namespace ramet::inline v1::write {

/// What a context does when the memory budget is used up.
enum class WhenFull {
  /// End the cluster early, without waiting.
  write_smaller,
  /// Wait until a cluster of another context is in the file; if none is being written, end the own cluster early. If
  /// there are more contexts than the budget has room for clusters, only as many as fit (at least one for each
  /// processor) fill at a time, and the others wait for their turn. A thread never waits for a turn that it has itself.
  wait,
};

namespace internal {
class TableOutput;
class ClusterWriter;
struct OutputFile;
}  // namespace internal

/// Appends values to one column of a context; stays valid when the context is moved. Threads: as its context, which
/// must outlive it.
template <class Value>
class ColumnFiller {
 public:
  void append(const Value& value) { array::ValueColumn<Value>::append(*column_, value); }

 private:
  friend class FillContext;
  explicit ColumnFiller(array::ArrayBuilder& column) noexcept : column_(&column) {}
  array::ArrayBuilder* column_;
};

/// Options of one call of FillContext::extend. Threads: a value that borrows.
struct ExtendOptions {
  StopToken stop = {};               ///< checked before each cluster
  ProgressSink* progress = nullptr;  ///< receives the entries and bytes of each cluster
};

/// A stream of entries into a shared tree. It owns its columns; when they fill a cluster, it encodes, compresses and
/// writes them. Close it when done. A context that is destroyed without `close`, for example by an exception, loses the
/// entries since its last cluster, hand_over or end of a part (at most `held_entries`). Earlier entries are in the
/// file, and the writer's close completes the file and then throws because of the loss. Call `abandon` to lose the
/// entries on purpose, or `close` where the exception is caught to keep them.
///
/// The writer must outlive its contexts: after it is destroyed, or in a forked child, the calls below throw
/// Error(misuse), end_entry at the next cluster at the latest; so they do for a context that was moved from. Threads:
/// one thread at a time; different contexts share nothing while filling.
class FillContext {
 public:
  FillContext(FillContext&&) noexcept;
  FillContext& operator=(FillContext&&) = delete;
  ~FillContext();

  /// The column of a name, for appending value by value; call end_entry after one value for each column. Throws
  /// Error(not_found) with similar names, or Error(misuse) when the column has another type.
  template <class Value>
  ColumnFiller<Value> column(std::string_view name) {
    return ColumnFiller<Value>(column_of(name, array::ValueColumn<Value>::type()));
  }

  /// End an entry, after every column got its value. Throws Error(misuse), naming the column, for an entry that is too
  /// large for any file (1 GiB in one column), and for one without exactly one value for each column, where that is
  /// noticed: of the first entry of a cluster, and when sizes are checked; only this entry is removed. Throws as
  /// hand_over when the cluster is full.
  void end_entry() {
    if (note_entry()) check_entry();
  }

  /// The same if there is memory for the entry now. Otherwise remove its values and return false: others must release
  /// memory first, and `when_ready` tells when to try again. Never waits. Throws as end_entry.
  bool try_end_entry() { return !note_entry() || try_check_entry(); }

  /// Remove the values that were appended since the last entry ended.
  void discard_entry() noexcept;

  /// Add many entries at once: one array for each column of the schema, in its order, all of the same length. Large
  /// batches are encoded without a copy. Throws Error(misuse) when types or lengths do not match; then nothing is
  /// added. Throws Error(cancelled) once a stop was requested, and otherwise as hand_over; entries that were already
  /// added stay.
  void extend(std::span<const array::Array> columns, const ExtendOptions& options = {});

  /// Add the entries if there is memory for them now. Otherwise add nothing and return false: clusters that are being
  /// written must release memory first, or in a reproducible file earlier parts must end; `when_ready` tells when to
  /// try again. Never waits. Throws as extend.
  bool try_extend(std::span<const array::Array> columns, const ExtendOptions& options = {});

  /// Have a function called once, when `try_extend` or `try_end_entry` should be tried again: immediately, or by the
  /// thread that writes a cluster of any context or ends a part. The function must be short and must not throw; a
  /// framework can use it to resume a suspended task.
  void when_ready(std::function<void()> ready);

  /// Set what to do when the budget is used up; initially TableOptions::when_full.
  void set_when_full(WhenFull when_full) noexcept { when_full_ = when_full; }

  /// Entries from here on belong to part `sequence` of the job (Order::sequence). The entries of the previous part are
  /// handed over; if they are few, they share a cluster with neighbouring parts of any context. Throws Error(misuse)
  /// for a number below the current one; throws as hand_over.
  void begin_sequence(std::uint64_t sequence);

  /// Adopt columns that were added to the table: entries from here on have values for them, too. Ends the cluster, and
  /// invalidates existing ColumnFillers and EntryFillers. Throws as hand_over.
  void refresh();
  /// The columns of its entries: those of the table when the context was made or refreshed.
  const table::Schema& schema() const;

  /// Hand over the held entries, so that the next checkpoint or close saves them. Few entries are gathered until they
  /// make a cluster of reasonable size (TableOptions::hand_over). Throws Error(io), naming the file, when a cluster
  /// cannot be written (the entries are kept and written later), or when a cluster was written but the checkpoint after
  /// it failed; Error(misuse) when columns have unequal lengths.
  void hand_over();

  /// Write the entries that are held or handed over as a cluster of any size. Throws as hand_over.
  void flush();

  /// Hand over, for the next checkpoint or the writer's close, and end the context. Throws as hand_over; it may be
  /// called again. Nothing may be filled afterwards.
  void close();

  /// Drop the entries since the last cluster, hand_over or end of a part, and end the context; the writer's close does
  /// not report them. Returns their number. Throws Error(misuse) as above.
  std::uint64_t abandon();

  /// The number of entries filled so far, written or not.
  std::uint64_t entries() const noexcept;
  /// The number of entries that are in no cluster yet.
  std::uint64_t held_entries() const noexcept;
  /// Seconds spent on each stage; `fill` counts extend only.
  StageTimes times() const;

  /// For a framework whose file has a recorder: what the context does belongs to this stream and event from now on. The
  /// scope's time is recorded as filling, but for what else the context does meanwhile. Costs nothing without a
  /// recorder.
  [[nodiscard]] TraceScope trace_fill(TracePlace place);
  /// The same without a scope.
  void trace_in(TracePlace place) noexcept;

 private:
  friend class TableWriter;
  friend class ContextPool;
  friend class EntryColumns;
  template <class Struct>
  friend class EntryFiller;
  explicit FillContext(std::shared_ptr<internal::ClusterWriter> writer);

  /// Entries of at least this size are checked as soon as they end.
  static constexpr std::uint64_t large_entry = 64 << 10;

  /// Note that a stream waited for this context.
  void note_wait(TraceClock::time_point begin, TraceClock::time_point end) noexcept;
  /// Entries from here on belong to this part, which may have a lower number than the previous one.
  void begin_part(std::uint64_t sequence);
  void end_part();
  array::ArrayBuilder& column_of(std::string_view name, const array::Type& type);
  /// Bytes of the columns whose entries differ in size.
  std::uint64_t variable_bytes() const noexcept {
    std::uint64_t bytes = 0;
    for (const array::ArrayBuilder* column : variable_) bytes += column->byte_count();
    return bytes;
  }
  void find_variable();
  /// Begin a new cluster: no entries are held.
  void begin_cluster() noexcept;
  /// Count an ended entry; returns whether sizes must be checked now.
  bool note_entry() noexcept {
    const std::uint64_t bytes = variable_bytes();
    const bool is_large = bytes - std::min(bytes, bytes_of_variable_) >= large_entry || bytes >= next_bytes_;
    bytes_of_variable_ = bytes;
    return ++entries_ >= next_check_ || is_large;
  }
  void check_entry();
  bool try_check_entry();
  /// The writer. Throws Error(misuse) if the context was moved from.
  internal::ClusterWriter& writer() const;
  /// Remove an entry in which columns have no value, or several, and throw.
  void refuse_unequal_entry();
  /// Whether columns of this size may be held now, or waiting for memory would be useless.
  bool has_memory_for(std::uint64_t bytes);
  /// Remove an entry that is too large for a file, and throw.
  void refuse_large_entry();
  void check_cluster();
  void check_lengths() const;
  /// Call `work` with all held rows; afterwards none are held.
  template <class Work>
  void hand_out(Work&& work);
  void write_early();
  void drop_memory();
  void append_part(std::span<const array::Array> columns, std::size_t first, std::size_t last);
  void check_batch(std::span<const array::Array> columns) const;
  class StopScope;
  class TryScope;
  /// The number of entries of this size that still fit into the current cluster; at least 1. Reserves memory for at
  /// most `count`.
  std::uint64_t room_for(std::uint64_t entry_bytes, std::uint64_t count);
  /// Write entries of a batch as a cluster, without copying them.
  void write_batch(std::span<const array::Array> columns, std::size_t first, std::size_t last,
                   std::uint64_t entry_bytes);
  /// The number of entries until the next check of sizes, with memory reserved for them; 0 when there is none.
  std::uint64_t next_step(std::uint64_t bytes, std::uint64_t entries);
  bool wait_for_memory(std::uint64_t passed);

  std::shared_ptr<internal::ClusterWriter> writer_;
  WhenFull when_full_;
  bool is_trying_ = false;                                     // the current call must not wait
  std::uint64_t refused_at_ = 0;                               // the number of written clusters when a try was refused
  std::unordered_map<std::string_view, std::size_t> numbers_;  // of the columns; filled on first use
  std::vector<array::ArrayBuilder> columns_;
  std::vector<const array::ArrayBuilder*> variable_;  // columns whose entries differ in size
  std::uint64_t entries_ = 0;                         // in columns_
  std::uint64_t next_check_ = 1;                      // number of entries at which sizes are checked again
  std::uint64_t bytes_of_variable_ = 0;               // when the last entry ended
  std::uint64_t next_bytes_ = 0;                      // of variable_, likewise as next_check_
  std::uint64_t handed_out_ = 0;                      // entries before them
  StopToken stop_;                                    // of the current extend
  // The current address, for EntryFillers, which stay valid when the context is moved.
  std::unique_ptr<FillContext*> self_ = std::make_unique<FillContext*>(this);
};

}  // namespace ramet::inline v1::write
