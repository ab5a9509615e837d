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
#include "ramet/write/internal/commit_log.hpp"
#include "ramet/write/internal/formats/table_format.hpp"

namespace ramet::inline v1::write::internal {

/// The class of records that hold pages and envelopes.
inline constexpr std::string_view blob_class = "RBlob";

/// The head of a blob's record of `size` bytes, head included.
bytes::Buffer blob_head(const file::RecordArea& area, const TablePlace& place, std::uint64_t seek, std::uint64_t size,
                        bool big);

/// Writes what leads to the pages of an ntuple: header, page lists, footer and anchor. The header is written once; page
/// lists are, too, but for the last, which grows with the clusters that come behind it until it is full. Threads: one
/// thread.
class NTupleRecords {
 public:
  /// The area outlives it. `plan` is the first one: its header is that of the ntuple.
  NTupleRecords(const file::RecordArea& area, TablePlace place, const ntuple::NTuplePlan& plan,
                const ntuple::PageOptions& options);
  /// Goes on with an ntuple that is in the file: what it has stays listed in front of all clusters.
  NTupleRecords(const file::RecordArea& area, TablePlace place, std::shared_ptr<const ntuple::ContinuedNTuple> before,
                const ntuple::PageOptions& options);

  std::uint64_t header_checksum() const noexcept { return header_checksum_; }

  /// Describe these clusters, as they are in order of entries: each has the first columns of the plan. In those that it
  /// lacks its entries have zeros and empty collections. Throws Error(io), Error(unsupported); the file then is
  /// described as before.
  void describe(file::FileWriter& file, const ntuple::NTuplePlan& plan, std::span<const ClusterDescriptor> clusters);

 private:
  /// Bytes in the file, and all of the space that they take with their key.
  struct Blob {
    ntuple::EnvelopeLink link;
    io::Extent extent;
  };
  struct Group {
    ntuple::ClusterGroup described;
    io::Extent extent;
    ClusterPlace last;  ///< of its clusters
  };
  /// Where the next group begins.
  struct Position {
    std::size_t cluster = 0;
    ntuple::ClusterBegin begin;
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

  Blob write_blob(file::FileWriter& file, std::span<const std::byte> bytes, std::uint64_t unpacked_size) const;
  Blob write_envelope(file::FileWriter& file, bytes::Buffer envelope);
  /// What of the groups still is as the clusters are: nothing when some came between or before those that they list.
  Listing kept(std::span<const ClusterDescriptor> clusters) const;
  void add_groups(file::FileWriter& file, const ntuple::NTuplePlan& plan, std::span<const ClusterDescriptor> clusters,
                  Listing& listing, NewBlobs& blobs);
  ntuple::StoredCluster stored(file::FileWriter& file, const ntuple::NTuplePlan& plan, const ClusterDescriptor& cluster,
                               Position& at);
  /// A column of a cluster that was written without it, behind some that have it.
  ntuple::EncodedColumn zeros(file::FileWriter& file, const ntuple::ColumnCoding& coding, std::uint64_t elements);
  ntuple::Locator zero_page(file::FileWriter& file, std::uint64_t plain_bytes);

  const file::RecordArea& area_;
  TablePlace place_;
  ntuple::PageOptions options_;
  compression::Compressor compressor_;
  std::shared_ptr<const ntuple::ContinuedNTuple> before_;  // null: the ntuple is a new one
  std::optional<Blob> header_;
  std::uint64_t header_checksum_;
  std::optional<Blob> footer_;
  Listing listing_;
  std::map<std::uint64_t, ntuple::Locator> zero_pages_;  // by their bytes, uncompressed; in the file for good
};

}  // namespace ramet::inline v1::write::internal
