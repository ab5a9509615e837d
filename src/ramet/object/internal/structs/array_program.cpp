#include "ramet/object/internal/structs/array_program.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "ramet/core/error.hpp"
#include "ramet/object/internal/number_visit.hpp"

namespace ramet::inline v1::object::internal {
namespace {

using array::Kind;
using array::NumberType;
using array::Type;

constexpr std::size_t number_types = 11;
using NumberTypes = std::tuple<bool, std::int8_t, std::int16_t, std::int32_t, std::int64_t, std::uint8_t, std::uint16_t,
                               std::uint32_t, std::uint64_t, float, double>;

/// The widest number of a kind, as `converted` takes it.
template <class Number>
using Widest = std::conditional_t<std::is_floating_point_v<Number>, double,
                                  std::conditional_t<std::is_signed_v<Number>, std::int64_t, std::uint64_t>>;

template <class From, class To>
void convert_number(const std::byte* from, void* to) {
  From number;
  std::memcpy(&number, from, sizeof number);
  const To value = converted<To>(static_cast<Widest<From>>(number));
  std::memcpy(to, &value, sizeof value);
}

using Convert = void (*)(const std::byte*, void*);

/// From each number type to each.
constexpr auto conversions = [] {
  std::array<std::array<Convert, number_types>, number_types> table{};
  [&]<std::size_t... From>(std::index_sequence<From...>) {
    const auto fill_row = [&]<class Stored>(std::type_identity<Stored>) {
      [&]<std::size_t... To>(std::index_sequence<To...>) {
        constexpr auto row = static_cast<std::size_t>(array::number_type<Stored>());
        ((table[row][static_cast<std::size_t>(array::number_type<std::tuple_element_t<To, NumberTypes>>())] =
              &convert_number<Stored, std::tuple_element_t<To, NumberTypes>>),
         ...);
      }(std::make_index_sequence<number_types>());
    };
    (fill_row(std::type_identity<std::tuple_element_t<From, NumberTypes>>{}), ...);
  }(std::make_index_sequence<number_types>());
  return table;
}();

std::string_view word_of(TargetShape shape) noexcept {
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
      break;
  }
  return "an optional value";
}

[[noreturn]] void refuse(const Type& stored, const TargetType& target) {
  fail(ErrorKind::unsupported, "values of type {} cannot become {}", to_string(stored), word_of(target.shape));
}

ArrayProgram compile_number(const Type& stored, const TargetType& target) {
  if (stored.kind != Kind::number) refuse(stored, target);
  ArrayProgram program(ArrayAction::copy_number, target);
  program.number_size = size_of(stored.number);
  if (stored.number == target.number) return program;
  program.action = ArrayAction::convert_number;
  program.convert = conversions[static_cast<std::size_t>(stored.number)][static_cast<std::size_t>(target.number)];
  return program;
}

ArrayProgram compile_items(const Type& stored, const TargetType& target, ArrayAction action) {
  if (stored.kind != Kind::list && stored.kind != Kind::regular) refuse(stored, target);
  if (action == ArrayAction::array && stored.kind == Kind::regular && stored.size != target.length)
    fail(ErrorKind::unsupported, "values of type {} cannot become an array of {}", to_string(stored), target.length);
  ArrayProgram program(action, target);
  program.is_regular = stored.kind == Kind::regular;
  program.content = std::make_unique<const ArrayProgram>(compile_array(stored.contents.at(0), *target.content));
  return program;
}

ArrayProgram compile_holder(const Type& stored, const TargetType& target) {
  const bool is_option = stored.kind == Kind::option;
  ArrayProgram program(is_option ? ArrayAction::holder : ArrayAction::full_holder, target);
  const Type& held = is_option ? stored.contents.at(0) : stored;
  program.content = std::make_unique<const ArrayProgram>(compile_array(held, *target.content));
  return program;
}

ArrayProgram compile_record(const Type& stored, const TargetType& target) {
  if (stored.kind != Kind::record) refuse(stored, target);
  ArrayProgram program(ArrayAction::record, target);
  for (const TargetMember& member : target.members) {
    auto found = std::ranges::find(stored.names, member.name);
    if (found == stored.names.end() && !member.former_name.empty())
      found = std::ranges::find(stored.names, member.former_name);
    if (found == stored.names.end()) continue;
    const auto content = static_cast<std::size_t>(found - stored.names.begin());
    program.members.push_back({content, member.offset,
                               while_doing([&] { return fmt::format("member '{}'", member.name); },
                                           [&] { return compile_array(stored.contents.at(content), *member.type); })});
  }
  return program;
}

}  // namespace

ArrayProgram compile_array(const Type& stored, const TargetType& target) {
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
      break;
  }
  return compile_holder(stored, target);
}

}  // namespace ramet::inline v1::object::internal
