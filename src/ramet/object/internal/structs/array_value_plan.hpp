#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "ramet/array/type.hpp"
#include "ramet/object/typed/target_type.hpp"

namespace ramet::inline v1::object::internal {

/// How a value of an array is converted.
enum class ArrayAction : std::uint8_t {
  copy_number,     ///< to the same type
  convert_number,  ///< to another type
  text,
  record,       ///< member by member
  array,        ///< of fixed size, from an array of that size or from a list
  sequence,     ///< from a list or from an array of fixed size
  holder,       ///< from an option, or from a list of at most one value
  full_holder,  ///< from a value that always exists
};

struct ArrayMember;

/// How a value of an array type is converted to a C++ value. Threads: immutable after construction.
struct ArrayValuePlan {
  ArrayValuePlan(ArrayAction does, const TargetType& makes) noexcept;

  ArrayAction action;
  const TargetType* target;
  std::size_t number_size = 0;                                 ///< of a stored number
  void (*convert)(const std::byte* from, void* to) = nullptr;  ///< of convert_number
  bool is_regular = false;                        ///< of array and sequence: the stored values are a regular array
  std::unique_ptr<const ArrayValuePlan> content;  ///< of array, sequence and holders
  std::vector<ArrayMember> members;               ///< of a record
};

/// A member of a record. Threads: immutable.
struct ArrayMember {
  std::size_t content = 0;  ///< of the array
  std::size_t offset = 0;   ///< in the C++ value
  ArrayValuePlan plan;
};

inline ArrayValuePlan::ArrayValuePlan(ArrayAction does, const TargetType& makes) noexcept
    : action(does), target(&makes) {}

/// Match an array type with a C++ type. Throws Error(unsupported), naming the member.
ArrayValuePlan compile_array(const array::Type& stored, const TargetType& target);

}  // namespace ramet::inline v1::object::internal
