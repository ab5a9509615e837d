#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "ramet/file/file_reader.hpp"
#include "ramet/tree/tree.hpp"

namespace ramet::inline v1::tree {

namespace internal {
struct BranchFields;
}

/// Parses records that are like a first one: the bytes are the same but for numbers of entries, bytes and baskets, the
/// places of baskets, and maxima. Many files of one program have such trees. Only these numbers are read, which is many
/// times as fast as parsing. Threads: one thread.
class TreeMold {
 public:
  /// A number in a record. Threads: a value.
  struct Place {
    std::uint32_t offset = 0;
    std::int32_t type = -1;  ///< one of schema::type_code; -1: there is none
  };
  /// The numbers of a leaf. Threads: a value.
  struct LeafPlaces {
    Place length;  ///< of strings: that of the longest
    Place maximum;
  };
  /// The numbers of a branch. Threads: a value.
  struct BranchPlaces {
    Place entries, total_bytes, zip_bytes, basket_size, offset_length, baskets, maximum;
    Place sizes, first_entries, seeks;  ///< arrays, of as many numbers as `room`
    std::uint32_t room = 0;
    std::vector<LeafPlaces> leaves;
  };
  /// Where the numbers of a record are. Threads: a value.
  struct Places {
    Place entries, total_bytes, zip_bytes, auto_flush;
    std::vector<BranchPlaces> branches;                         ///< as all_branches has them
    std::vector<std::pair<std::uint32_t, std::uint32_t>> free;  ///< begin and end of what may differ, in order
    bool is_usual = true;                                       ///< nothing was found that needs a parser
  };

  /// The mold of a record, of a file with these classes. Null if the tree has what only a parser finds, as baskets in
  /// its record, or is none.
  static std::unique_ptr<TreeMold> make(file::Record record, std::string_view class_name,
                                        const std::shared_ptr<const ClassLayouts>& classes);
  ~TreeMold();
  TreeMold(const TreeMold&) = delete;
  TreeMold& operator=(const TreeMold&) = delete;

  /// The tree of another record, of a file with the same classes, as TreeReader has it; good until the next call. Null
  /// if the record is not like the first one, or a number in it is none that a tree can have.
  const Tree* tree_of(const file::Record& record);

 private:
  TreeMold(file::Record record, Tree tree, Places places);

  bool is_alike(const file::Record& record) const noexcept;
  void read(const std::byte* record);
  void read(const std::byte* record, const BranchPlaces& from, Branch& to);

  file::Record first_;
  Tree tree_;
  Places places_;
  std::vector<Branch*> branches_;
  std::unique_ptr<internal::BranchFields> fields_;  // memory that all branches reuse
};

}  // namespace ramet::inline v1::tree
