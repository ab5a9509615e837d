#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ramet::inline v1::schema {

/// The types of numbers that a file can hold.
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

/// Bytes of a value in memory.
std::size_t memory_size(Fundamental type) noexcept;

/// The type behind a C++ or ROOT spelling: "int", "unsigned long long", "ULong64_t", "std::int16_t", "Double32_t". A
/// long is 64 bits wide in a file whatever the machine (TBuffer, WriteLong). Nothing if it is no number.
std::optional<Fundamental> fundamental_of(std::string_view spelling);

/// The type that a type_code of a scalar stands for; nothing for those that are no numbers.
std::optional<Fundamental> fundamental_of_code(std::int32_t type_code) noexcept;

/// The standard containers that a file can hold, and ROOT's vector.
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

/// A C++ type as a file spells it, as a tree: "map<int,vector<string> >*" is the name "map" with two arguments and one
/// pointer. `std::` is dropped, as are default allocators, comparisons and hashes. Threads: a value.
struct TypeName {
  std::string name;  ///< scope included; for "A<int>::B" that is the normalised "A<int>::B", without arguments
  std::vector<TypeName> arguments;
  int pointers = 0;
  bool is_const = false;

  /// Throws Error(corrupt) when the brackets do not match, or there is no name, or nesting is deeper than 50.
  static TypeName parse(std::string_view text);

  /// As ROOT spells it: "vector<vector<float> >".
  std::string spelling() const;
  /// The same with numbers as ROOT's dictionaries name them: a std::int32_t is an "int", a Long64_t or long long a
  /// "Long64_t", a std::int64_t a "long", and with the true name of a ROOT::RVec.
  std::string stored_spelling() const;
  /// Which container it is; none for a pointer to one.
  Container container() const noexcept;
  /// Whether it is a std::string (however spelled) or a TString.
  bool is_string() const noexcept;
  /// The number that it is; nothing for classes, pointers and containers.
  std::optional<Fundamental> fundamental() const;

  bool operator==(const TypeName&) const = default;
};

}  // namespace ramet::inline v1::schema
