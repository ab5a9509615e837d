#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ramet/schema/type_name.hpp"

namespace ramet::inline v1::schema {

/// A member of a class that a user describes. Threads: a value.
struct ClassMember {
  std::string name;
  /// The C++ type: "float", "std::int32_t", "std::vector<Track>", "float[6]", "Double32_t"; for an enumeration "enum
  /// Color", which is stored as an int.
  std::string type_name;
  std::string comment = {};  ///< may have the range of a Double32_t or Float16_t: "[0,100,16]"

  bool operator==(const ClassMember&) const = default;
};

/// The base that needs no description.
inline constexpr std::string_view tobject_name = "TObject";

/// The version of a class without ClassDef, as ROOT counts it.
inline constexpr std::int32_t version_without_definition = -1;

/// A class that a user describes, so that its objects can be written. Threads: a value.
struct ClassSpec {
  std::string name;
  /// As in ClassDef. A class without ClassDef has 1, or -1: ntuples store -1 as ROOT does, all else 1.
  std::int32_t version = 1;
  /// Described classes; in trees and objects also "TObject", which has no members and is written as of an object that
  /// nothing refers to.
  std::vector<std::string> bases = {};
  std::vector<ClassMember> members = {};

  bool operator==(const ClassSpec&) const = default;
};

/// The class with this name; null if there is none.
const ClassSpec* find_class(std::span<const ClassSpec> classes, std::string_view name) noexcept;

/// A member's type, split into dimensions ("[2][3]", and those of a std::array) and the type of the items. Threads: a
/// value.
struct MemberType {
  TypeName type;
  std::vector<std::int32_t> dimensions = {};
  bool is_enum = false;
  /// The declared type without C array dimensions, used for checksums: "array<float,2>" of "std::array<float,2>[3]" ...
  std::string declared = {};
  std::size_t declared_dimensions = 0;  ///< ... and the first of the dimensions
};

/// Parse a member's type. Throws Error(misuse) for a text that is not a type.
MemberType parse_member_type(std::string_view text);

}  // namespace ramet::inline v1::schema
