#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "ramet/file/file_writer.hpp"
#include "ramet/ntuple/detail/continued_ntuple.hpp"
#include "ramet/ntuple/detail/page_encoder.hpp"
#include "ramet/ntuple/detail/records/ntuple_records.hpp"
#include "ramet/table/schema.hpp"
#include "ramet/write/internal/formats/table_format.hpp"

namespace ramet::inline v1::write::internal {

/// Writes a table as an RNTuple. The pages of a cluster follow one key of class RBlob, as in ROOT's files
/// (RMiniFile.cxx), so that a walk over the records finds no gaps; so does each envelope. Threads: as TableFormat.
class NTupleFormat final : public TableFormat {
 public:
  /// The area must outlive the format. Throws Error(misuse) when the schema cannot be stored.
  NTupleFormat(const file::RecordArea& area, TablePlace place, const table::Schema& schema,
               const ntuple::PageOptions& options);
  /// Appends to an existing ntuple.
  NTupleFormat(const file::RecordArea& area, TablePlace place, std::shared_ptr<const ntuple::ContinuedNTuple> continued,
               const ntuple::PageOptions& options);

  std::size_t part_count() const noexcept override { return newest_.load()->plan.schema.columns.size(); }
  void extend(const table::Schema& schema) override;
  void check(OffsetsOf, std::size_t, std::size_t) const override {}
  std::unique_ptr<const ClusterJob> begin(std::span<const array::Array> columns, std::size_t first, std::size_t last,
                                          bool big) const override;
  ClusterLimits limits() const noexcept override;
  std::size_t head_size(bool big) const override;
  void place(std::span<std::byte> encoded, std::span<table::Piece> pieces, bool big,
             std::uint64_t address) const override;
  std::uint64_t schema_checksum() const noexcept override { return records_.header_checksum(); }
  void describe(file::FileWriter& file, std::span<const table::ClusterDescriptor> clusters) override;
  std::vector<std::string_view> classes() const override { return {ntuple::anchor_class}; }
  std::vector<schema::StreamerInfo> layouts() const override;

 private:
  /// A plan; models_ has one for each extension of the schema. Threads: immutable.
  struct Model {
    ntuple::NTuplePlan plan;
    const Model* older;
  };

  /// The plan with this number of fields. Threads: any.
  const ntuple::NTuplePlan& plan_of(std::size_t fields) const noexcept;

  const file::RecordArea& area_;
  TablePlace place_;
  ntuple::PageOptions options_;
  std::list<Model> models_;  // all of them: clusters of older ones may be in progress
  std::atomic<const Model*> newest_;
  ntuple::NTupleRecords records_;
};

}  // namespace ramet::inline v1::write::internal
