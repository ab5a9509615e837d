#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "ramet/file/file_writer.hpp"
#include "ramet/table/schema.hpp"
#include "ramet/tree/detail/class_planner.hpp"
#include "ramet/tree/detail/continued_tree.hpp"
#include "ramet/tree/detail/tree_encoder.hpp"
#include "ramet/write/internal/formats/table_format.hpp"

namespace ramet::inline v1::write::internal {

/// Writes a table as a TTree. Threads: as TableFormat.
class TreeFormat final : public TableFormat {
 public:
  /// Area and schema must outlive the format. Throws Error(misuse) when the schema cannot be stored.
  TreeFormat(const file::RecordArea& area, TablePlace place, const table::Schema& schema, std::uint32_t basket_size,
             compression::Settings compression);

  /// Appends to an existing tree.
  TreeFormat(const file::RecordArea& area, TablePlace place, std::shared_ptr<const tree::ContinuedTree> continued,
             std::uint32_t basket_size, compression::Settings compression);

  std::size_t part_count() const noexcept override { return branches_.size(); }
  /// Throws Error(misuse), because all branches of a tree have the same number of entries.
  void extend(const table::Schema& schema) override;
  void check(OffsetsOf offsets, std::size_t first, std::size_t last) const override;
  std::unique_ptr<const ClusterJob> begin(std::span<const array::Array> columns, std::size_t first, std::size_t last,
                                          bool big) const override;
  /// Each basket is a record of its own, so there is no limit; these numbers are small enough that sums and products do
  /// not overflow.
  ClusterLimits limits() const noexcept override { return {std::uint64_t{1} << 50, std::uint64_t{1} << 50}; }
  std::size_t head_size(bool) const override { return 0; }
  void place(std::span<std::byte> encoded, std::span<table::Piece> pieces, bool big,
             std::uint64_t address) const override;
  std::uint64_t schema_checksum() const noexcept override { return 0; }
  void describe(file::FileWriter& file, std::span<const table::ClusterDescriptor> clusters) override;
  std::vector<std::string_view> classes() const override {
    if (continued_) return {};  // already in the file
    return tree::classes_of(branches_);
  }
  std::vector<schema::StreamerInfo> layouts() const override {
    if (continued_) return {};
    return tree::streamer_infos_of(schema_);
  }

 private:
  tree::BasketFrame frame(bool big) const;
  /// Write the baskets embedded in the tree's record as records, once.
  void write_embedded(file::FileWriter& file);
  tree::TreeContents contents_of(std::span<const table::ClusterDescriptor> clusters) const;

  const file::RecordArea& area_;
  TablePlace place_;
  const table::Schema& schema_;
  std::uint32_t basket_size_;
  compression::Settings compression_;
  std::vector<tree::BranchPlan> branches_;
  bool is_described_ = false;
  std::shared_ptr<const tree::ContinuedTree> continued_;    // null for a new tree
  std::vector<std::vector<tree::EncodedBasket>> embedded_;  // for each branch: its embedded baskets, once written
};

}  // namespace ramet::inline v1::write::internal
