#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ramet/file/file_reader.hpp"
#include "ramet/object/object_reader.hpp"

// A TEntryList stores selected entries in blocks of 64,000 (TEntryListBlock.cxx): as one bit each, or as a list of the
// selected or of the other entries. A TEventList is a sorted list of numbers.

namespace ramet::inline v1::tree {

/// Selected entries of one tree. Threads: a value.
struct EntryList {
  std::string name;
  std::string tree_name;               ///< of a TEntryList
  std::string file_name;               ///< of a TEntryList: the file of the tree
  std::vector<std::uint64_t> entries;  ///< in increasing order
  std::vector<EntryList> lists;  ///< of a TEntryList for a chain: one for each tree, with entry numbers of that tree
};

/// Whether a key's class is one that read_entry_list reads: TEntryList, TEventList.
bool is_entry_list_class(std::string_view class_name) noexcept;

/// Read the record of an entry list; `class_name` is its key's. Throws Error(corrupt), Error(misuse) for other classes.
EntryList read_entry_list(const file::Record& record, std::string_view class_name, const object::Layouts& layouts);

}  // namespace ramet::inline v1::tree
