#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ramet::inline v1::tree {

/// A name for a formula (TTree::SetAlias). Threads: a value.
struct Alias {
  std::string name;
  std::string formula;
};

/// Another tree whose entries are joined to those of this one (TFriendElement). Threads: a value.
struct FriendElement {
  std::string name;       ///< the prefix of its columns
  std::string tree_name;  ///< in its file
  std::string file_name;  ///< as stored; empty for the same file
};

/// A TTreeIndex, which finds the entry with a pair of numbers; sorted by major, then minor. Threads: a value.
struct StoredIndex {
  std::string major_name;  ///< a column or formula
  std::string minor_name;
  std::vector<std::int64_t> major;
  std::vector<std::int64_t> minor;
  std::vector<std::int64_t> entry;
};

/// A summary of an object in TTree::GetUserInfo. Threads: a value.
struct UserObject {
  std::string class_name;
  std::string name;                  ///< of a TNamed or TParameter
  std::string text;                  ///< the title of a TNamed, the characters of a TObjString
  std::optional<double> value = {};  ///< of a TParameter of numbers
};

/// What a tree has besides its branches. Threads: a value.
struct Companions {
  std::vector<Alias> aliases;
  std::vector<FriendElement> friends;
  std::shared_ptr<const StoredIndex> index;  ///< null when there is none
  std::vector<UserObject> user_info;
};

}  // namespace ramet::inline v1::tree
