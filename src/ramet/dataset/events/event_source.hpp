#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "ramet/array/batch.hpp"
#include "ramet/core/stop.hpp"
#include "ramet/core/strong_id.hpp"
#include "ramet/dataset/events/block_cache.hpp"
#include "ramet/dataset/table.hpp"
#include "ramet/object/typed/array_plan.hpp"
#include "ramet/object/typed/target_type.hpp"
#include "ramet/schedule/executor.hpp"

namespace ramet::inline v1::dataset {

/// Options of an EventReader. Threads: a value.
struct EventOptions {
  /// Decompresses and decodes clusters, together with the thread that asks for an event. Null: that thread alone. Must
  /// outlive the reader.
  schedule::Executor* executor = nullptr;
  /// Bytes of decoded clusters to keep for later use; a cluster in use is kept even beyond it. A cluster larger than a
  /// quarter of it is decoded in parts.
  std::uint64_t memory_budget = std::uint64_t{256} << 20;
  StopToken stop = {};  ///< ends a read with Error(cancelled)
};

/// An EventReader without its C++ type: decodes clusters on request, and fills structs from them. Threads: const-safe.
class EventSource {
 public:
  /// Throws Error(not_found) when no member of the struct has a column, Error(unsupported), naming the member, when a
  /// column cannot be converted to its member, and as the table does.
  EventSource(std::shared_ptr<const Table> table, std::shared_ptr<const object::TargetTypes> types,
              const EventOptions& options);
  ~EventSource();

  std::uint64_t entries() const noexcept { return table_->entries(); }
  const std::vector<std::string>& missing_members() const noexcept { return missing_; }
  /// Bytes of cached clusters.
  std::uint64_t cached_bytes() const { return cache_->bytes(); }

  /// The block that contains an entry, from the cache if possible. Throws Error(not_found) for an entry that does not
  /// exist, and as Table::read.
  std::shared_ptr<const EventBlock> block_of(std::uint64_t entry) const;
  /// Fill the members of `event` that have columns; the batch must contain the entry. Throws Error(misuse), naming the
  /// member, for a value that does not fit.
  void fill(const array::Batch& batch, std::uint64_t entry, void* event) const;

 private:
  friend class EventWalk;

  struct Member {
    std::size_t offset;
    object::ArrayPlan plan;
  };

  void add_members();
  void add_member(const object::TargetMember& member);
  array::Type type_of(const Column& column) const;
  /// The cluster that contains an entry, or the part of it if it has more than so many.
  EntryRange range_around(std::uint64_t entry, std::uint64_t most_entries) const;
  std::shared_ptr<const EventBlock> decode(EntryRange entries) const;

  std::shared_ptr<const Table> table_;
  std::shared_ptr<const object::TargetTypes> types_;
  EventOptions options_;
  std::unique_ptr<schedule::Executor> own_executor_;
  std::vector<Member> members_;
  std::vector<std::string> columns_;  // their names
  std::vector<std::string> missing_;
  std::vector<std::uint64_t> cluster_starts_;  // then entries()
  std::uint64_t bytes_per_entry_ = 1;
  std::uint64_t most_entries_ = 1;  // of a block
  std::unique_ptr<BlockCache> cache_;
};

/// Iterates over events in order. Decodes a few hundred kilobytes at a time into memory that it reuses; whole clusters,
/// which it does not cache, if a member is assembled from several columns, or if an executor of several threads
/// decodes. Threads: one thread.
class EventWalk {
 public:
  explicit EventWalk(std::shared_ptr<const EventSource> source);

  /// Fill an event as EventSource::fill does, fast for increasing entries. Throws as EventSource::block_of, too.
  void fill(std::uint64_t entry, void* event);

 private:
  /// Make batch_ contain the entry.
  void load(std::uint64_t entry);

  std::shared_ptr<const EventSource> source_;
  std::unique_ptr<array::BatchReader> reader_;  // null: blocks
  std::uint64_t batch_entries_ = 1;
  std::shared_ptr<const EventBlock> block_;  // of batch_, without a reader
  array::Batch batch_;
};

}  // namespace ramet::inline v1::dataset
