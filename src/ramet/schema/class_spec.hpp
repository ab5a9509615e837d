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
  /// As C++ has it: "float", "std::int32_t", "std::vector<Track>", "float[6]", "Double32_t"; of an enumeration
  /// "enum Color", which is stored as an int.
  std::string type_name;
  std::string comment = {};  ///< carries the range of a Double32_t or Float16_t: "[0,100,16]"

  bool operator==(const ClassMember&) const = default;
};

/// A class of a user's, by which its objects are written. Threads: a value.
struct ClassSpec {
  std::string name;
  std::int32_t version = 1;  ///< what ClassDef says; 1 of a class without it
  std::vector<std::string> bases = {};
  std::vector<ClassMember> members = {};

  bool operator==(const ClassSpec&) const = default;
};

/// The class of that name; nothing if it is not there.
const ClassSpec* find_class(std::span<const ClassSpec> classes, std::string_view name) noexcept;

/// A member's type: dimensions ("[2][3]", and those of a std::array) apart from what they are of. Threads: a value.
struct MemberType {
  TypeName type;
  std::vector<std::int32_t> dimensions = {};
  bool is_enum = false;
  /// The type as declared, which checksums are made of: of "std::array<float,2>[3]" the "array<float,2>" ...
  std::string declared = {};
  std::size_t declared_dimensions = 0;  ///< ... and the first of the dimensions
};

/// Throws Error(misuse) for a text that is no type.
MemberType parse_member_type(std::string_view text);

}  // namespace ramet::inline v1::schema
