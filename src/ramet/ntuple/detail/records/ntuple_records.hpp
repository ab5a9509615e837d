#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "ramet/bytes/buffer.hpp"
#include "ramet/compression/compressor.hpp"
#include "ramet/file/file_writer.hpp"
#include "ramet/ntuple/detail/continued_ntuple.hpp"
#include "ramet/ntuple/detail/envelope_encoder.hpp"
#include "ramet/ntuple/detail/records/blob_record.hpp"
#include "ramet/table/detail/cluster_descriptor.hpp"

namespace ramet::inline v1::ntuple {

/// The directory of an ntuple that is written. Threads: a value.
struct NTuplePlace {
  file::DirectoryNumber directory;
  std::uint64_t seek = 0;  ///< of the directory's record
  /// Of the ntuple's first anchor: whether its name may be there already.
  file::FileWriter::OnConflict if_taken = file::FileWriter::OnConflict::fail;
};

/// Writes what leads to the pages of an ntuple: header, page lists, footer and anchor. The header is written once; page
/// lists are, too, but for the last, which grows with the clusters that come behind it until it is full. Threads: one
/// thread.
class NTupleRecords {
 public:
  /// `plan` is the first one: its header is that of the ntuple.
  NTupleRecords(const NTuplePlace& place, const NTuplePlan& plan, const PageOptions& options);
  /// Goes on with an ntuple that is in the file: what it has stays listed in front of all clusters.
  NTupleRecords(const NTuplePlace& place, std::shared_ptr<const ContinuedNTuple> before, const PageOptions& options);

  std::uint64_t header_checksum() const noexcept { return header_checksum_; }

  /// Describe these clusters, as they are in order of entries: each has the first columns of the plan. In those that it
  /// lacks its entries have zeros and empty collections. Throws Error(io), Error(unsupported); the file then is
  /// described as before.
  void describe(file::FileWriter& file, const NTuplePlan& plan, std::span<const table::ClusterDescriptor> clusters);

 private:
  struct Group {
    ClusterGroup described;
    io::Extent extent;
    table::ClusterPlace last;  ///< of its clusters
  };
  /// Where the next group begins.
  struct Position {
    std::size_t cluster = 0;
    ClusterBegin begin;
    std::size_t columns = 0;                    ///< that clusters before have: all later ones are listed with them
    std::vector<std::uint64_t> first_elements;  ///< of these columns
  };
  /// The page lists, as the file has them or is to have them.
  struct Listing {
    std::vector<Group> groups;
    Position end;
    std::optional<Position> open;  ///< where the last group begins, if there is room in it
  };
  class NewBlobs;

  /// The page lists when there are none of these clusters.
  Listing no_listing() const;

  Blob write(file::FileWriter& file, bytes::Buffer envelope);
  /// What of the groups still is as the clusters are: nothing when some came between or before those that they list.
  Listing kept(std::span<const table::ClusterDescriptor> clusters) const;
  void add_groups(file::FileWriter& file, const NTuplePlan& plan, std::span<const table::ClusterDescriptor> clusters,
                  Listing& listing, NewBlobs& blobs);
  StoredCluster stored(file::FileWriter& file, const NTuplePlan& plan, const table::ClusterDescriptor& cluster,
                       Position& at);
  /// A column of a cluster that was written without it, behind some that have it.
  EncodedColumn zeros(file::FileWriter& file, const ColumnCoding& coding, std::uint64_t elements);
  Locator zero_page(file::FileWriter& file, std::uint64_t uncompressed_bytes);

  NTuplePlace place_;
  PageOptions options_;
  compression::Compressor compressor_;
  std::shared_ptr<const ContinuedNTuple> before_;  // null: the ntuple is a new one
  std::optional<Blob> header_;
  std::uint64_t header_checksum_;
  std::optional<Blob> footer_;
  Listing listing_;
  std::map<std::uint64_t, Locator> zero_pages_;  // by their bytes, uncompressed; in the file for good
};

}  // namespace ramet::inline v1::ntuple
