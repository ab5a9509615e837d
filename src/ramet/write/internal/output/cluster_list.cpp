#include "ramet/write/internal/output/cluster_list.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "ramet/write/internal/processes/joined_file.hpp"

namespace ramet::inline v1::write::internal {
namespace {

void add(TableReport& to, const table::ClusterDescriptor& cluster) {
  to.entries += cluster.entries;
  if (cluster.entries > 0) ++to.clusters;
  for (const table::Piece& piece : cluster.pieces) {
    to.uncompressed_bytes += piece.plain_size;
    to.compressed_bytes += piece.stored_size;
  }
}

}  // namespace

void ClusterList::commit(table::ClusterDescriptor&& cluster) {
  if (!output_.joined) {
    const std::uint64_t bytes = memory_of(cluster);
    log_.push(std::move(cluster));
    descriptor_bytes_.fetch_add(bytes, std::memory_order_relaxed);
    return;
  }
  output_.joined->append(ClusterWritten{table_, cluster});
  const MutexLock lock(journal_mutex_);
  add(in_journal_, cluster);
}

void ClusterList::give_up(io::Extent extent) {
  table::ClusterDescriptor nothing;
  nothing.extent = extent;
  commit(std::move(nothing));
}

bool ClusterList::collect(const OutputLock& held) {
  held.covers(output_);
  log_.collect(arrived_);
  const std::size_t count = clusters_.size() + arrived_.size();
  if (count > clusters_.capacity()) clusters_.reserve(std::max(count, 2 * clusters_.capacity()));
  std::size_t done = 0;
  try {
    for (; done < arrived_.size(); ++done) {
      table::ClusterDescriptor& cluster = arrived_[done];
      if (cluster.entries == 0) {
        output_.file->abandon_extent(cluster.extent);
      } else {
        clusters_.push_back(std::move(cluster));
        has_news_ = true;
      }
    }
  } catch (...) {
    arrived_.erase(arrived_.begin(), arrived_.begin() + static_cast<std::ptrdiff_t>(done));
    throw;
  }
  arrived_.clear();
  if (order_ == Order::sequence)
    std::stable_sort(
        clusters_.begin(), clusters_.end(),
        [](const table::ClusterDescriptor& a, const table::ClusterDescriptor& b) { return a.place < b.place; });
  return has_news_;
}

std::span<const table::ClusterDescriptor> ClusterList::in_order(const OutputLock& held) const {
  held.covers(output_);
  return clusters_;
}

void ClusterList::note_described(const OutputLock& held) {
  held.covers(output_);
  has_news_ = false;
}

void ClusterList::release(file::DirectoryNumber directory, const OutputLock& held) {
  held.covers(output_);
  for (const table::ClusterDescriptor& cluster : clusters_) output_.file->release_record(directory, cluster.extent);
  clusters_.clear();
  descriptor_bytes_.store(0);
}

TableReport ClusterList::report(const OutputLock& held) const {
  held.covers(output_);
  const MutexLock lock(journal_mutex_);
  TableReport report = in_journal_;
  for (const table::ClusterDescriptor& cluster : clusters_) add(report, cluster);
  return report;
}

}  // namespace ramet::inline v1::write::internal
