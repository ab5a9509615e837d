#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ramet/array/type.hpp"
#include "ramet/ntuple/metadata/schema.hpp"

namespace ramet::inline v1::ntuple {

/// A field at the top of an ntuple to write. Threads: a value.
struct FieldSpec {
  std::string name;
  array::Type type;
  std::string description = {};
  /// How its floating-point numbers are stored, if with fewer bits than they have: ColumnType::real16, split_real16,
  /// real32_trunc or real32_quant.
  std::optional<ColumnCoding> real = std::nullopt;
};

/// An ntuple to write. Threads: a value.
struct NTupleSpec {
  std::string name;
  std::string description;
  std::vector<FieldSpec> fields;
};

/// What of an array a column stores: its numbers or characters, where its lists end, or which alternative each value
/// is.
enum class ColumnPart : std::uint8_t { values, ends, dispatches };

/// Where a column finds its elements. Threads: a value.
struct ColumnSource {
  std::size_t field = 0;               ///< of NTupleSpec::fields
  std::vector<std::size_t> path = {};  ///< of Array::contents, from the top down
  ColumnPart part = ColumnPart::values;
};

/// How an ntuple is stored: its schema, and where each column's elements come from. Threads: immutable.
struct NTuplePlan {
  NTupleSpec spec;
  Schema schema;
  std::vector<ColumnSource> sources;  ///< one for each column of the schema
  std::vector<std::size_t> fields_with_variants;
};

/// Plan the columns of an ntuple with the types of the standard library (BinaryFormatSpecification.md, "Mapping of C++
/// Types to Fields and Columns"): strings, vectors, arrays, optionals, variants; records have no type name. Numbers of
/// more than a byte, and where lists end, are split if `is_compressed`. Throws Error(misuse) for names that are empty,
/// twice there or have characters that the format forbids, for types that it does not have (an optional or a variant
/// of records without a type name), and for a reduced precision that is none.
NTuplePlan plan_ntuple(NTupleSpec spec, bool is_compressed);

}  // namespace ramet::inline v1::ntuple
