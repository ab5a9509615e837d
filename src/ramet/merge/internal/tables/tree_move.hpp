#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "ramet/core/object_pool.hpp"
#include "ramet/merge/internal/catalogue.hpp"
#include "ramet/merge/internal/inputs.hpp"
#include "ramet/merge/internal/output.hpp"
#include "ramet/merge/merge.hpp"
#include "ramet/tree/detail/basket_packer.hpp"
#include "ramet/tree/detail/tree_encoder.hpp"

namespace ramet::inline v1::merge::internal {

/// Joins trees that are stored alike: the baskets of one input after the other are copied, and the record of the first
/// one gets all of them. Baskets are not unpacked, unless they get other compression. Places are taken in the order of
/// the inputs and of the baskets in them, then several threads copy. Threads: one thread.
class TreeMove {
 public:
  TreeMove(const Inputs& inputs, schedule::Executor& executor, const MergeOptions& options, Output& output)
      : inputs_(inputs), executor_(executor), options_(options), output_(output) {}

  /// Write the tree of an object whose parts have the same schema, up to the order of branches. `parts` is not empty.
  /// Returns the classes of objects in the record that cannot be copied; the tree then lacks them. Throws BadInput,
  /// Error(unsupported) as tree::copy_baskets and tree::amend_tree, Error(io), Error(cancelled).
  std::vector<std::string> run(const MergedObject& object, std::span<const TablePart* const> parts);

 private:
  struct PlacedBasket;
  struct Job;
  struct OpenPart;

  std::size_t copy_closed(std::span<const TablePart* const> parts, const TableSchema& wanted);
  std::size_t copy_open(std::span<const TablePart* const> parts, const MergedObject& object, const TableSchema& wanted);
  std::vector<PlacedBasket> add(const OpenPart& part);
  std::vector<PlacedBasket> add_closed(const TablePart& part, const TableSchema& wanted);
  void place(const OpenPart& part, std::vector<PlacedBasket> baskets, std::vector<Job>& jobs);
  void copy_all(std::span<Job> jobs);
  void copy(Job& job);
  void finish(const Job& job);
  void take_over(const Job& job, const DoneExtent& done);
  std::uint64_t group_bytes() const noexcept;
  void pack(std::span<Job> jobs);
  void pack(Job& job, bool is_far);

  const Inputs& inputs_;
  schedule::Executor& executor_;
  const MergeOptions& options_;
  Output& output_;
  ObjectPool<tree::BasketPacker> packers_;
  tree::TreeContents contents_;
  tree::StoredIndex index_;
  std::uint64_t seek_directory_ = 0;
};

}  // namespace ramet::inline v1::merge::internal
