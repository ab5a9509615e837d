#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ramet/array/type.hpp"
#include "ramet/compression/settings.hpp"
#include "ramet/schema/class_spec.hpp"

namespace ramet::inline v1::table {

/// How a tree stores lists and strings; ntuples have only one form.
enum class ListForm : std::uint8_t {
  counted,          ///< x[nx]: a counter branch and an array; of strings: a C string (TLeafC)
  standard_vector,  ///< std::vector, std::string
};

/// How a tree stores objects of a column with a type_name that is a class. Threads: a value.
enum class ObjectForm : std::uint8_t {
  named_members,  ///< if they are split, the branches of members are called after the object: "hit." and "hit.x"
  bare_members,   ///< ... after the members alone: "hit" and "x", as ROOT's of a branch without a dot behind its name
  with_class,     ///< not split: each comes behind the name of its class (TBranchObject)
};

/// A column of a table to be written: a branch of a tree, a top-level field of an ntuple. Threads: a value.
struct Column {
  std::string name;
  /// The type of its values: float64; string; 3 * 2 * float32; var * int16; var * 4 * float32; var * {pt: float32, q:
  /// int8} (in a tree the branches name_pt and name_q with one counter); {x: float32, n: int32} (in a tree a leaf
  /// list). In ntuples and as standard_vector also var * string, var * var * float32, ...
  array::Type type;
  ListForm form = ListForm::counted;  ///< how a tree stores lists and strings
  /// The counter branch of a counted list: "n" + name by default. Columns that name the same counter share it, and
  /// their lists must have equal lengths.
  std::string counter = {};
  /// The counter's type, which must be of whole numbers; the first column that it counts decides.
  array::NumberType counter_type = array::NumberType::int32;
  /// Store floating-point numbers with fewer bits, in the range and bits of ROOT's Double32_t and Float16_t:
  /// "[0,100,16]" (16 bits between 0 and 100) or "[0,0,12]" (a mantissa of 12 bits). "[]" is the packed type without a
  /// range.
  std::string packed_range = {};
  /// Store floating-point numbers of an ntuple as 16-bit IEEE numbers. Cannot be combined with packed_range.
  bool half_precision = false;
  /// A tree's leaves of int64 and uint64 are ROOT's Long_t and ULong_t (letters G and g), not Long64_t and ULong64_t.
  bool has_long_leaves = false;
  /// How many levels of classes become branches of their own in a tree's column with a type_name, like ROOT's split
  /// level. 0 means one branch of whole objects.
  int split_level = 99;
  ObjectForm object_form = ObjectForm::named_members;  ///< of a tree's column with a class in type_name
  /// The C++ type that is stored: "std::vector<Track>", "std::map<int,float>", "Track". `type` must match it (see
  /// object::array_type_of), and the schema must contain its classes. Empty: `type` and `form` decide.
  std::string type_name = {};
  std::string description = {};  ///< of an ntuple's field
  /// The compression of its baskets or pages; by default the table's. A counter branch is compressed like the first
  /// column that it counts. When a table is continued, all columns use the table's compression.
  std::optional<compression::Settings> compression = std::nullopt;
};

/// A column of an ntuple that has no values of its own and shows those of another one ("Projected field",
/// BinaryFormatSpecification.md). Threads: a value.
struct Projection {
  std::string name;
  /// A column, or the path of a member: "muons.pt" are the momenta of all muons, as a list.
  std::string source;
  bool sizes = false;  ///< show the number of values in each list of the source instead of the values
  std::string description = {};
};

/// The schema of a tree or ntuple to be written. Threads: a value.
struct Schema {
  std::string name;  ///< in the file: "Events", or "dir/Events" in a directory
  std::string title = {};
  std::vector<Column> columns;
  std::vector<schema::ClassSpec> classes = {};  ///< the classes in the columns' type names
  std::vector<Projection> projections = {};
};

/// The name of a counted list's counter branch. Threads: any.
std::string counter_of(const Column& column);

/// The range of packed floating-point numbers: the column's, "[]" for a type_name Double32_t or Float16_t without one,
/// and empty for numbers that are not packed. Threads: any.
std::string packed_range_of(const Column& column);

}  // namespace ramet::inline v1::table
