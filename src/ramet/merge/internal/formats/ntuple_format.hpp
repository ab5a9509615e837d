#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "ramet/compression/compressor.hpp"
#include "ramet/file/file_writer.hpp"
#include "ramet/merge/internal/formats/table_format.hpp"
#include "ramet/ntuple/encode/envelope_encoder.hpp"
#include "ramet/tree/encode/tree_schema.hpp"

namespace ramet::inline v1::merge::internal {

/// Writes a table as an RNTuple. The pages of a cluster lie behind one key of class RBlob, as ROOT's do
/// (RMiniFile.cxx), so that a walk over the file's records finds no gaps; so do the envelopes. Threads: as TableFormat.
class NTupleFormat final : public TableFormat {
 public:
  /// The area outlives the format. Throws Error(misuse) when the schema cannot be stored.
  NTupleFormat(const file::RecordArea& area, TablePlace place, const tree::TreeSchema& schema, std::uint32_t page_bytes,
               compression::Settings compression);

  std::size_t part_count() const noexcept override { return plan_.schema.columns.size(); }
  void check(std::span<const array::Array>, std::size_t, std::size_t) const override {}
  std::unique_ptr<const ClusterJob> begin(std::span<const array::Array> columns, std::size_t first, std::size_t last,
                                          bool big) const override;
  std::size_t head_size(bool big) const override;
  void place(std::span<std::byte> encoded, std::span<Piece> pieces, bool big, std::uint64_t address) const override;
  std::uint64_t schema_checksum() const noexcept override { return header_checksum_; }
  void describe(file::FileWriter& file, std::span<const ClusterDescriptor> clusters) override;
  std::vector<std::string_view> classes() const override { return {"ROOT::RNTuple"}; }

 private:
  /// An envelope in the file, and all of the space that it takes with its key.
  struct Blob {
    ntuple::EnvelopeLink link;
    io::Extent extent;
  };
  struct Group {
    ntuple::ClusterGroup described;
    io::Extent extent;
    ClusterPlace last;  ///< of its clusters
  };

  Blob write_envelope(file::FileWriter& file, bytes::Buffer envelope);
  /// Forget the groups when clusters have come between or before those that they list.
  void forget_outdated(file::FileWriter& file, std::span<const ClusterDescriptor> clusters);
  void add_group(file::FileWriter& file, std::span<const ClusterDescriptor> clusters);

  const file::RecordArea& area_;
  TablePlace place_;
  ntuple::NTuplePlan plan_;
  ntuple::PageOptions options_;
  compression::Compressor compressor_;  // of envelopes
  std::optional<Blob> header_;
  std::uint64_t header_checksum_;
  std::optional<Blob> footer_;
  std::vector<Group> groups_;
  std::size_t listed_ = 0;          // clusters in the groups
  ntuple::ClusterBegin listed_to_;  // where the next one begins
};

/// What of a schema an ntuple can store: names, types and packed ranges; forms and counters are the tree's. A range
/// "[0,100,16]" becomes 16 bits of it, "[0,0,12]" as many of the mantissa, "[]" leaves numbers as they are.
/// Throws Error(misuse).
ntuple::NTupleSpec ntuple_spec_of(const tree::TreeSchema& schema);

}  // namespace ramet::inline v1::merge::internal
