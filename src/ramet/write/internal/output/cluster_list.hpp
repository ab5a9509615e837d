#pragma once

#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

#include "ramet/core/mutex.hpp"
#include "ramet/io/extent_allocator.hpp"
#include "ramet/write/internal/commit_log.hpp"
#include "ramet/write/internal/output/output_file.hpp"
#include "ramet/write/parallel_writer.hpp"

namespace ramet::inline v1::write::internal {

/// The clusters of a table that are in the file: contexts commit them, and whoever describes the table puts them in
/// order. In a process that joined they go into its journal. Threads: any.
class ClusterList {
 public:
  /// `table` is the table's number. The output outlives it.
  ClusterList(OutputFile& output, std::uint32_t table, Order order) : output_(output), table_(table), order_(order) {}

  /// Throws std::bad_alloc, and in a process that joined as JoinedFile::append.
  void commit(table::ClusterDescriptor&& cluster);
  /// Space was taken that will not be filled. Throws as commit.
  void give_up(io::Extent extent);
  /// What it takes to know where the clusters are, until the file is closed.
  std::uint64_t descriptor_bytes() const noexcept { return descriptor_bytes_.load(std::memory_order_relaxed); }

  /// Take over what was committed since the last time, and give up what was given up. Returns whether there were
  /// clusters that nobody has described yet.
  bool collect(const OutputLock& held);
  /// Those that were collected, in the order of entries.
  std::span<const table::ClusterDescriptor> in_order(const OutputLock& held) const;
  /// All that were collected are described now.
  void note_described(const OutputLock& held);
  /// Give back the space of all clusters, and forget them.
  void release(file::DirectoryNumber directory, const OutputLock& held);

  /// Entries, clusters and bytes: those that were collected, or in a process that joined went into its journal.
  TableReport report(const OutputLock& held) const;

 private:
  OutputFile& output_;
  const std::uint32_t table_;
  const Order order_;
  CommitLog log_;
  std::atomic<std::uint64_t> descriptor_bytes_ = 0;
  std::vector<table::ClusterDescriptor> arrived_ RAMET_GUARDED_BY(output_.mutex);   // and not sorted in yet
  std::vector<table::ClusterDescriptor> clusters_ RAMET_GUARDED_BY(output_.mutex);  // collected so far
  bool has_news_ RAMET_GUARDED_BY(output_.mutex) = false;
  mutable Mutex journal_mutex_;
  TableReport in_journal_ RAMET_GUARDED_BY(journal_mutex_);
};

}  // namespace ramet::inline v1::write::internal
