#include "ramet/object/typed/array_plan.hpp"

#include <cstring>
#include <string>

#include "ramet/core/error.hpp"
#include "ramet/object/internal/structs/array_value_plan.hpp"

namespace ramet::inline v1::object {
namespace {

using internal::ArrayAction;
using internal::ArrayMember;
using internal::ArrayValuePlan;

/// Items [first, first + count) of an array's content. Threads: a value.
struct Items {
  std::size_t first;
  std::size_t count;
};

Items items_of(const ArrayValuePlan& plan, const array::Array& array, std::size_t index) noexcept {
  if (plan.is_regular) return {index * array.size(), array.size()};
  const auto offsets = array.list_offsets();
  const auto first = static_cast<std::size_t>(offsets[index]);
  return {first, static_cast<std::size_t>(offsets[index + 1]) - first};
}

void run(const ArrayValuePlan& plan, const array::Array& array, std::size_t index, void* value);

/// Fill consecutive items from `to` on.
void run_items(const ArrayValuePlan& content, const array::Array& array, Items items, void* to) {
  if (content.action == ArrayAction::copy_number) {
    const std::size_t size = content.number_size;
    if (items.count > 0) std::memcpy(to, array.values().data() + items.first * size, items.count * size);
    return;
  }
  auto* at = static_cast<std::byte*>(to);
  for (std::size_t item = 0; item < items.count; ++item, at += content.target->size)
    run(content, array, items.first + item, at);
}

void run_sequence(const ArrayValuePlan& plan, const array::Array& array, std::size_t index, void* value) {
  const Items items = items_of(plan, array, index);
  const TargetType& target = *plan.target;
  const auto fill = [&](void* first) { run_items(*plan.content, array.content(0), items, first); };
  if (target.resize == nullptr) return target.fill(value, items.count, fill);
  fill(target.resize(value, items.count));
}

void run_array(const ArrayValuePlan& plan, const array::Array& array, std::size_t index, void* value) {
  const Items items = items_of(plan, array, index);
  if (items.count != plan.target->length)
    detail::fail(ErrorKind::misuse, "value {} has {} items, but the array needs {}", index, items.count,
                 plan.target->length);
  run_items(*plan.content, array.content(0), items, value);
}

void run_text(const array::Array& array, std::size_t index, void* value) {
  const auto offsets = array.list_offsets();
  const auto* const characters = reinterpret_cast<const char*>(array.values().data());
  static_cast<std::string*>(value)->assign(characters + offsets[index], characters + offsets[index + 1]);
}

void run_holder(const ArrayValuePlan& plan, const array::Array& array, std::size_t index, void* value) {
  const auto offsets = array.list_offsets();
  if (const auto count = offsets[index + 1] - offsets[index]; count > 1)
    detail::fail(ErrorKind::unsupported, "a list of {} values cannot become an optional value", count);
  void* const held = plan.target->hold(value, offsets[index + 1] > offsets[index]);
  if (held != nullptr) run(*plan.content, array.content(0), static_cast<std::size_t>(offsets[index]), held);
}

void run(const ArrayValuePlan& plan, const array::Array& array, std::size_t index, void* value) {
  switch (plan.action) {
    case ArrayAction::copy_number:
      std::memcpy(value, array.values().data() + index * plan.number_size, plan.number_size);
      return;
    case ArrayAction::convert_number:
      return plan.convert(array.values().data() + index * plan.number_size, value);
    case ArrayAction::text:
      return run_text(array, index, value);
    case ArrayAction::record:
      for (const ArrayMember& member : plan.members)
        run(member.plan, array.content(member.content), index, static_cast<std::byte*>(value) + member.offset);
      return;
    case ArrayAction::array:
      return run_array(plan, array, index, value);
    case ArrayAction::sequence:
      return run_sequence(plan, array, index, value);
    case ArrayAction::holder:
      return run_holder(plan, array, index, value);
    case ArrayAction::full_holder:
      return run(*plan.content, array, index, plan.target->hold(value, true));
  }
}

}  // namespace

ArrayPlan::ArrayPlan(const array::Type& stored, const TargetType& target)
    : plan_(std::make_unique<const ArrayValuePlan>(internal::compile_array(stored, target))) {}
ArrayPlan::~ArrayPlan() = default;
ArrayPlan::ArrayPlan(ArrayPlan&&) noexcept = default;
ArrayPlan& ArrayPlan::operator=(ArrayPlan&&) noexcept = default;

void ArrayPlan::read(const array::Array& array, std::size_t index, void* value) const {
  run(*plan_, array, index, value);
}

void ArrayPlan::read_all(const array::Array& array, void* first) const {
  run_items(*plan_, array, {0, array.length()}, first);
}

}  // namespace ramet::inline v1::object
