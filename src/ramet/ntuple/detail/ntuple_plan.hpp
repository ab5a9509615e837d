#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "ramet/ntuple/schema.hpp"
#include "ramet/table/schema.hpp"

namespace ramet::inline v1::ntuple {

struct FieldClasses;

/// The part of an array that a column stores: its numbers or characters, the ends of its lists, or the alternatives of
/// its values.
enum class ColumnPart : std::uint8_t { values, ends, dispatches };

/// The source of a column's elements. Threads: a value.
struct ColumnSource {
  std::size_t field = 0;               ///< the number of the table's column
  std::vector<std::size_t> path = {};  ///< indices into Array::contents, from the top down
  ColumnPart part = ColumnPart::values;
  /// The number of elements in an entry of zeros and empty collections. Readers assume as many zeros for entries older
  /// than the column.
  std::uint64_t per_empty_entry = 1;
};

/// A column shown by a projected field. Threads: a value.
struct AliasColumn {
  ColumnNumber column;
  FieldNumber field;
};

/// The numbers of fields, columns, aliases and extra types in a schema. Threads: a value.
struct SchemaExtent {
  std::size_t fields = 0;
  std::size_t columns = 0;
  std::size_t aliases = 0;
};

/// How an ntuple is stored: its schema, and where each column's elements come from. Threads: immutable.
struct NTuplePlan {
  table::Schema table;                ///< the requested table; of a continued ntuple, names, types and sources
  Schema schema;                      ///< projected fields have the `representations` of their sources
  std::vector<ColumnSource> sources;  ///< one for each column of the schema
  std::vector<AliasColumn> aliases;
  std::vector<std::size_t> fields_with_variants;
  SchemaExtent header;  ///< the part of the schema in the header; additions are in the footer. Of a continued ntuple,
                        ///< the part in its header and footer
  bool is_compressed = true;  ///< columns without a setting of their own
  std::shared_ptr<const FieldClasses> classes;

  /// The compression of a column's pages; `usual` if the column has no setting of its own.
  compression::Settings compression_of(ColumnNumber column, compression::Settings usual) const {
    return table.columns[sources.at(column.number).field].compression.value_or(usual);
  }
};

/// Plan the columns of an ntuple (BinaryFormatSpecification.md, "Mapping of C++ Types to Fields and Columns"). A field
/// with a type name is stored as that type; others as standard library types: strings, vectors, arrays, optionals,
/// variants, and records without a type name. Numbers of more than a byte, and the ends of lists, use split encoding if
/// they are compressed. Throws Error(misuse) for names that are empty, occur twice or have forbidden characters, for
/// types that the format lacks (an optional or a variant of records without a type name), for an impossible reduced
/// precision, and for projections whose source does not exist or cannot be projected.
NTuplePlan plan_ntuple(table::Schema table, bool is_compressed);

/// The plan with fields and projections added at its end; the header's part stays unchanged. Throws as plan_ntuple, and
/// for columns that cannot represent zero, the value in older entries.
NTuplePlan extend_plan(const NTuplePlan& plan, std::vector<table::Column> columns,
                       std::vector<table::Projection> projections);

}  // namespace ramet::inline v1::ntuple
