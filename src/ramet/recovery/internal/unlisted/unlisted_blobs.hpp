#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "ramet/recovery/internal/ntuple_salvage.hpp"
#include "ramet/recovery/internal/survey.hpp"
#include "ramet/recovery/internal/unlisted/blob_pages.hpp"
#include "ramet/schedule/executor.hpp"

// ROOT writes an ntuple's header when it begins, the pages of each cluster when it is full, a page list with each group
// of clusters, and the footer and the anchor, which lead to all of these, at the end (RPageStorage.cxx,
// RPagePersistentSink; RNTupleWriter.cxx).

namespace ramet::inline v1::recovery::internal {

/// Records of ntuples that nothing in the file leads to. Threads: immutable.
struct UnlistedBlobs {
  std::vector<ntuple::EnvelopeLink> headers, page_lists;
  /// A record of pages, one behind the other. Threads: a value.
  struct Pages {
    file::Key key;
    std::vector<BlobPage> pages;
  };
  std::vector<Pages> pages;        ///< by their place
  std::vector<file::Key> unknown;  ///< what could not be told: pages without checksums, damage
};

/// Look at the records that are not in use.
UnlistedBlobs find_unlisted(const io::ByteSource& source, const std::vector<file::Key>& blobs,
                            schedule::Executor& executor, const StopToken& stop);

/// Gives the clusters that nothing leads to to the ntuples that they are of. Threads: one thread.
class ClusterFinder {
 public:
  /// All are borrowed.
  ClusterFinder(const io::ByteSource& source, const UnlistedBlobs& blobs, schedule::Executor& executor,
                const StopToken& stop);

  /// The ntuples whose headers were found, but those with one of these checksums; one that cannot be read is left out.
  std::vector<SalvagedNTuple> ntuples(const std::set<std::uint64_t>& known_headers) const;

  /// Add all clusters of an ntuple, in order of their place: those that page lists with its header's checksum know, and
  /// those whose pages can be shown to be of its columns, but not of those of the `others`.
  void add_clusters(SalvagedNTuple& ntuple, const std::vector<SalvagedNTuple>& others);

  /// Records that were given to none, and why; empty if there are none.
  std::string left_over() const;

 private:
  void add_listed(SalvagedNTuple& ntuple);
  void add_proven(SalvagedNTuple& ntuple, const std::vector<SalvagedNTuple>& others);

  const io::ByteSource& source_;
  const UnlistedBlobs& blobs_;
  schedule::Executor& executor_;
  const StopToken& stop_;
  std::set<std::uint64_t> used_;                // records of pages, by their place
  std::map<std::uint64_t, std::string> unfit_;  // why one is not of the ntuples that were tried
};

}  // namespace ramet::inline v1::recovery::internal
