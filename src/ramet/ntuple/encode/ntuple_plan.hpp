#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "ramet/array/type.hpp"
#include "ramet/ntuple/metadata/schema.hpp"
#include "ramet/schema/classes/class_spec.hpp"

namespace ramet::inline v1::ntuple {

/// A field at the top of an ntuple to write. Threads: a value.
struct FieldSpec {
  std::string name;
  array::Type type;
  std::string description = {};
  /// How its floating-point numbers are stored, if with fewer bits than they have: ColumnType::real16, split_real16,
  /// real32_trunc or real32_quant.
  std::optional<ColumnCoding> real = std::nullopt;
  /// The C++ type that is stored: "std::map<int,float>", "Track", "std::vector<Track>", whose values in memory are of
  /// `type` (object::array_type_of) and whose classes are those of the ntuple. Empty: as the standard library has it.
  std::string type_name = {};
};

/// What a projected field shows of its source.
enum class ProjectionKind : std::uint8_t {
  values,  ///< the same values
  sizes,   ///< how many values each of its collections has
};

/// A field at the top without columns of its own: it shows those of another one ("Projected field",
/// BinaryFormatSpecification.md). Threads: a value.
struct ProjectionSpec {
  std::string name;
  /// The path of its source (find_field). Of a field below others, collections stay and records do not: "muons.pt" is
  /// a list of numbers.
  std::string source;
  ProjectionKind kind = ProjectionKind::values;
  std::string description = {};
};

/// An ntuple to write. Threads: a value.
struct NTupleSpec {
  std::string name;
  std::string description;
  std::vector<FieldSpec> fields;
  std::vector<ProjectionSpec> projections = {};
  std::vector<schema::ClassSpec> classes = {};  ///< those of the fields' type names
};

struct FieldClasses;

/// What of an array a column stores: its numbers or characters, where its lists end, or which alternative each value
/// is.
enum class ColumnPart : std::uint8_t { values, ends, dispatches };

/// Where a column finds its elements. Threads: a value.
struct ColumnSource {
  std::size_t field = 0;               ///< of NTupleSpec::fields
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
  NTupleSpec spec;
  Schema schema;                      ///< with `representations` of projected fields as of their sources
  std::vector<ColumnSource> sources;  ///< one for each column of the schema
  std::vector<AliasColumn> aliases;
  std::vector<std::size_t> fields_with_variants;
  SchemaExtent header;  ///< what the header says of the schema; the footer says what was added later. Of an ntuple that
                        ///< is continued, what its header and footer say
  bool is_compressed = true;
  std::shared_ptr<const FieldClasses> classes;
};

/// Plan the columns of an ntuple (BinaryFormatSpecification.md, "Mapping of C++ Types to Fields and Columns"). A field
/// with a type name is stored as that type; others as those of the standard library that they can be: strings, vectors,
/// arrays, optionals, variants, and records without a type name. Numbers of
/// more than a byte, and where lists end, are split if `is_compressed`. Throws Error(misuse) for names that are empty,
/// twice there or have characters that the format forbids, for types that it does not have (an optional or a variant
/// of records without a type name), for a reduced precision that is none, and for projections of what is not there or
/// cannot be shown.
NTuplePlan plan_ntuple(NTupleSpec spec, bool is_compressed);

/// The plan with more fields and projections behind those that it has; the header stays as it is. Throws as
/// plan_ntuple, and for columns that have no zero, which entries of before would have.
NTuplePlan extend_plan(const NTuplePlan& plan, std::vector<FieldSpec> fields, std::vector<ProjectionSpec> projections);

}  // namespace ramet::inline v1::ntuple
