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

/// The clusters of a table that are in the file. Contexts commit them; they are put in order when the table is
/// described. In a process that joined, commits go into its journal. Threads: any.
class ClusterList {
 public:
  /// `table` is the table's number. The output must outlive it.
  ClusterList(OutputFile& output, std::uint32_t table, Order order) : output_(output), table_(table), order_(order) {}

  /// Commit a cluster. Throws std::bad_alloc, and in a process that joined as JoinedFile::append.
  void commit(table::ClusterDescriptor&& cluster);
  /// Give up space that was taken and will not be filled. Throws as commit.
  void give_up(io::Extent extent);
  /// The memory of the clusters' descriptions, which are kept until the file is closed.
  std::uint64_t descriptor_bytes() const noexcept { return descriptor_bytes_.load(std::memory_order_relaxed); }

  /// Collect the clusters committed since the last call, and free the extents that were given up. Returns whether there
  /// are clusters that have not been described.
  bool collect(const OutputLock& held);
  /// The collected clusters in the order of their entries.
  std::span<const table::ClusterDescriptor> in_order(const OutputLock& held) const;
  /// Note that all collected clusters are described.
  void note_described(const OutputLock& held);
  /// Free the space of all clusters and forget them.
  void release(file::DirectoryNumber directory, const OutputLock& held);

  /// Entries, clusters and bytes of the collected clusters, or in a process that joined, of those in its journal.
  TableReport report(const OutputLock& held) const;

 private:
  OutputFile& output_;
  const std::uint32_t table_;
  const Order order_;
  CommitLog log_;
  std::atomic<std::uint64_t> descriptor_bytes_ = 0;
  std::vector<table::ClusterDescriptor> arrived_ RAMET_GUARDED_BY(output_.mutex);   // not sorted yet
  std::vector<table::ClusterDescriptor> clusters_ RAMET_GUARDED_BY(output_.mutex);  // collected so far
  bool has_news_ RAMET_GUARDED_BY(output_.mutex) = false;
  mutable Mutex journal_mutex_;
  TableReport in_journal_ RAMET_GUARDED_BY(journal_mutex_);
};

}  // namespace ramet::inline v1::write::internal
