#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ramet/array/type.hpp"
#include "ramet/compression/settings.hpp"
#include "ramet/schema/class_spec.hpp"

namespace ramet::inline v1::table {

/// How a tree stores lists and strings; ntuples have one way.
enum class ListForm : std::uint8_t {
  counted,          ///< x[nx]: a counter branch and an array; of strings: a C string (TLeafC)
  standard_vector,  ///< std::vector, std::string
};

/// A column of a table to be written: a branch of a tree, a top-level field of an ntuple. Threads: a value.
struct Column {
  std::string name;
  /// float64; string; 3 * 2 * float32; var * int16; var * 4 * float32; var * {pt: float32, q: int8} (in a tree the
  /// branches name_pt and name_q with one counter); {x: float32, n: int32} (in a tree a leaf list). In ntuples and as
  /// standard_vector also var * string, var * var * float32, ...
  array::Type type;
  ListForm form = ListForm::counted;  ///< of a tree's lists and strings
  /// The counter branch of a counted list: "n" + name by default. Columns that name the same one share it, and must
  /// have equally long lists.
  std::string counter = {};
  /// Store floating-point numbers with fewer bits, in the range and bits of ROOT's Double32_t and Float16_t:
  /// "[0,100,16]" (16 bits between 0 and 100) or "[0,0,12]" (a mantissa of 12 bits). "[]" is the packed type without a
  /// range.
  std::string packed_range = {};
  /// Store floating-point numbers of an ntuple as IEEE numbers of 16 bits. Not together with packed_range.
  bool half_precision = false;
  /// Of a tree's column with a type_name: how many levels of classes become branches of their own, as ROOT's split
  /// level; 0: the column is one branch of whole objects.
  int split_level = 99;
  /// The C++ type that is stored: "std::vector<Track>", "std::map<int,float>", "Track". Its values are of `type` (see
  /// object::array_type_of), and its classes are among those of the schema. Empty: as `type` and `form` say.
  std::string type_name = {};
  std::string description = {};  ///< of an ntuple's field
  /// How its baskets or pages are compressed; by default as the table's. A list's counter branch is compressed as the
  /// first column that it counts. Of a table that is continued all columns are compressed as the table.
  std::optional<compression::Settings> compression = std::nullopt;
};

/// A column of an ntuple without values of its own: it shows those of another one ("Projected field",
/// BinaryFormatSpecification.md). Threads: a value.
struct Projection {
  std::string name;
  /// A column, or the path of a member: "muons.pt" are the momenta of all muons, as a list.
  std::string source;
  bool sizes = false;  ///< show how many values each list of the source has, instead of the values
  std::string description = {};
};

/// A table to be written: a tree or an ntuple. Threads: a value.
struct Schema {
  std::string name;
  std::string title;
  std::vector<Column> columns;
  std::vector<schema::ClassSpec> classes = {};  ///< those of the columns' type names
  std::vector<Projection> projections = {};
};

/// The name of a counted list's counter branch. Threads: any.
std::string counter_of(const Column& column);

/// The range with which floating-point numbers are packed: the column's, "[]" for a type_name Double32_t or Float16_t
/// without one, and empty for numbers that are stored as they are. Threads: any.
std::string packed_range_of(const Column& column);

}  // namespace ramet::inline v1::table
