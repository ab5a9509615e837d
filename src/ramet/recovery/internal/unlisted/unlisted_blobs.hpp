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

// ROOT writes the header of an ntuple first, the pages of each cluster when it is full, a page list with each cluster
// group, and at the end the footer and the anchor, which refer to all of these (RPageStorage.cxx, RPagePersistentSink;
// RNTupleWriter.cxx).

namespace ramet::inline v1::recovery::internal {

/// Records of ntuples that no metadata refers to. Threads: immutable.
struct UnlistedBlobs {
  std::vector<ntuple::EnvelopeLink> headers, page_lists;
  /// A record of consecutive pages. Threads: a value.
  struct Pages {
    file::Key key;
    std::vector<BlobPage> pages;
  };
  std::vector<Pages> pages;        ///< ordered by position
  std::vector<file::Key> unknown;  ///< records that are none of these: pages without checksums, damage
};

/// Find out what the records are.
UnlistedBlobs find_unlisted(const io::ByteSource& source, const std::vector<file::Key>& blobs,
                            schedule::Executor& executor, const StopToken& stop);

/// Assigns unlisted clusters to their ntuples. Threads: one thread.
class ClusterFinder {
 public:
  /// Borrows all arguments.
  ClusterFinder(const io::ByteSource& source, const UnlistedBlobs& blobs, schedule::Executor& executor,
                const StopToken& stop);

  /// The ntuples of the unlisted headers, without those whose checksums are known; headers that cannot be read are left
  /// out.
  std::vector<SalvagedNTuple> ntuples(const std::set<std::uint64_t>& known_headers) const;

  /// Add all clusters of an ntuple, ordered by position: those in page lists with its header's checksum, and those
  /// whose pages fit its columns, but not the columns of `others`.
  void add_clusters(SalvagedNTuple& ntuple, const std::vector<SalvagedNTuple>& others);

  /// A message about the records that were assigned to no ntuple; empty if there are none.
  std::string left_over() const;

 private:
  void add_listed(SalvagedNTuple& ntuple);
  void add_proven(SalvagedNTuple& ntuple, const std::vector<SalvagedNTuple>& others);

  const io::ByteSource& source_;
  const UnlistedBlobs& blobs_;
  schedule::Executor& executor_;
  const StopToken& stop_;
  std::set<std::uint64_t> used_;                // positions of records of pages
  std::map<std::uint64_t, std::string> unfit_;  // by position: why no ntuple fits
};

}  // namespace ramet::inline v1::recovery::internal
