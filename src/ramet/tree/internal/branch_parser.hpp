#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "ramet/object/member_plan.hpp"
#include "ramet/tree/tree.hpp"

namespace ramet::inline v1::tree::internal {

class BranchParser;

/// Members of a TLeaf. Threads: one thread.
struct LeafFields {
  Leaf leaf;
  std::string name, title;
  std::int32_t length = 1, value_size = 0, element_type = 0;
  bool is_range = false, is_unsigned = false, is_virtual = false;
  object::ObjectIdentity count;
  double maximum = 0;
};

/// Members of a TBranch and of the classes made from it. Threads: one thread.
struct BranchFields {
  BranchParser* parser = nullptr;
  Branch branch;
  std::string name, title, file_name, element_class;
  std::int32_t basket_size = 0, entry_offset_length = 0, write_basket = 0, element_class_version = 0, element_id = -1,
               element_kind = 0, streamer_type = -1;
  std::uint32_t element_checksum = 0;
  std::int64_t entries = 0, total_bytes = 0, zip_bytes = 0;
  std::vector<std::int32_t> basket_bytes;
  std::vector<std::int64_t> basket_entry, basket_seek;
  std::map<std::uint64_t, EmbeddedBasket> embedded;  // by basket number

  void read_io_features(object::ObjectReader& reader);
  void read_branches(object::ObjectReader& reader);
  void read_leaves(object::ObjectReader& reader);
  void read_baskets(object::ObjectReader& reader);
};

/// Reads branches with their leaves, baskets and sub-branches out of a tree's record. Threads: one thread.
class BranchParser {
 public:
  BranchParser();

  /// The branches of a TObjArray that the reader stands at.
  std::vector<Branch> read_branches(object::ObjectReader& reader);
  std::vector<Leaf> read_leaves(object::ObjectReader& reader);

  /// Replace the identities of counting leaves by their names, and tell each branch its classes. Called once at the
  /// end, since a leaf may be counted by one that comes later.
  void finish(object::ObjectReader& reader, std::vector<Branch>& branches, const ClassLayouts* classes);

 private:
  Branch read_branch(object::ObjectReader& reader, const object::ObjectTag& tag);
  Leaf read_leaf(object::ObjectReader& reader, const object::ObjectTag& tag);
  const std::string& leaf_name(object::ObjectReader& reader, object::ObjectIdentity identity);

  object::MemberPlans<BranchFields> branch_plans_;
  object::MemberPlans<LeafFields> leaf_plans_;
  std::map<object::ObjectIdentity, std::string> leaf_names_;
  std::vector<object::ObjectIdentity> counts_;  // of all leaves, in the order of reading
  std::size_t next_count_ = 0;
};

}  // namespace ramet::inline v1::tree::internal
