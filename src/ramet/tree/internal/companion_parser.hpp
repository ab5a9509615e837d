#pragma once

#include "ramet/object/detail/member_plan.hpp"
#include "ramet/tree/companions.hpp"

namespace ramet::inline v1::tree {

/// Reads what a tree's record has beside branches, member by member (TTree.cxx; TTreeIndex.cxx, Streamer). Objects of
/// classes that are not known are left out. Each function throws Error(corrupt). Threads: one thread.
class CompanionParser {
 public:
  CompanionParser();

  /// The reader stands at the pointer to each of these.
  void read_aliases(object::ObjectReader& reader);
  void read_friends(object::ObjectReader& reader);
  void read_index(object::ObjectReader& reader);
  void read_user_info(object::ObjectReader& reader);

  Companions take() { return std::move(companions_); }

 private:
  /// Members that the classes of these objects have, or some of them. Threads: a value.
  struct Fields {
    std::string name, title, text, tree_name;
    double value = 0;
  };

  /// The objects of a list whose classes are known.
  void read_list(object::ObjectReader& reader, FunctionRef<void(std::string_view class_name, Fields&)> visit);

  object::MemberPlans<Fields> plans_;
  Companions companions_;
};

}  // namespace ramet::inline v1::tree
