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
  std::int32_t value_size = 0;  ///< fLenType; 0 for values that are not numbers
  bool is_range = false;
  bool is_unsigned = false;
};

/// The fields of a TBranchElement that describe its object or member (tree/tree/inc/TBranchElement.h), or of a
/// TBranchObject the class alone. Threads: a value.
struct ElementPlan {
  std::string class_name;           ///< fClassName: the class of the object, or of the member's object
  std::string parent_name = {};     ///< fParentName
  std::string clones_name = {};     ///< fClonesName: the class of a split collection's items
  std::uint32_t checksum = 0;       ///< fCheckSum
  std::int16_t version = 0;         ///< fClassVersion
  std::int32_t id = -1;             ///< fID: the number of the member; -1 for a whole object, -2 for a split one
  std::int32_t type = 0;            ///< fType: 4 split collection, 41 member of its items, -1 streams itself, ...
  std::int32_t streamer_type = -1;  ///< fStreamerType: a schema::type_code
  int split_level = 0;
  std::optional<ElementLeaf> leaf = std::nullopt;
  bool has_class_name = false;  ///< of a TBranchObject, which has that of the class before each object
};

/// One branch of a tree being written: its metadata, and the source of its values. Threads: immutable.
struct BranchPlan {
  std::string name;
  std::string title;                                  ///< leaf list: "x/F", "v[n]/F"; the name alone for class branches
  std::string leaf_class;                             ///< TLeafF, TLeafElement, ...; of a leaf list, see leaves
  std::optional<ElementPlan> element = std::nullopt;  ///< of a TBranchElement; none for plain leaves
  std::optional<std::size_t> parent = std::nullopt;   ///< the parent branch
  Packing packing = Packing::fixed;
  NumberCoding coding;
  std::vector<std::uint64_t> shape;     ///< fixed dimensions of each value
  std::vector<LeafLayout> leaves;       ///< leaf list
  std::vector<std::string> leaf_names;  ///< leaf list
  std::vector<std::vector<std::uint64_t>> leaf_shapes;
  std::size_t column = 0;                                        ///< the column of the schema with its values
  std::vector<std::uint32_t> path;                               ///< the path from the column to the values or lists
  std::vector<std::uint32_t> item_path;                          ///< the path from the lists' items to the values
  std::optional<std::size_t> counter;                            ///< the branch with the number of its values
  std::shared_ptr<const object::ColumnWriter> writer = nullptr;  ///< of Packing::streamed
  /// Bytes stored for each entry, or each item of its list, instead of values of the column: the members of TObject.
  std::vector<std::byte> constant = {};
  /// Whether baskets store offsets even for entries of one size. ROOT does so where it counts a collection's items, and
  /// Geant4 everywhere; readers expect offsets in all baskets of a branch or in none.
  bool always_offsets = false;
  bool is_counter = false;                   ///< its values are the lengths of the column's lists
  std::vector<std::size_t> counted_columns;  ///< of a counter: the columns whose lists must be of equal length
  std::optional<compression::Settings> compression = std::nullopt;  ///< if different from the tree's

  bool has_offsets() const noexcept {
    return always_offsets || (packing != Packing::fixed && packing != Packing::leaf_list);
  }
  std::uint64_t values_per_row() const noexcept;
  /// Bytes of one entry of a fixed packing.
  std::size_t row_size() const noexcept;
};

/// The checksum of a class without members, computed from its name (TClass::GetCheckSum).
std::uint32_t name_checksum(std::string_view class_name) noexcept;

/// The class of a leaf of Long_t or ULong_t.
inline constexpr std::string_view long_leaf_class = "TLeafG";

/// The class of a leaf of such numbers: TLeafF, TLeafD32, ...
std::string_view leaf_class_of(const NumberCoding& coding) noexcept;

/// The branches that store a schema's columns; counters come before the branches that they count. Throws Error(misuse),
/// naming the column, for types that cannot be stored and for names that are empty or occur twice.
std::vector<BranchPlan> plan_branches(const table::Schema& schema);

}  // namespace ramet::inline v1::tree
