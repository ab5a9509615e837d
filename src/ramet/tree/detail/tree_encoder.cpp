#include "ramet/tree/detail/tree_encoder.hpp"

#include <algorithm>

#include "ramet/object/detail/object_writer.hpp"
#include "ramet/tree/internal/encode/branch_writer.hpp"

// The members of a TTree in the order of its streamer info (root-project/root, tree/tree/inc/TTree.h, version 20).

namespace ramet::inline v1::tree {
namespace {

using object::ObjectWriter;

void write_attributes(ObjectWriter& writer) {
  writer.versioned(2, [&] {  // TAttLine: color, style, width
    writer.write(std::int16_t{602});
    writer.write(std::int16_t{1});
    writer.write(std::int16_t{1});
  });
  internal::write_fill_attributes(writer);
  writer.versioned(3, [&] {  // TAttMarker: color, style, size
    writer.write(std::int16_t{1});
    writer.write(std::int16_t{1});
    writer.write(1.0F);
  });
}

void write_numbers(ObjectWriter& writer, const TreeContents& contents, const ClusterRanges& ranges) {
  std::int64_t total = 0;
  std::int64_t stored = 0;
  for (const BranchContents& branch : contents.branches)
    for (const EncodedBasket& basket : branch.baskets) {
      total += basket.plain_size;
      stored += basket.record_size;
    }
  writer.write(static_cast<std::int64_t>(contents.entries));
  writer.write(total);                                               // fTotBytes
  writer.write(stored);                                              // fZipBytes
  writer.write(total);                                               // fSavedBytes
  writer.write(stored);                                              // fFlushedBytes
  writer.write(1.0);                                                 // fWeight
  writer.write(std::int32_t{0});                                     // fTimerInterval
  writer.write(std::int32_t{25});                                    // fScanField
  writer.write(std::int32_t{0});                                     // fUpdate
  writer.write(std::int32_t{1000});                                  // fDefaultEntryOffsetLen
  writer.write(static_cast<std::int32_t>(ranges.size.size()));       // fNClusterRange
  writer.write(std::int64_t{1000000000000});                         // fMaxEntries
  writer.write(std::int64_t{1000000000000});                         // fMaxEntryLoop
  writer.write(std::int64_t{0});                                     // fMaxVirtualSize
  writer.write(std::int64_t{-300000000});                            // fAutoSave
  writer.write(ranges.auto_flush);                                   // fAutoFlush
  writer.write(std::int64_t{1000000});                               // fEstimate
  writer.counted(std::span<const std::int64_t>(ranges.last_entry));  // fClusterRangeEnd
  writer.counted(std::span<const std::int64_t>(ranges.size));        // fClusterSize
}

}  // namespace

ClusterRanges ranges_of(std::span<const std::uint64_t> cluster_sizes) {
  ClusterRanges ranges;
  std::uint64_t end = 0;
  std::uint64_t run_size = 0;
  bool run_is_over = true;
  for (const std::uint64_t size : cluster_sizes) {
    if (run_size != 0 && (run_is_over || size > run_size)) {
      ranges.last_entry.push_back(static_cast<std::int64_t>(end) - 1);
      ranges.size.push_back(static_cast<std::int64_t>(run_size));
      run_size = 0;
    }
    if (run_size == 0) run_size = size;
    run_is_over = size < run_size;
    end += size;
  }
  if (run_size != 0) ranges.auto_flush = static_cast<std::int64_t>(run_size);
  return ranges;
}

bytes::Buffer encode_tree(const table::Schema& schema, std::span<const BranchPlan> branches,
                          const TreeContents& contents, std::uint32_t basket_size, compression::Settings compression,
                          std::size_t key_length) {
  ObjectWriter writer(key_length);
  internal::BranchWriter branch_writer(writer, branches, contents, basket_size, compression);
  writer.versioned(20, [&] {
    writer.tnamed(schema.name, schema.title.empty() ? schema.name : schema.title, object::must_cleanup);
    write_attributes(writer);
    write_numbers(writer, contents, ranges_of(contents.cluster_sizes));
    internal::write_io_features(writer);
    branch_writer.write_all();
    const auto leaves = branch_writer.leaves();
    writer.object_array("", leaves.size(), [&](std::size_t leaf) { writer.reference(leaves[leaf]); });
    writer.null();                                  // fAliases
    writer.array(std::span<const double>());        // fIndexValues
    writer.array(std::span<const std::int32_t>());  // fIndex
    writer.null();                                  // fTreeIndex
    writer.null();                                  // fFriends
    writer.null();                                  // fUserInfo
    writer.null();                                  // fBranchRef
  });
  bytes::Buffer payload;
  payload.append(writer.payload());
  return payload;
}

std::vector<std::string_view> classes_of(std::span<const BranchPlan> branches) {
  std::vector<std::string_view> classes = {"TTree", "TBranch"};
  for (const BranchPlan& branch : branches) {
    if (branch.element) classes.emplace_back(branch.element->has_class_name ? "TBranchObject" : "TBranchElement");
    if (!branch.leaf_class.empty()) classes.emplace_back(branch.leaf_class);
    for (const LeafLayout& leaf : branch.leaves) classes.emplace_back(leaf_class_of(leaf.coding));
  }
  std::sort(classes.begin() + 2, classes.end());
  classes.erase(std::unique(classes.begin() + 2, classes.end()), classes.end());
  return classes;
}

}  // namespace ramet::inline v1::tree
