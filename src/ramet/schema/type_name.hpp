#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ramet::inline v1::schema {

/// The number types in files.
enum class Fundamental : std::uint8_t {
  bool_,
  int8,
  uint8,
  int16,
  uint16,
  int32,
  uint32,
  int64,
  uint64,
  float_,
  double_,
  float16,   ///< Float16_t: a float in memory, see ValueRange for the file
  double32,  ///< Double32_t: a double in memory, see ValueRange for the file
};

/// The size of a value in memory.
std::size_t memory_size(Fundamental type) noexcept;

/// The type for a C++ or ROOT spelling: "int", "unsigned long long", "ULong64_t", "std::int16_t", "Double32_t". In
/// files a long has 64 bits on every machine (TBuffer, WriteLong). Nothing if it is not a number.
std::optional<Fundamental> fundamental_of(std::string_view spelling);

/// The type for the type_code of a scalar; nothing for codes that are not numbers.
std::optional<Fundamental> fundamental_of_code(std::int32_t type_code) noexcept;

/// The standard containers in files, and ROOT::RVec.
enum class Container : std::uint8_t {
  none,
  vector,
  list,
  deque,
  forward_list,
  set,
  multiset,
  unordered_set,
  unordered_multiset,
  map,
  multimap,
  unordered_map,
  unordered_multimap,
  array,
  bitset,
  rvec,
};

/// A C++ type as spelled in a file, parsed to a tree: "map<int,vector<string> >*" is the name "map" with two arguments
/// and one pointer. `std::` and default allocators, comparisons and hashes are dropped. Threads: a value.
struct TypeName {
  std::string name;  ///< with its scope: "A<int>::B" is a name without arguments
  std::vector<TypeName> arguments;
  int pointers = 0;
  bool is_const = false;

  /// Parse a type. Throws Error(corrupt) when the brackets do not match, there is no name, or nesting is deeper than
  /// 50.
  static TypeName parse(std::string_view text);

  /// ROOT's spelling: "vector<vector<float> >".
  std::string spelling() const;
  /// The same with ROOT's dictionary names: a std::int32_t is an "int", a Long64_t or long long a "Long64_t", a
  /// std::int64_t a "long", and a ROOT::RVec has its full name.
  std::string stored_spelling() const;
  /// The container type; none for other types and for pointers to containers.
  Container container() const noexcept;
  /// Whether it is a std::string (in any spelling) or a TString.
  bool is_string() const noexcept;
  /// The number type; nothing for classes, pointers and containers.
  std::optional<Fundamental> fundamental() const;

  bool operator==(const TypeName&) const = default;
};

}  // namespace ramet::inline v1::schema
