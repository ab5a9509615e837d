#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ramet/array/type.hpp"
#include "ramet/schema/classes/class_spec.hpp"
#include "ramet/tree/decode/number_coding.hpp"
#include "ramet/tree/layout/column_layout.hpp"

namespace ramet::inline v1::tree {

/// How lists and strings are stored.
enum class ListForm : std::uint8_t {
  counted,          ///< x[nx]: a counter branch and an array; of strings: a C string (TLeafC)
  standard_vector,  ///< std::vector, std::string
};

/// A column to be written, as its user sees it. Threads: a value.
struct ColumnSpec {
  std::string name;
  /// float64; string; 3 * 2 * float32; var * int16; var * 4 * float32; var * {pt: float32, q: int8} (branches
  /// name_pt and name_q with one counter); {x: float32, n: int32} (a leaf list); as standard_vector also
  /// var * string, var * var * float32, ...
  array::Type type;
  ListForm form = ListForm::counted;  ///< of lists and strings
  /// The counter branch of a counted list: "n" + name by default. Columns that name the same one share it, and must
  /// have equally long lists.
  std::string counter = {};
  /// Store float64 as Double32_t or float32 as Float16_t with this range, as "[0,100,16]" or "[0,0,12]"; "[]" is the
  /// packed type without a range.
  std::string packed_range = {};
  /// The C++ type that is stored: "std::vector<Track>", "std::map<int,float>", "Track". Its values are of `type` (see
  /// object::array_type_of), and its classes are among those of the schema. Empty: the form above.
  std::string type_name = {};
};

/// A column that shows values of another one, without any of its own; of ntuples only. Threads: a value.
struct ProjectionSpec {
  std::string name;
  /// A column, or the path of a member: "muons.pt" are the momenta of all muons, as a list.
  std::string source;
  /// Show how many values each list of the source has, instead of the values.
  bool sizes = false;
};

/// A tree to be written. Threads: a value.
struct TreeSchema {
  std::string name;
  std::string title;
  std::vector<ColumnSpec> columns;
  std::vector<schema::ClassSpec> classes = {};  ///< those of the columns' type names
  std::vector<ProjectionSpec> projections = {};
};

/// One branch of a tree being written: what its metadata says, and where its values come from. Threads: immutable.
struct BranchPlan {
  std::string name;
  std::string title;          ///< leaf list: "x/F", "v[n]/F"; the name alone for class branches
  std::string leaf_class;     ///< TLeafF, TLeafElement, ...; of a leaf list, see leaves
  std::string element_class;  ///< "vector<float>", "string"; empty for plain leaves
  Packing packing = Packing::fixed;
  NumberCoding coding;
  std::vector<std::uint64_t> shape;     ///< fixed dimensions of each value
  std::vector<LeafLayout> leaves;       ///< leaf list
  std::vector<std::string> leaf_names;  ///< leaf list
  std::vector<std::vector<std::uint64_t>> leaf_shapes;
  std::size_t column = 0;                    ///< its values: of this column of the schema
  std::optional<std::size_t> member;         ///< ... and this member of its records
  std::optional<std::size_t> counter;        ///< the branch that counts its values
  bool is_counter = false;                   ///< it holds the lengths of the column's lists
  std::vector<std::size_t> counted_columns;  ///< of a counter: the columns whose lists must be of equal length

  bool has_offsets() const noexcept { return packing != Packing::fixed && packing != Packing::leaf_list; }
  std::uint64_t values_per_row() const noexcept;
  /// Bytes of one entry, of a fixed packing.
  std::size_t row_size() const noexcept;
};

/// The class of a leaf of such numbers: TLeafF, TLeafD32, ...
std::string_view leaf_class_of(const NumberCoding& coding) noexcept;

/// The branches that store a schema's columns, counters before what they count. Throws Error(misuse), naming the
/// column, for types that cannot be stored and for names that are empty or taken twice.
std::vector<BranchPlan> plan_branches(const TreeSchema& schema);

}  // namespace ramet::inline v1::tree
