#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "ramet/object/detail/object_writer.hpp"
#include "ramet/tree/detail/tree_encoder.hpp"

namespace ramet::inline v1::tree::internal {

/// The members of a leaf of any class. Threads: a value.
struct LeafMembers {
  std::string name;
  std::string title;
  std::string leaf_class;
  std::int32_t length = 1;      ///< fLen
  std::int32_t value_size = 0;  ///< fLenType
  std::int32_t offset = 0;      ///< fOffset: in the struct of a leaf list
  bool is_range = false;
  bool is_unsigned = false;
  std::optional<std::size_t> counter_branch;  ///< whose leaf counts this one's values
  std::int64_t maximum = 0;
  std::int32_t element_id = -1;    ///< of a TLeafElement
  std::int32_t element_type = -1;  ///< likewise
};

/// Writes the branches of a tree, with their leaves, into the tree's record. Threads: one thread.
class BranchWriter {
 public:
  BranchWriter(object::ObjectWriter& writer, std::span<const BranchPlan> branches, const TreeContents& contents,
               std::uint32_t basket_size, compression::Settings compression);

  /// Write the array of the tree's branches, each with its sub-branches; counters come before what they count.
  void write_all();

  /// The leaves written so far.
  std::span<const object::ObjectIdentity> leaves() const noexcept { return leaves_; }

 private:
  void write(std::size_t branch);
  void write_branch_members(std::size_t branch);
  void write_baskets(const BranchContents& contents);
  void write_element_members(std::size_t branch);
  void write_leaves(std::size_t branch);
  std::vector<LeafMembers> leaves_of(std::size_t branch) const;
  LeafMembers element_leaf(std::size_t branch) const;
  void write_counter(std::optional<std::size_t> branch);
  void write_leaf(const LeafMembers& leaf);

  object::ObjectWriter& writer_;
  std::span<const BranchPlan> branches_;
  const TreeContents& contents_;
  std::uint32_t basket_size_;
  compression::Settings compression_;
  std::vector<std::size_t> top_;                    // branches of the tree itself
  std::vector<std::vector<std::size_t>> children_;  // of each branch
  std::vector<object::ObjectIdentity> leaves_;
  std::vector<object::ObjectIdentity> identities_;  // of each branch, once it is being written
  std::vector<object::ObjectIdentity> first_leaf_;  // of each branch, likewise
};

void write_fill_attributes(object::ObjectWriter& writer);
void write_io_features(object::ObjectWriter& writer);

}  // namespace ramet::inline v1::tree::internal
