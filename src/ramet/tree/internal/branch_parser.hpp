#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "ramet/object/detail/member_plans.hpp"
#include "ramet/tree/tree.hpp"

namespace ramet::inline v1::tree::internal {

class BranchParser;

/// A leaf and its other stored fields. Threads: one thread.
struct LeafFields : Leaf {
  object::ObjectIdentity count;
  double stored_maximum = 0;
};

/// The stored arrays of a branch's baskets, which mostly have more elements than there are baskets. Threads: one
/// thread.
struct BasketArrays {
  std::vector<std::int32_t> basket_bytes;
  std::vector<std::int64_t> basket_entry, basket_seek;
};

/// A branch and its other stored fields. Threads: one thread.
struct BranchFields : Branch, BasketArrays {
  BranchParser* parser = nullptr;
  std::int32_t write_basket = 0;
  std::map<std::uint64_t, EmbeddedBasket> numbered;  // embedded baskets by their number

  void read_io_features(object::ObjectReader& reader);
  void read_branches(object::ObjectReader& reader);
  void read_leaves(object::ObjectReader& reader);
  void read_baskets(object::ObjectReader& reader);
};

/// The maximum of a leaf, of any type.
std::int64_t whole_number(double maximum) noexcept;

/// The baskets up to the last that has a record of its own; embedded baskets between them have no location. Throws
/// Error(corrupt).
BasketIndex basket_index(const BranchFields& fields);

/// The fields of a TBranchClones. Threads: one thread.
struct ClonesFields {
  BranchParser* parser = nullptr;
  std::string name, title, element_class;
  std::vector<Branch> counting;  // one
  std::vector<Branch> branches;

  void read_counting(object::ObjectReader& reader);
  void read_branches(object::ObjectReader& reader);
};

/// Reads branches with their leaves, baskets and sub-branches from a tree's record. Threads: one thread.
class BranchParser {
 public:
  BranchParser();

  /// Read the branches of the TObjArray at the reader's position.
  std::vector<Branch> read_branches(object::ObjectReader& reader);
  std::vector<Leaf> read_leaves(object::ObjectReader& reader);
  void read_branch(object::ObjectReader& reader, const object::ObjectTag& tag, std::vector<Branch>& into);

  /// Replace the identities of counting leaves by their names, and set each branch's classes. Call it once at the end,
  /// since a leaf may be counted by a later one.
  void finish(object::ObjectReader& reader, std::vector<Branch>& branches, const ClassLayouts* classes);

 private:
  /// Read a TBranchClones as the branch of a collection, with the baskets of the branch that counts for it.
  Branch read_clones(object::ObjectReader& reader);
  Leaf read_leaf(object::ObjectReader& reader, const object::ObjectTag& tag);
  const std::string& leaf_name(object::ObjectReader& reader, object::ObjectIdentity identity);

  object::MemberPlans<BranchFields> branch_plans_;
  object::MemberPlans<ClonesFields> clones_plans_;
  object::MemberPlans<LeafFields> leaf_plans_;
  std::map<object::ObjectIdentity, std::string> leaf_names_;  // of those that count others
  std::vector<object::ObjectIdentity> counts_;                // of all leaves, in the order of reading
  std::size_t next_count_ = 0;
  BasketArrays spare_;  // memory that all branches reuse
};

}  // namespace ramet::inline v1::tree::internal
