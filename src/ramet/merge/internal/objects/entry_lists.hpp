#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "ramet/bytes/buffer.hpp"
#include "ramet/file/file_reader.hpp"
#include "ramet/merge/internal/differences.hpp"
#include "ramet/merge/internal/inputs.hpp"
#include "ramet/merge/internal/planner.hpp"
#include "ramet/object/object_reader.hpp"

// A TEntryList has the numbers of some entries of a tree, in blocks of 64,000:
//
//   | TNamed | lists of the files of a chain, or null | number of blocks | blocks | ... | tree | file | reapply |
//   block:   | TObject | entries in it | size | numbers 2 ... , or bits in groups of 16 | 0 bits, 1 numbers | passing |

namespace ramet::inline v1::merge::internal {

/// The list of entries of a tree in a file. Threads: a value.
struct EntryList {
  std::string name;
  std::string title;
  std::string tree;
  std::string file;
  bool reapplies = false;              ///< whether TTree::Draw asks the condition again that made it
  std::vector<std::uint64_t> entries;  ///< ascending
};

/// The lists in a record of class TEntryList: itself, or those of the files of a chain. Throws Error(corrupt),
/// Error(unsupported).
std::vector<EntryList> read_entry_lists(const file::Record& record, object::Layouts layouts);

/// The payload of a TEntryList. Threads: any.
bytes::Buffer payload_of(const EntryList& list, std::size_t key_length);

/// Give entry lists of trees that are merged the numbers that these entries have in the output: of such an object
/// `entry_list` is set, and Way::append planned. A list belongs to the tree of its name in the input that it names, or
/// else in the input that has it. Lists of other trees and files stay as they are. Notes which lists cannot be joined
/// though their trees are. Throws BadInput.
void join_entry_lists(const Inputs& inputs, Catalogue& catalogue, const Decisions& decisions,
                      const MergeOptions& options, Differences& differences);

}  // namespace ramet::inline v1::merge::internal
