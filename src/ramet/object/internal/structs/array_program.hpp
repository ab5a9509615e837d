#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "ramet/array/type.hpp"
#include "ramet/object/typed/target_type.hpp"

namespace ramet::inline v1::object::internal {

/// What is done for a value of an array.
enum class ArrayAction : std::uint8_t {
  copy_number,     ///< of the same type
  convert_number,  ///< of another one
  text,
  record,       ///< each of `members`
  array,        ///< of fixed size, from one of that size or from a list
  sequence,     ///< from a list or from an array of fixed size
  holder,       ///< from an option
  full_holder,  ///< from a value that is always there
};

struct ArrayMember;

/// How a value of one array type becomes a C++ value. Threads: immutable, once made.
struct ArrayProgram {
  ArrayProgram(ArrayAction does, const TargetType& makes) noexcept;

  ArrayAction action;
  const TargetType* target;
  std::size_t number_size = 0;                                 ///< of a stored number
  void (*convert)(const std::byte* from, void* to) = nullptr;  ///< of convert_number
  bool is_regular = false;                                     ///< of array and sequence: what is stored
  std::unique_ptr<const ArrayProgram> content;                 ///< of array, sequence and holders
  std::vector<ArrayMember> members;                            ///< of a record
};

/// A member of a record. Threads: immutable.
struct ArrayMember {
  std::size_t content = 0;  ///< of the array
  std::size_t offset = 0;   ///< in the C++ value
  ArrayProgram program;
};

inline ArrayProgram::ArrayProgram(ArrayAction does, const TargetType& makes) noexcept : action(does), target(&makes) {}

/// Throws Error(unsupported), naming the member.
ArrayProgram compile_array(const array::Type& stored, const TargetType& target);

}  // namespace ramet::inline v1::object::internal
