#include "ramet/ntuple/internal/cluster_index.hpp"

#include "ramet/core/error.hpp"
#include "ramet/io/detail/fetched_source.hpp"

namespace ramet::inline v1::ntuple::internal {
namespace {

/// Throw unless the list has the clusters of its group.
void check_clusters(const PageList& list, const ClusterGroup& group) {
  if (list.cluster_count() != group.clusters)
    detail::fail(ErrorKind::corrupt, "it has {} clusters, the footer says {}", list.cluster_count(), group.clusters);
  EntryNumber end = group.entries.first;
  for (std::size_t cluster = 0; cluster < list.cluster_count(); ++cluster) {
    const EntryRange entries = list.entries(cluster);
    if (entries.first != end)
      detail::fail(ErrorKind::corrupt, "its cluster {} begins at entry {}, expected {}", cluster, entries.first.number,
                   end.number);
    end = entries.last;
  }
  if (end != group.entries.last)
    detail::fail(ErrorKind::corrupt, "its clusters end at entry {}, the footer says {}", end.number,
                 group.entries.last.number);
}

}  // namespace

ClusterIndex::ClusterIndex(const NTuple& ntuple, const BlobReader& blobs)
    : ntuple_(ntuple), blobs_(blobs), lists_(std::make_unique<std::atomic<const PageList*>[]>(ntuple.groups.size())) {}

ClusterIndex::~ClusterIndex() {
  for (std::size_t group = 0; group < ntuple_.groups.size(); ++group)
    std::unique_ptr<const PageList>(lists_[group].load());
}

const PageList& ClusterIndex::list(std::size_t group, const BlobReader& blobs) const {
  if (const PageList* seen = lists_[group].load(std::memory_order_acquire)) return *seen;
  const ClusterGroup& described = ntuple_.groups[group];
  auto list = detail::while_doing(
      [&] { return fmt::format("'{}': ntuple '{}', cluster group {}", blobs_.source().name(), ntuple_.name, group); },
      [&] {
        compression::Decompressor decompressor;
        Envelope envelope = read_envelope(blobs, described.page_list, EnvelopeType::page_list, decompressor);
        auto read = std::make_unique<const PageList>(std::move(envelope), ntuple_.header_checksum);
        check_clusters(*read, described);
        return read;
      });
  const PageList* first = nullptr;
  if (lists_[group].compare_exchange_strong(first, list.get(), std::memory_order_acq_rel)) return *list.release();
  return *first;
}

std::unique_ptr<const io::ByteSource> ClusterIndex::fetch_lists(EntryRange entries) const {
  const auto ahead = blobs_.source().read_ahead();
  if (!ahead) return nullptr;
  std::vector<io::Extent> extents;
  for (std::size_t group = 0; group < ntuple_.groups.size(); ++group) {
    const ClusterGroup& described = ntuple_.groups[group];
    if (lists_[group].load(std::memory_order_relaxed) == nullptr && !intersection(described.entries, entries).empty())
      blobs_.add_extent(described.page_list.locator, extents);
  }
  return std::make_unique<const io::FetchedSource>(blobs_.source(), extents, ahead->request);
}

std::vector<ClusterPages> ClusterIndex::overlapping(EntryRange entries) const {
  const auto fetched = fetch_lists(entries);
  const BlobReader blobs = fetched ? blobs_.from(*fetched) : blobs_;
  std::vector<ClusterPages> clusters;
  std::uint64_t number = 0;
  for (std::size_t group = 0; group < ntuple_.groups.size(); ++group) {
    const ClusterGroup& described = ntuple_.groups[group];
    if (!intersection(described.entries, entries).empty()) {
      const PageList& pages = list(group, blobs);
      for (std::size_t cluster = 0; cluster < pages.cluster_count(); ++cluster)
        if (const EntryRange held = pages.entries(cluster); !intersection(held, entries).empty())
          clusters.push_back({&pages, cluster, {number + cluster}, held});
    }
    number += described.clusters;
  }
  return clusters;
}

}  // namespace ramet::inline v1::ntuple::internal
