#include "ramet/ntuple/internal/ntuple_batches.hpp"

#include <algorithm>
#include <utility>

#include "ramet/core/error.hpp"
#include "ramet/file/detail/out_of_memory.hpp"

namespace ramet::inline v1::ntuple::internal {

NTupleBatches::NTupleBatches(const Schema& schema, const BlobReader& blobs, std::vector<FieldLayout> layouts,
                             std::vector<ClusterPages> clusters,
                             std::function<void(const ClusterPages&, std::vector<io::Extent>&)> add_extents,
                             std::function<std::string()> place)
    : schema_(schema),
      blobs_(blobs),
      layouts_(std::move(layouts)),
      clusters_(std::move(clusters)),
      place_(std::move(place)),
      stays_(blobs.source(), clusters_.size(),
             [this, add = std::move(add_extents)](std::size_t cluster, std::vector<io::Extent>& to) {
               add(clusters_[cluster], to);
             }) {}

void NTupleBatches::enter(std::size_t cluster) {
  const io::ByteSource& source = stays_.enter(cluster);
  cluster_.reset();
  if (&source != source_ || !cursor_) {  // a cursor may hold a page that was fetched
    source_ = nullptr;
    fetched_.emplace(blobs_.from(source));
    cursor_.emplace(schema_, layouts_, *fetched_);
    source_ = &source;
  }
  cursor_->enter(clusters_[cluster]);
  cluster_ = cluster;
}

Batch NTupleBatches::read(EntryRange entries) try {
  const auto held = std::ranges::partition_point(
      clusters_, [&](const ClusterPages& one) { return one.entries.last <= entries.first; });
  if (held == clusters_.end() || held->entries.last < entries.last)
    detail::fail(ErrorKind::not_found, "entries {}..{} are not of one cluster", entries.first.number,
                 entries.last.number);
  const auto cluster = static_cast<std::size_t>(held - clusters_.begin());
  if (cluster_ != cluster) enter(cluster);
  return cursor_->decode(entries);
} catch (...) {
  cluster_.reset();
  rethrow_naming(place_);
}

}  // namespace ramet::inline v1::ntuple::internal
