#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "ramet/object/object_writer.hpp"
#include "ramet/tree/encode/tree_encoder.hpp"

namespace ramet::inline v1::tree::internal {

/// A leaf's own members, whatever its class. Threads: a value.
struct LeafMembers {
  std::string name;
  std::string title;
  std::string leaf_class;
  std::int32_t length = 1;      ///< fLen
  std::int32_t value_size = 0;  ///< fLenType
  std::int32_t offset = 0;      ///< fOffset: in the struct of a leaf list
  bool is_range = false;
  bool is_unsigned = false;
  object::ObjectIdentity counter;
  std::int64_t maximum = 0;
};

/// Writes the branches of a tree, with their leaves, into the tree's record. Threads: one thread.
class BranchWriter {
 public:
  BranchWriter(object::ObjectWriter& writer, std::span<const BranchPlan> branches, const TreeContents& contents,
               std::uint32_t basket_size, compression::Settings compression)
      : writer_(writer),
        branches_(branches),
        contents_(contents),
        basket_size_(basket_size),
        compression_(compression) {}

  /// Write one branch behind a pointer; counters before what they count.
  void write(std::size_t branch);

  /// The leaves written so far.
  std::span<const object::ObjectIdentity> leaves() const noexcept { return leaves_; }

 private:
  void write_branch_members(std::size_t branch);
  void write_baskets(const BranchContents& contents);
  void write_element_members(const BranchPlan& plan);
  std::vector<LeafMembers> leaves_of(std::size_t branch) const;
  void write_leaf(const LeafMembers& leaf);

  object::ObjectWriter& writer_;
  std::span<const BranchPlan> branches_;
  const TreeContents& contents_;
  std::uint32_t basket_size_;
  compression::Settings compression_;
  std::vector<object::ObjectIdentity> leaves_;
  std::vector<object::ObjectIdentity> first_leaf_;  // of each branch
};

void write_fill_attributes(object::ObjectWriter& writer);
void write_io_features(object::ObjectWriter& writer);

}  // namespace ramet::inline v1::tree::internal
