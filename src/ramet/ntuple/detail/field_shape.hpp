#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ramet/array/type.hpp"
#include "ramet/ntuple/schema.hpp"
#include "ramet/schema/class_spec.hpp"
#include "ramet/schema/streamer_info.hpp"

namespace ramet::inline v1::ntuple {

/// The columns of a field.
enum class FieldColumns : std::uint8_t { none, numbers, string, ends, dispatches };

/// A field to be added, with all fields below it, and the source of its values. Threads: a value.
struct FieldShape {
  std::string name;
  std::string type_name;
  std::string type_alias = {};
  FieldRole role = FieldRole::leaf;
  std::optional<std::uint64_t> array_size = {};
  std::uint32_t type_version = 0;
  std::optional<std::uint32_t> type_checksum = {};

  FieldColumns columns = FieldColumns::none;
  array::NumberType number = array::NumberType::float64;  ///< of FieldColumns::numbers
  bool is_character = false;                              ///< a `char`, which is unsigned in this format
  bool is_double32 = false;                               ///< a Double32_t

  /// The content of the parent's array with the values; nothing when the field uses the parent's array itself.
  std::optional<std::size_t> content = {};
  /// Its columns store the content of its array (a bitset).
  bool has_content_columns = false;
  std::vector<FieldShape> below = {};
};

/// The classes of type names, with ROOT's checksums. Threads: immutable.
struct FieldClasses {
  std::vector<schema::ClassSpec> specs;
  std::vector<schema::StreamerInfo> infos;
};

/// Throws Error(misuse) as schema::streamer_infos_of.
FieldClasses field_classes_of(std::vector<schema::ClassSpec> specs);

/// The shape for values of a type, with type names of the standard library. Records, and containers of records, have no
/// type name. Throws Error(misuse) for an option or a variant without a type name.
FieldShape shape_of(std::string name, const array::Type& type);

/// The shape for values of a C++ type. Throws Error(misuse) when `type` does not match it, or when the format lacks
/// such fields.
FieldShape shape_of(std::string name, const array::Type& type, std::string_view type_name, const FieldClasses& classes);

/// A type's name as the format requires it ("Type Name Normalization"): "std::vector<std::int32_t>". Sequences that the
/// format lacks, such as std::list, become std::vector.
std::string normalized_name(const schema::TypeName& type);

}  // namespace ramet::inline v1::ntuple
