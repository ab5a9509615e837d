#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ramet/compression/settings.hpp"
#include "ramet/object/detail/column_writer.hpp"
#include "ramet/table/schema.hpp"
#include "ramet/tree/column_layout.hpp"
#include "ramet/tree/number_coding.hpp"

namespace ramet::inline v1::tree {

/// The leaf of a TBranchElement. Threads: a value.
struct ElementLeaf {
  std::string name;
  std::string title;
  std::int32_t length = 1;      ///< fLen
  std::int32_t value_size = 0;  ///< fLenType; 0 of what is no number
  bool is_range = false;
  bool is_unsigned = false;
};

/// What a TBranchElement says of the object or member that it stores (tree/tree/inc/TBranchElement.h). Threads: a
/// value.
struct ElementPlan {
  std::string class_name;        ///< fClassName: of the object, or that the member belongs to
  std::string parent_name = {};  ///< fParentName
  std::string clones_name = {};  ///< fClonesName: the class of a split collection's items
  std::uint32_t checksum = 0;    ///< fCheckSum
  std::int16_t version = 0;      ///< fClassVersion
  std::int32_t id = -1;          ///< fID: which member; -1 of a whole object, -2 of one that is split
  std::int32_t type = 0;         ///< fType: 1 base, 2 object, 4 collection that is split, 41 member of its items, ...
  std::int32_t streamer_type = -1;  ///< fStreamerType: a schema::type_code
  int split_level = 0;
  std::optional<ElementLeaf> leaf = std::nullopt;
};

/// One branch of a tree being written: what its metadata says, and where its values come from. Threads: immutable.
struct BranchPlan {
  std::string name;
  std::string title;                                  ///< leaf list: "x/F", "v[n]/F"; the name alone for class branches
  std::string leaf_class;                             ///< TLeafF, TLeafElement, ...; of a leaf list, see leaves
  std::optional<ElementPlan> element = std::nullopt;  ///< of a TBranchElement; none for plain leaves
  std::optional<std::size_t> parent = std::nullopt;   ///< the branch that it is a sub-branch of
  Packing packing = Packing::fixed;
  NumberCoding coding;
  std::vector<std::uint64_t> shape;     ///< fixed dimensions of each value
  std::vector<LeafLayout> leaves;       ///< leaf list
  std::vector<std::string> leaf_names;  ///< leaf list
  std::vector<std::vector<std::uint64_t>> leaf_shapes;
  std::size_t column = 0;                ///< its values: of this column of the schema
  std::vector<std::uint32_t> path;       ///< ... from there on, which content of which content: the values or lists
  std::vector<std::uint32_t> item_path;  ///< of what is counted: from the lists' items to the values
  std::optional<std::size_t> counter;    ///< the branch that counts its values
  std::shared_ptr<const object::ColumnWriter> writer = nullptr;  ///< of Packing::streamed
  /// What each entry has, or each item of its list, whatever the column says: what is stored of a TObject itself.
  std::vector<std::byte> constant = {};
  /// Baskets have offsets of entries that are all of one size, too. ROOT has them where it counts a collection's items,
  /// Geant4 everywhere, and readers look for them in all baskets of a branch or in none.
  bool always_offsets = false;
  bool is_counter = false;                   ///< it holds the lengths of the column's lists
  std::vector<std::size_t> counted_columns;  ///< of a counter: the columns whose lists must be of equal length
  std::optional<compression::Settings> compression = std::nullopt;  ///< if not that of the tree

  bool has_offsets() const noexcept {
    return always_offsets || (packing != Packing::fixed && packing != Packing::leaf_list);
  }
  std::uint64_t values_per_row() const noexcept;
  /// Bytes of one entry, of a fixed packing.
  std::size_t row_size() const noexcept;
};

/// What ROOT takes as the checksum of a class without members (TClass::GetCheckSum): its name.
std::uint32_t name_checksum(std::string_view class_name) noexcept;

/// The class of a leaf of such numbers: TLeafF, TLeafD32, ...
std::string_view leaf_class_of(const NumberCoding& coding) noexcept;

/// The branches that store a schema's columns, counters before what they count. Throws Error(misuse), naming the
/// column, for types that cannot be stored and for names that are empty or taken twice.
std::vector<BranchPlan> plan_branches(const table::Schema& schema);

}  // namespace ramet::inline v1::tree
