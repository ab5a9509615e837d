#pragma once

#include "ramet/object/detail/member_plans.hpp"
#include "ramet/tree/companions.hpp"

namespace ramet::inline v1::tree {

/// Reads what a tree's record has besides branches, member by member (TTree.cxx; TTreeIndex.cxx, Streamer). Objects of
/// unknown classes are left out. Each function throws Error(corrupt). Threads: one thread.
class CompanionParser {
 public:
  CompanionParser();

  /// Each function expects the reader at the pointer to its object.
  void read_aliases(object::ObjectReader& reader);
  void read_friends(object::ObjectReader& reader);
  void read_index(object::ObjectReader& reader);
  void read_user_info(object::ObjectReader& reader);

  Companions take() { return std::move(companions_); }

 private:
  /// Members of the classes of these objects; each class has some of them. Threads: a value.
  struct Fields {
    std::string name, title, text, tree_name;
    double value = 0;
  };

  /// Visit the objects of a list whose classes are known.
  void read_list(object::ObjectReader& reader, FunctionRef<void(std::string_view class_name, Fields&)> visit);

  object::MemberPlans<Fields> plans_;
  Companions companions_;
};

}  // namespace ramet::inline v1::tree
