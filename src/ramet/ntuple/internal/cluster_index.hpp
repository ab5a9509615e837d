#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "ramet/core/strong_id.hpp"
#include "ramet/ntuple/detail/page_list.hpp"
#include "ramet/ntuple/ntuple.hpp"

namespace ramet::inline v1::ntuple::internal {

/// A cluster, and the list of its pages. Threads: a view of its index.
struct ClusterPages {
  const PageList* list = nullptr;
  std::size_t place = 0;  ///< in the list
  ClusterNumber number;
  EntryRange entries;
};

/// The clusters of an ntuple. The page list of a group is read on first use. Threads: const-safe, without a lock; when
/// several threads need a list at once, each may read it, and all get the same object.
class ClusterIndex {
 public:
  /// `ntuple` and the reader's source must outlive it.
  ClusterIndex(const NTuple& ntuple, const BlobReader& blobs);
  ~ClusterIndex();
  ClusterIndex(const ClusterIndex&) = delete;
  ClusterIndex& operator=(const ClusterIndex&) = delete;

  /// The clusters that have some of the entries, in order. Throws Error(corrupt), as the source does.
  std::vector<ClusterPages> overlapping(EntryRange entries) const;

 private:
  const PageList& list(std::size_t group, const BlobReader& blobs) const;
  /// For a source with read_ahead(): a source with the page lists of all groups that have some of the entries; else
  /// null.
  std::unique_ptr<const io::ByteSource> fetch_lists(EntryRange entries) const;

  const NTuple& ntuple_;
  BlobReader blobs_;
  std::unique_ptr<std::atomic<const PageList*>[]> lists_;  // one for each group
};

}  // namespace ramet::inline v1::ntuple::internal
