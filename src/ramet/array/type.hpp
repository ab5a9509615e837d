#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ramet/array/number_type.hpp"

namespace ramet::inline v1::array {

/// The shapes that values of a column can have.
enum class Kind : std::uint8_t {
  number,   ///< a fundamental type
  string,   ///< characters of any number
  list,     ///< values of one type, any number of them
  regular,  ///< values of one type, the same number in each
  record,   ///< named members
  option,   ///< a value of one type, or none
  variant,  ///< a value of one of several types, or none
};

/// The type of a column's values, nested as the values are. Written as in awkward and datashape:
/// "float32", "string", "var * int32", "2 * 3 * float64", "{x: float32, n: int16}", "?float32",
/// "union[int32, string]". A name that is more than letters, digits and underscores stands in quotes, in which '"' and
/// '\' have a '\' before them: {"Muon.pt": float32}.
/// Threads: a value.
struct Type {
  Kind kind = Kind::number;
  NumberType number = NumberType::float64;  ///< of Kind::number
  std::uint64_t size = 0;                   ///< of Kind::regular
  std::vector<std::string> names;           ///< of Kind::record
  /// One for list, regular and option, one for each member of a record and for each alternative of a variant.
  std::vector<Type> contents;
  /// The class of a record's values, as the file spells it; empty if that is not known. Types that differ only in it
  /// are equal.
  std::string class_name = {};

  bool operator==(const Type& other) const noexcept {
    return kind == other.kind && number == other.number && size == other.size && names == other.names &&
           contents == other.contents;
  }

  static Type of(NumberType number) { return {.kind = Kind::number, .number = number, .names = {}, .contents = {}}; }
  static Type string() { return {.kind = Kind::string, .names = {}, .contents = {}}; }
  static Type list_of(Type content);
  static Type regular_of(std::uint64_t size, Type content);
  static Type record_of(std::vector<std::string> names, std::vector<Type> contents);
  static Type option_of(Type content);
  /// Throws Error(misuse) for more than `most_alternatives`.
  static Type variant_of(std::vector<Type> contents);
};

/// Alternatives that a variant can have: their numbers, from 1, and that of no value fit into a signed byte.
inline constexpr std::size_t most_alternatives = 127;

/// The notation above.
std::string to_string(const Type& type);

/// Parse the notation above. Throws Error(misuse), naming the position, for anything else.
Type parse_type(std::string_view text);

}  // namespace ramet::inline v1::array
