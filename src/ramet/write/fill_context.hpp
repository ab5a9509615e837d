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

/// What a context does that gets no more memory from the budget.
enum class WhenFull {
  /// It ends its cluster early, and waits for nobody.
  write_smaller,
  /// It waits until a cluster of another context is in the file. Where none is on its way, it ends its own early. Of
  /// more contexts than memory has room for clusters, as many fill at a time as it has room for, at least one for each
  /// processor; the others wait for their turn, while those go on. No thread waits for a turn that it has itself.
  wait,
};

namespace internal {
class TableOutput;
class ClusterWriter;
struct OutputFile;
}  // namespace internal

/// Appends values to one column of a context, also after that was moved. Threads: as its context, which outlives it.
template <class Value>
class ColumnFiller {
 public:
  void append(const Value& value) { array::ValueColumn<Value>::append(*column_, value); }

 private:
  friend class FillContext;
  explicit ColumnFiller(array::Array& column) noexcept : column_(&column) {}
  array::Array* column_;
};

/// Options of one call of FillContext::extend. Threads: a value that borrows.
struct ExtendOptions {
  StopToken stop = {};               ///< looked at before each cluster
  ProgressSink* progress = nullptr;  ///< told of the entries after each cluster, and of their bytes
};

/// A stream of entries into a shared tree. It owns its columns; when they make a cluster, it encodes, compresses and
/// writes them. Close it when done. One that ends without, as the stack of a function that throws is unwound, loses the
/// entries since its last cluster, flush or end of a part (`held_entries` of them at most); all before them is in the
/// file, and the writer's close, the file being whole, throws for the rest. Who means that calls `abandon`, and who
/// wants to keep them calls `close` where he catches.
///
/// The writer outlives its contexts: once it is gone, or in a child that was forked, the calls below throw
/// Error(misuse), end_entry with the next cluster at the latest.
/// Threads: one thread at a time; different contexts share nothing while filling.
class FillContext {
 public:
  FillContext(FillContext&&) noexcept;
  FillContext& operator=(FillContext&&) = delete;
  ~FillContext();

  /// The column of a name, to append to value by value; after one value for each column, call end_entry.
  /// Throws Error(not_found), naming near names, or Error(misuse) when the column is of another type.
  template <class Value>
  ColumnFiller<Value> column(std::string_view name) {
    return ColumnFiller<Value>(column_of(name, array::ValueColumn<Value>::type()));
  }

  /// Every column has got its value. Throws Error(misuse), naming the column, for an entry that no file can hold (1 GiB
  /// in one column): it is taken back, and nothing else is touched. Throws as flush when the cluster is full.
  void end_entry() {
    if (note_entry()) check_entry();
  }

  /// The same if there is memory for the entry now. False, and its values are taken back, when others have to give
  /// memory back first: try again when `when_ready` says so. Never waits. Throws as end_entry.
  bool try_end_entry() { return !note_entry() || try_check_entry(); }

  /// Take back the values that columns have got since the last entry ended.
  void discard_entry() noexcept;

  /// Add many entries at once: one array per column of the schema, in its order, all of one length. Large batches are
  /// encoded where they are, without a copy. Throws Error(misuse) when types or lengths are off; nothing is added then.
  /// Throws Error(cancelled) once a stop was requested, as flush otherwise: entries of the batch that were added stay.
  void extend(std::span<const array::Array> columns, const ExtendOptions& options = {});

  /// Add the entries if there is memory for them now. False, and nothing is added, when clusters that are on their way
  /// to the file have to give memory back first, in a reproducible file also when parts before this one have to end:
  /// try again when `when_ready` says so. Never waits. Throws as extend.
  bool try_extend(std::span<const array::Array> columns, const ExtendOptions& options = {});

  /// Have a function called, once, when `try_extend` or `try_end_entry` is worth another try: now, or by the thread
  /// that brings a cluster of any context into the file or ends a part, which it should not keep long. A framework
  /// resumes a suspended task there. The function must not throw.
  void when_ready(std::function<void()> ready);

  /// What to do when there is no more memory; TableOptions::when_full at first.
  void set_when_full(WhenFull when_full) noexcept { when_full_ = when_full; }

  /// From here on, entries belong to part `sequence` of the job (Order::sequence). When it is another part than before,
  /// its entries are handed over: few of them share a cluster with neighbouring parts, of whichever contexts. Throws
  /// Error(misuse) for a number below the current one; throws as flush.
  void begin_sequence(std::uint64_t sequence);

  /// Take up the columns that were added to the tree since: entries from here on have a value for them, too. Ends the
  /// cluster, and makes ColumnFillers and RowFillers of before invalid. Throws as flush.
  void refresh();
  /// The columns that its entries have: those of the tree when it was made, or refreshed.
  const table::Schema& schema() const noexcept;

  /// Hand over what is held: the next checkpoint or close saves it. Few entries are gathered until they make a healthy
  /// cluster (TableOptions::flushing). Throws Error(io), naming the file, when a cluster cannot be written (what was
  /// filled is kept, and written with what follows) or when it is and the checkpoint that was due is not, and
  /// Error(misuse) when columns have unequal lengths.
  void flush();

  /// Write what is held and what was flushed as a cluster, however small. Throws as flush.
  void write_now();

  /// Flush, for the next checkpoint or for the writer's close, and end. Throws as flush; it may be tried again.
  /// Nothing may be filled after it.
  void close();

  /// Give up the entries since the last cluster, flush or end of a part, and end: nobody is told that they are lost.
  /// Returns how many they are. Throws Error(misuse) as above.
  std::uint64_t abandon();

  /// Entries filled so far, written or not.
  std::uint64_t entries() const noexcept;
  /// Those of them that are in no cluster yet.
  std::uint64_t held_entries() const noexcept;
  /// Seconds spent on each stage; `fill` counts extend only.
  StageTimes times() const;

 private:
  friend class TableWriter;
  friend class ContextPool;
  friend class RowColumns;
  template <class Struct>
  friend class RowFiller;
  explicit FillContext(std::shared_ptr<internal::ClusterWriter> writer);

  /// An entry of so many bytes is looked at as soon as it has ended.
  static constexpr std::uint64_t large_entry = 64 << 10;

  /// Entries from here on belong to that part, also when it is a lower one than before.
  void begin_part(std::uint64_t sequence);
  void end_part();
  array::Array& column_of(std::string_view name, const array::Type& type);
  /// Bytes of the columns whose entries differ in size.
  std::uint64_t variable_bytes() const noexcept {
    std::uint64_t bytes = 0;
    for (const array::Array* column : variable_) bytes += column->byte_count();
    return bytes;
  }
  void find_variable();
  /// Nothing of a cluster is held any more.
  void begin_cluster() noexcept;
  /// An entry has ended: whether sizes are to be looked at now.
  bool note_entry() noexcept {
    const std::uint64_t bytes = variable_bytes();
    const bool is_large = bytes - std::min(bytes, bytes_of_variable_) >= large_entry || bytes >= next_bytes_;
    bytes_of_variable_ = bytes;
    return ++entries_ >= next_check_ || is_large;
  }
  void check_entry();
  bool try_check_entry();
  /// Whether so many bytes of columns may be held now, or waiting for memory would be in vain.
  bool has_memory_for(std::uint64_t bytes);
  /// Take back an entry that is too large for a file.
  void refuse_large_entry();
  void check_cluster();
  void check_lengths() const;
  /// Do something with all rows that are held; then none are.
  template <class Work>
  void hand_out(Work&& work);
  void write_early();
  void drop_memory();
  void append_part(std::span<const array::Array> columns, std::size_t first, std::size_t last);
  void check_batch(std::span<const array::Array> columns) const;
  class StopScope;
  class TryScope;
  /// How many more entries of that size belong in the cluster that is being filled; at least 1. Memory is taken for
  /// `count` at most.
  std::uint64_t room_for(std::uint64_t entry_bytes, std::uint64_t count);
  /// Entries of a batch become a cluster, from where they are.
  void write_batch(std::span<const array::Array> columns, std::size_t first, std::size_t last,
                   std::uint64_t entry_bytes);
  /// In how many entries to look at sizes again, memory for these being taken; 0 when there is none.
  std::uint64_t next_step(std::uint64_t bytes, std::uint64_t entries);
  bool wait_for_memory(std::uint64_t passed);

  std::shared_ptr<internal::ClusterWriter> writer_;
  WhenFull when_full_;
  bool is_trying_ = false;                                     // the call that is under way must not wait
  std::uint64_t refused_at_ = 0;                               // clusters that had passed when a try was refused
  std::unordered_map<std::string_view, std::size_t> numbers_;  // of the columns, once one was asked for
  std::vector<array::Array> columns_;
  std::vector<const array::Array*> variable_;  // those whose entries differ in size
  std::uint64_t entries_ = 0;                  // in columns_
  std::uint64_t next_check_ = 1;               // entries at which sizes are looked at again
  std::uint64_t bytes_of_variable_ = 0;        // when the last entry ended
  std::uint64_t next_bytes_ = 0;               // of variable_, likewise as next_check_
  std::uint64_t handed_out_ = 0;               // entries before them
  StopToken stop_;                             // of the extend that is under way
  // Where it is now, for RowFillers, which stay valid when it is moved.
  std::unique_ptr<FillContext*> self_ = std::make_unique<FillContext*>(this);
};

}  // namespace ramet::inline v1::write
