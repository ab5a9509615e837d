#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>

#include "ramet/object/object_reader.hpp"
#include "ramet/object/typed/target_type.hpp"

namespace ramet::inline v1::object {

namespace internal {
struct OwnedPlan;
}

/// A StructPlan with its C++ type erased, as kept in a cache. Threads: immutable.
class UntypedStructPlan {
 public:
  UntypedStructPlan(const Layouts& layouts, std::string_view class_name, std::shared_ptr<const TargetTypes> types);
  ~UntypedStructPlan();
  UntypedStructPlan(const UntypedStructPlan&) = delete;
  UntypedStructPlan& operator=(const UntypedStructPlan&) = delete;

  /// `value` points to a value of the plan's type.
  void read_untyped(std::span<const std::byte> record, std::size_t begin, void* value) const;

 private:
  std::unique_ptr<const internal::OwnedPlan> plan_;
};

/// Reads objects of a class into values of a C++ type: described structs (array::Description; target_type.hpp has what
/// a Description may say more), numbers, std::string, containers, arrays, pairs, std::optional and std::unique_ptr of
/// these. Every version of the class is compiled when the plan is made; then it can read any number of records.
///
/// Members are matched by name, in any order and any base. A member that is not stored keeps the value that the struct
/// gives it; numbers are converted, and must fit; any container converts to any other.
///
/// Threads: immutable.
template <class Value>
class StructPlan {
 public:
  /// Throws Error(unsupported), naming the member, when the class cannot be converted to the type.
  StructPlan(const Layouts& layouts, std::string_view class_name)
      : plan_(std::make_shared<const UntypedStructPlan>(layouts, class_name, TargetTypes::of<Value>())) {}
  /// Use a plan from a cache.
  explicit StructPlan(std::shared_ptr<const UntypedStructPlan> plan) noexcept : plan_(std::move(plan)) {}

  /// Read the object at `begin` of a record or of any other bytes. Throws Error(corrupt), and Error(unsupported) when
  /// it is stored in a layout that cannot be converted.
  Value read(std::span<const std::byte> record, std::size_t begin = 0) const {
    Value value{};
    plan_->read_untyped(record, begin, &value);
    return value;
  }

 private:
  std::shared_ptr<const UntypedStructPlan> plan_;
};

}  // namespace ramet::inline v1::object
