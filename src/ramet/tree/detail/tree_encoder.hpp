#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "ramet/bytes/buffer.hpp"
#include "ramet/tree/companions.hpp"
#include "ramet/tree/detail/basket_encoder.hpp"
#include "ramet/tree/detail/branch_plan.hpp"

namespace ramet::inline v1::tree {

/// What was written of one branch: its baskets in order of entries, `offset` being their position in the file. Threads:
/// a value.
struct BranchContents {
  std::vector<EncodedBasket> baskets;
  BranchMaximum maximum;
  std::uint64_t first_entry = 0;             ///< not 0 for a branch that was added to its tree later
  std::int64_t more_uncompressed_bytes = 0;  ///< of baskets without plain_size
};

/// What was written of a tree. Threads: a value.
struct TreeContents {
  std::uint64_t entries = 0;
  std::vector<std::uint64_t> cluster_sizes;                         ///< entries of each cluster, in order
  std::vector<BranchContents> branches;                             ///< one per BranchPlan
  std::optional<compression::Settings> compression = std::nullopt;  ///< when amending: of all branches, if it changes
  std::shared_ptr<const StoredIndex> index = nullptr;  ///< when amending: instead of the stored one, if not null
  bool is_elsewhere = false;  ///< when amending: the tree is in another file, where old positions are meaningless
};

/// Runs of clusters of equal size; the last cluster of a run may be smaller (TTree::TClusterIterator). Threads: a
/// value.
struct ClusterRanges {
  std::vector<std::int64_t> last_entry;  ///< of each run except the last
  std::vector<std::int64_t> size;
  std::int64_t auto_flush = -30000000;  ///< ROOT's default, for a tree without clusters; else the size of the last run
};

/// The runs of consecutive clusters of these sizes.
ClusterRanges ranges_of(std::span<const std::uint64_t> cluster_sizes);

/// The payload of a TTree's record (TTree version 20, TBranch 13, as ROOT 6 writes them), for a key of the given
/// length.
bytes::Buffer encode_tree(const table::Schema& schema, std::span<const BranchPlan> branches,
                          const TreeContents& contents, std::uint32_t basket_size, compression::Settings compression,
                          std::size_t key_length);

/// The classes whose streamer infos a file with this tree needs.
std::vector<std::string_view> classes_of(std::span<const BranchPlan> branches);

}  // namespace ramet::inline v1::tree
