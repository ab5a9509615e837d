#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "ramet/core/object_pool.hpp"
#include "ramet/merge/internal/catalogue.hpp"
#include "ramet/merge/internal/inputs.hpp"
#include "ramet/merge/internal/output.hpp"
#include "ramet/merge/internal/tables/tree_record.hpp"
#include "ramet/merge/merge.hpp"
#include "ramet/tree/detail/basket_packer.hpp"

namespace ramet::inline v1::merge::internal {

/// Adds trees to one that is stored alike, and joins the small baskets in them: of each branch the entries of many
/// baskets are unpacked and packed as one. Values are not decoded, so branches of all types stay what they are; baskets
/// of objects that may refer to each other stay as they are too. Clusters of the output are those of the inputs, as
/// many as make `cluster_bytes`. All is decided from metadata, so the output does not depend on threads. Threads: one
/// thread.
class TreeGather {
 public:
  TreeGather(const Inputs& inputs, schedule::Executor& executor, const MergeOptions& options, Output& output,
             GrowingTree& tree);
  ~TreeGather();

  /// Add parts of the tree, as whole clusters. `parts` is not empty. Throws BadInput, Error(io), Error(cancelled).
  void add(std::span<const TablePart* const> parts);

 private:
  struct Piece;
  struct Joined;

  void add_part(const TablePart& part);
  void load(Piece& piece) const;
  void flush();
  void collect(std::size_t branch, std::vector<Joined>& to) const;
  void pack(Joined& joined);
  void pack_stored(Joined& joined, tree::BasketPacker& packer);
  io::Extent place(std::vector<Joined>& all);
  std::shared_ptr<const tree::StoredIndex> index_of(const Piece& piece) const;
  void gather();
  void note(io::Extent extent, std::span<const Joined> all);
  bool take_over(const DoneExtent& done);

  const Inputs& inputs_;
  schedule::Executor& executor_;
  const MergeOptions& options_;
  Output& output_;
  compression::Settings compression_;
  ObjectPool<tree::BasketPacker> packers_;
  GrowingTree& tree_;
  std::unique_ptr<const OpenTree> first_;
  std::vector<Piece> pieces_;    // of the cluster that is being gathered
  std::uint64_t gathered_ = 0;   // their bytes, uncompressed, about
  bool needs_big_keys_ = false;  // of the records that are being made
  bool is_far_ = false;          // whether records that are copied need them
};

/// The number of branches whose baskets a gathering leaves as they are.
std::size_t ungathered_branches(const tree::Tree& tree);

}  // namespace ramet::inline v1::merge::internal
