#pragma once

#include <cstddef>
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

/// Adds trees to one that is stored alike: the baskets of one input after the other are copied. They are not unpacked,
/// unless they get other compression. Branches that a part lacks get baskets without values. Places are taken in the
/// order of the inputs and of the baskets in them, then several threads copy. Threads: one thread.
class TreeMove {
 public:
  TreeMove(const Inputs& inputs, schedule::Executor& executor, const MergeOptions& options, Output& output,
           GrowingTree& tree)
      : inputs_(inputs), executor_(executor), options_(options), output_(output), tree_(tree) {}

  /// Add parts of the tree. Throws BadInput, Error(unsupported) as tree::copy_baskets, Error(io), Error(cancelled).
  void add(std::span<const TablePart* const> parts);

 private:
  struct PlacedBasket;
  struct Job;
  struct OpenPart;

  std::size_t copy_closed(std::span<const TablePart* const> parts);
  std::size_t copy_open(std::span<const TablePart* const> parts);
  std::vector<PlacedBasket> add_open(const OpenPart& part);
  std::vector<PlacedBasket> add_closed(const TablePart& part);
  void place(const OpenPart& part, std::vector<PlacedBasket> baskets, std::vector<Job>& jobs);
  void copy_all(std::span<Job> jobs);
  void copy(Job& job);
  void finish(const Job& job);
  void take_over(const Job& job, const DoneExtent& done);
  std::uint64_t group_bytes() const noexcept;
  void pack(std::span<Job> jobs);
  void pack(Job& job, bool is_far);
  void add_filled(std::size_t branch, std::uint64_t entries, std::vector<PlacedBasket>& to);
  void fill(const PlacedBasket& basket, tree::BasketPacker& packer, bytes::Buffer& to) const;

  const Inputs& inputs_;
  schedule::Executor& executor_;
  const MergeOptions& options_;
  Output& output_;
  GrowingTree& tree_;
  ObjectPool<tree::BasketPacker> packers_;
};

}  // namespace ramet::inline v1::merge::internal
