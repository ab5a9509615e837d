#include "ramet/object/internal/structs/array_value_plan.hpp"

#include <algorithm>
#include <cstring>
#include <string>
#include <string_view>

#include "ramet/core/error.hpp"
#include "ramet/object/typed/number_conversion.hpp"

namespace ramet::inline v1::object::internal {
namespace {

using array::Kind;
using array::Type;

std::string_view word_of_shape(TargetShape shape) noexcept {
  switch (shape) {
    case TargetShape::number:
      return "a number";
    case TargetShape::text:
      return "a string";
    case TargetShape::record:
      return "a struct";
    case TargetShape::array:
      return "an array";
    case TargetShape::sequence:
      return "a container";
    case TargetShape::holder:
      return "an optional value";
    case TargetShape::identity:
    case TargetShape::bits:
    case TargetShape::call:
      break;
  }
  return "a part of an object";
}

[[noreturn]] void refuse(const Type& stored, const TargetType& target) {
  detail::fail(ErrorKind::unsupported, "values of type {} cannot become {}", to_string(stored),
               word_of_shape(target.shape));
}

ArrayValuePlan compile_number(const Type& stored, const TargetType& target) {
  if (stored.kind != Kind::number) refuse(stored, target);
  ArrayValuePlan plan(ArrayAction::copy_number, target);
  plan.number_size = size_of(stored.number);
  if (stored.number == target.number) return plan;
  plan.action = ArrayAction::convert_number;
  plan.convert = number_conversion(stored.number, target.number);
  return plan;
}

ArrayValuePlan compile_items(const Type& stored, const TargetType& target, ArrayAction action) {
  if (stored.kind != Kind::list && stored.kind != Kind::regular) refuse(stored, target);
  if (action == ArrayAction::array && stored.kind == Kind::regular && stored.size != target.length)
    detail::fail(ErrorKind::unsupported, "values of type {} cannot become an array of {}", to_string(stored),
                 target.length);
  ArrayValuePlan plan(action, target);
  plan.is_regular = stored.kind == Kind::regular;
  plan.content = std::make_unique<const ArrayValuePlan>(compile_array(stored.contents.at(0), *target.content));
  return plan;
}

ArrayValuePlan holder_plan(ArrayAction action, const Type& held, const TargetType& target) {
  ArrayValuePlan plan(action, target);
  plan.content = std::make_unique<const ArrayValuePlan>(compile_array(held, *target.content));
  return plan;
}

ArrayValuePlan compile_holder(const Type& stored, const TargetType& target) {
  if (stored.kind == Kind::option) return holder_plan(ArrayAction::holder, stored.contents.at(0), target);
  try {
    return holder_plan(ArrayAction::full_holder, stored, target);
  } catch (const Error& error) {
    // A tree stores an option as a list of at most one value.
    if (error.kind() != ErrorKind::unsupported || stored.kind != Kind::list) throw;
    return holder_plan(ArrayAction::holder, stored.contents.at(0), target);
  }
}

ArrayValuePlan compile_record(const Type& stored, const TargetType& target) {
  if (stored.kind != Kind::record) refuse(stored, target);
  ArrayValuePlan plan(ArrayAction::record, target);
  for (const TargetMember& member : target.members) {
    auto found = std::ranges::find(stored.names, member.name);
    if (found == stored.names.end() && !member.former_name.empty())
      found = std::ranges::find(stored.names, member.former_name);
    if (found == stored.names.end()) continue;
    const auto content = static_cast<std::size_t>(found - stored.names.begin());
    plan.members.push_back(
        {content, member.offset,
         detail::while_doing([&] { return fmt::format("member '{}'", member.name); },
                             [&] { return compile_array(stored.contents.at(content), *member.type); })});
  }
  return plan;
}

}  // namespace

ArrayValuePlan compile_array(const Type& stored, const TargetType& target) {
  switch (target.shape) {
    case TargetShape::number:
      return compile_number(stored, target);
    case TargetShape::text:
      if (stored.kind != Kind::string) refuse(stored, target);
      return {ArrayAction::text, target};
    case TargetShape::record:
      return compile_record(stored, target);
    case TargetShape::array:
      return compile_items(stored, target, ArrayAction::array);
    case TargetShape::sequence:
      return compile_items(stored, target, ArrayAction::sequence);
    case TargetShape::holder:
      return compile_holder(stored, target);
    case TargetShape::identity:
    case TargetShape::bits:
    case TargetShape::call:
      break;
  }
  refuse(stored, target);
}

}  // namespace ramet::inline v1::object::internal
