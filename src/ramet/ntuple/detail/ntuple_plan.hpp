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

/// What of an array a column stores: its numbers or characters, where its lists end, or which alternative each value
/// is.
enum class ColumnPart : std::uint8_t { values, ends, dispatches };

/// Where a column finds its elements. Threads: a value.
struct ColumnSource {
  std::size_t field = 0;               ///< of the table's columns
  std::vector<std::size_t> path = {};  ///< of Array::contents, from the top down
  ColumnPart part = ColumnPart::values;
  /// Elements that an entry has here if it holds nothing but zeros and empty collections: those that readers make up
  /// for entries of before the column was added.
  std::uint64_t per_empty_entry = 1;
};

/// A column shown by a projected field. Threads: a value.
struct AliasColumn {
  ColumnNumber column;
  FieldNumber field;
};

/// How many there are of what a schema consists of. Threads: a value.
struct SchemaExtent {
  std::size_t fields = 0;
  std::size_t columns = 0;
  std::size_t aliases = 0;
};

/// How an ntuple is stored: its schema, and where each column's elements come from. Threads: immutable.
struct NTuplePlan {
  table::Schema table;                ///< what was asked for; of a continued ntuple names, types and sources
  Schema schema;                      ///< with `representations` of projected fields as of their sources
  std::vector<ColumnSource> sources;  ///< one for each column of the schema
  std::vector<AliasColumn> aliases;
  std::vector<std::size_t> fields_with_variants;
  SchemaExtent header;  ///< what the header says of the schema; the footer says what was added later. Of an ntuple that
                        ///< is continued, what its header and footer say
  bool is_compressed = true;  ///< the columns that do not say it
  std::shared_ptr<const FieldClasses> classes;

  /// How a column's pages are compressed where those of other columns are as `usual`.
  compression::Settings compression_of(ColumnNumber column, compression::Settings usual) const {
    return table.columns[sources.at(column.number).field].compression.value_or(usual);
  }
};

/// Plan the columns of an ntuple (BinaryFormatSpecification.md, "Mapping of C++ Types to Fields and Columns"). A field
/// with a type name is stored as that type; others as those of the standard library that they can be: strings, vectors,
/// arrays, optionals, variants, and records without a type name. Numbers of
/// more than a byte, and where lists end, are split if they are compressed. Throws Error(misuse) for names that are
/// empty, twice there or have characters that the format forbids, for types that it does not have (an optional or a
/// variant of records without a type name), for a reduced precision that is none, and for projections of what is not
/// there or cannot be shown.
NTuplePlan plan_ntuple(table::Schema table, bool is_compressed);

/// The plan with more fields and projections behind those that it has; the header stays as it is. Throws as
/// plan_ntuple, and for columns that have no zero, which entries of before would have.
NTuplePlan extend_plan(const NTuplePlan& plan, std::vector<table::Column> columns,
                       std::vector<table::Projection> projections);

}  // namespace ramet::inline v1::ntuple
