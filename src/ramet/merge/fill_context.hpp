#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "ramet/array/array.hpp"
#include "ramet/array/describe.hpp"
#include "ramet/core/memory_budget.hpp"
#include "ramet/core/progress.hpp"
#include "ramet/core/stop.hpp"
#include "ramet/core/trace.hpp"

namespace ramet::inline v1::merge {

namespace internal {
class TableOutput;
class ClusterWriter;
}  // namespace internal

/// Appends values to one column of a context. Threads: as its context, which outlives it.
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
/// writes them, and nobody waits for anybody. Close it when done: the destructor abandons what was not written, and
/// the writer's close then says so.
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

  /// Every column has got its value. Throws as flush when the cluster is full.
  void end_entry() {
    if (++entries_ >= next_check_) check_cluster();
  }

  /// Add many entries at once: one array per column of the schema, in its order, all of one length. Large batches are
  /// encoded where they are, without a copy. Throws Error(misuse) when types or lengths are off; nothing is added then.
  /// Throws Error(cancelled) once a stop was requested, as flush otherwise: entries of the batch that were added stay.
  void extend(std::span<const array::Array> columns, const ExtendOptions& options = {});

  /// From here on, entries belong to part `sequence` of the job (Order::sequence). Ends the cluster when it is another
  /// part than before. Throws Error(misuse) for a number below the current one; throws as flush.
  void begin_sequence(std::uint64_t sequence);

  /// Write what is held as a cluster, however small. Throws Error(io), naming the file, when it cannot be written
  /// (these entries are then lost), or when it is and the checkpoint that was due is not (they are in the next one),
  /// and Error(misuse) when columns have unequal lengths.
  void flush();

  /// Flush and end. Throws as flush. Nothing may be filled after it.
  void close();

  /// Entries filled so far, written or not.
  std::uint64_t entries() const noexcept;
  /// Seconds spent on each stage; `fill` counts extend only.
  const StageTimes& times() const noexcept;

 private:
  friend class ParallelTree;
  template <class Struct>
  friend class RowFiller;
  explicit FillContext(std::unique_ptr<internal::ClusterWriter> writer);

  array::Array& column_of(std::string_view name, const array::Type& type);
  void check_cluster();
  void flush_early();
  void append_part(std::span<const array::Array> columns, std::size_t first, std::size_t last);
  void check_batch(std::span<const array::Array> columns) const;
  /// How many more entries of that size belong in the cluster that is being filled; at least 1.
  std::uint64_t room_for(std::uint64_t entry_bytes) noexcept;

  std::unique_ptr<internal::ClusterWriter> writer_;
  std::vector<array::Array> columns_;
  std::uint64_t entries_ = 0;     // in columns_
  std::uint64_t next_check_ = 1;  // entries at which sizes are looked at again
  std::uint64_t written_ = 0;     // entries of earlier clusters
};

}  // namespace ramet::inline v1::merge
