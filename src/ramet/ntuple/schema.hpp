#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ramet/core/strong_id.hpp"
#include "ramet/ntuple/column_type.hpp"
#include "ramet/ntuple/frame_cursor.hpp"

// A schema description is four lists, of fields, columns, alias columns and extra type information, in the header and
// again in the footer for what was added while writing (BinaryFormatSpecification.md, "Header Envelope"):
//   field    | version 4 | type version 4 | parent 4 | role 2 | flags 2 | name s | type s | alias s | description s |
//            | array size 8, if repetitive | source field 4, if projected | checksum 4, if it has one |
//   column   | type 2 | bits 2 | field 4 | flags 2 | representation 2 | first element 8, if deferred |
//            | minimum 8, maximum 8, if it has a range |
//   alias    | column 4 | field 4 |
//   extra    | content 4 | type version 4 | type s | content s |

namespace ramet::inline v1::ntuple {

using FieldNumber = StrongId<struct FieldNumberTag>;
using ColumnNumber = StrongId<struct ColumnNumberTag>;

/// The structural role of a field.
enum class FieldRole : std::uint16_t { leaf = 0, collection = 1, record = 2, variant = 3, streamer = 4 };

/// Flags of a field's description (BinaryFormatSpecification.md, "Field Description").
namespace field_flag {
inline constexpr std::uint16_t repetitive = 1;
inline constexpr std::uint16_t projected = 2;
inline constexpr std::uint16_t type_checksum = 4;
}  // namespace field_flag

/// Flags of a column's description (BinaryFormatSpecification.md, "Column Description").
namespace column_flag {
inline constexpr std::uint16_t deferred = 1;
inline constexpr std::uint16_t range = 2;
}  // namespace column_flag

/// One typed member of an ntuple, as stored. Threads: a value.
struct Field {
  FieldNumber number;
  FieldNumber parent;  ///< its own number for a top-level field
  std::uint32_t version = 0;
  std::uint32_t type_version = 0;
  FieldRole role = FieldRole::leaf;
  std::string name;
  std::string type_name;
  std::string type_alias;
  std::string description;
  std::optional<std::uint64_t> array_size;     ///< of a fixed-size array
  std::optional<FieldNumber> source;           ///< of a projected field, the field with the columns
  std::optional<std::uint32_t> type_checksum;  ///< of the class, as ROOT computes it
  std::vector<FieldNumber> fields;             ///< its children, in order
  /// The columns of each of its representations; a cluster uses one of them.
  std::vector<std::vector<ColumnNumber>> representations;

  bool is_top() const noexcept { return parent == number; }
};

/// A column, as stored. Threads: a value.
struct Column {
  FieldNumber field;
  ColumnCoding coding;
  std::uint16_t representation = 0;
  bool is_deferred = false;         ///< added later: elements before the stored ones are zero
  std::uint64_t first_element = 0;  ///< the first stored element of a deferred column that is not suppressed
  bool is_suppressed = false;       ///< deferred, and older clusters use another representation
};

/// Fields and columns of an ntuple. Threads: immutable.
struct Schema {
  std::vector<Field> fields;             ///< by number
  std::vector<Column> columns;           ///< by number
  std::vector<FieldNumber> top;          ///< the top-level fields
  std::vector<std::string> extra_types;  ///< streamed lists of streamer infos, for streamer fields

  const Field& field(FieldNumber number) const { return fields.at(number.number); }
  const Column& column(ColumnNumber number) const { return columns.at(number.number); }
};

/// Builds a schema from descriptions, the header's and then the footer's. Threads: one thread.
class SchemaBuilder {
 public:
  /// Read a description's four lists. Throws Error(corrupt).
  void add(FrameCursor& cursor);

  /// Returns the schema. Throws Error(corrupt) when fields and columns do not match.
  Schema finish();

 private:
  struct Alias {
    ColumnNumber column;
    FieldNumber field;
  };

  void add_field(FrameCursor record);
  void add_column(FrameCursor record);
  void attach(FieldNumber field, ColumnNumber column);
  void check_depths() const;

  Schema schema_;
  std::vector<Alias> aliases_;
};

}  // namespace ramet::inline v1::ntuple
