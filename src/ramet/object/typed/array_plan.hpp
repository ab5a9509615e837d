#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "ramet/array/array.hpp"
#include "ramet/array/type.hpp"
#include "ramet/object/typed/target_type.hpp"

namespace ramet::inline v1::object {

namespace internal {
struct ArrayValuePlan;
}

/// Fills C++ values from the values of arrays, as StructPlan does from an object's bytes. Members are matched by name
/// or former name; members that are not in the array keep their value; numbers are converted; lists, arrays of fixed
/// size and options convert to each other. Everything is resolved when the plan is made. Threads: immutable.
class ArrayPlan {
 public:
  /// Throws Error(unsupported), naming the member, when values of the array's type cannot be converted to the C++ type.
  ArrayPlan(const array::Type& stored, const TargetType& target);
  ~ArrayPlan();
  ArrayPlan(ArrayPlan&&) noexcept;
  ArrayPlan& operator=(ArrayPlan&&) noexcept;

  /// Set the target at `value` from the array's value at `index`; the array must have the plan's type and this index.
  /// Throws Error(misuse) for a number that does not fit, and for a list whose length differs from that of the target
  /// array.
  void read(const array::Array& array, std::size_t index, void* value) const;
  /// The same for all values of the array, into consecutive targets.
  void read_all(const array::Array& array, void* first) const;

 private:
  std::unique_ptr<const internal::ArrayValuePlan> plan_;
};

}  // namespace ramet::inline v1::object
