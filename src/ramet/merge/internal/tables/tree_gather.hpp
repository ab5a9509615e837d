#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "ramet/core/object_pool.hpp"
#include "ramet/merge/internal/catalogue.hpp"
#include "ramet/merge/internal/inputs.hpp"
#include "ramet/merge/internal/output.hpp"
#include "ramet/merge/internal/tables/tree_record.hpp"
#include "ramet/merge/merge.hpp"
#include "ramet/tree/detail/basket_packer.hpp"
#include "ramet/tree/detail/tree_encoder.hpp"

namespace ramet::inline v1::merge::internal {

/// Joins trees that are stored alike, and the small baskets in them: of each branch the entries of many baskets are
/// unpacked and packed as one. Values are not decoded, so branches of all types stay what they are; baskets of objects
/// that may refer to each other stay as they are too. Clusters of the output are those of the inputs, as many as make
/// `cluster_bytes`. All is decided from metadata, so the output does not depend on threads. Threads: one thread.
class TreeGather {
 public:
  TreeGather(const Inputs& inputs, schedule::Executor& executor, const MergeOptions& options, Output& output);
  ~TreeGather();

  /// Write the tree of an object whose parts have the same schema, up to the order of branches. `parts` is not empty.
  /// Returns the classes of objects in the record that cannot be copied; the tree then lacks them. Throws BadInput,
  /// Error(unsupported) as tree::amend_tree, Error(io), Error(cancelled).
  std::vector<std::string> run(const MergedObject& object, std::span<const TablePart* const> parts);

 private:
  struct Piece;
  struct Joined;

  void add(const TablePart& part);
  void add_own(const TablePart& part);
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
  const MergedObject* object_ = nullptr;
  const TableSchema* wanted_ = nullptr;
  std::unique_ptr<const OpenTree> first_;
  std::vector<Piece> pieces_;    // of the cluster that is being gathered
  std::uint64_t gathered_ = 0;   // their bytes, uncompressed, about
  bool needs_big_keys_ = false;  // of the records that are being made
  bool is_far_ = false;          // whether records that are copied need them
  tree::TreeContents contents_;
  tree::StoredIndex index_;
  std::uint64_t seek_directory_ = 0;
};

/// Whether baskets are in the tree's record: these cannot stay where they are.
bool has_embedded_baskets(const tree::Tree& tree);

/// The number of branches whose baskets a gathering leaves as they are.
std::size_t ungathered_branches(const tree::Tree& tree);

}  // namespace ramet::inline v1::merge::internal
