#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "ramet/array/array.hpp"
#include "ramet/array/type.hpp"
#include "ramet/object/typed/target_type.hpp"

namespace ramet::inline v1::object {

namespace internal {
struct ArrayProgram;
}

/// Fills C++ values from the values of arrays: what StructPlan does from an object's bytes. Members are matched by name
/// or former name; one that is not in the array keeps what the value has; numbers are converted; lists, arrays of fixed
/// size and options stand for one another. What is to be done was found out when the plan was made.
/// Threads: immutable.
class ArrayPlan {
 public:
  /// Throws Error(unsupported), naming the member, when values of the array's type cannot become the C++ type.
  ArrayPlan(const array::Type& stored, const TargetType& target);
  ~ArrayPlan();
  ArrayPlan(ArrayPlan&&) noexcept;
  ArrayPlan& operator=(ArrayPlan&&) noexcept;

  /// Make the target at `value` what the array has at `index`, which it has; the array is of the plan's type. Throws
  /// Error(corrupt) for a number that does not fit, and for a list of another length than the array that it becomes.
  void read(const array::Array& array, std::size_t index, void* value) const;
  /// The same of all values of the array, into targets that lie one after the other.
  void read_all(const array::Array& array, void* first) const;

 private:
  std::unique_ptr<const internal::ArrayProgram> program_;
};

}  // namespace ramet::inline v1::object
