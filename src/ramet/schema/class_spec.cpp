#include "ramet/schema/class_spec.hpp"

#include <algorithm>
#include <charconv>

#include "ramet/core/error.hpp"

namespace ramet::inline v1::schema {

const ClassSpec* find_class(std::span<const ClassSpec> classes, std::string_view name) noexcept {
  const auto found = std::ranges::find(classes, name, &ClassSpec::name);
  return found == classes.end() ? nullptr : &*found;
}

MemberType parse_member_type(std::string_view text) {
  const auto number_of = [&](std::string_view digits) {
    std::int32_t number = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (error != std::errc() || end != digits.data() + digits.size() || number <= 0)
      detail::fail(ErrorKind::misuse, "'{}' is not a type: '{}' is not the size of an array", text, digits);
    return number;
  };
  MemberType member;
  std::string_view rest = text;
  constexpr std::string_view word = "enum ";
  member.is_enum = rest.starts_with(word);
  if (member.is_enum) rest.remove_prefix(word.size());
  while (rest.ends_with(']')) {
    const std::size_t left = rest.rfind('[');
    if (left == std::string_view::npos) break;
    member.dimensions.insert(member.dimensions.begin(), number_of(rest.substr(left + 1, rest.size() - left - 2)));
    rest = rest.substr(0, left);
  }
  try {
    member.type = TypeName::parse(rest);
  } catch (const Error& error) {
    detail::fail(ErrorKind::misuse, "{}", error.what());
  }
  member.declared = member.type.stored_spelling();
  member.declared_dimensions = member.dimensions.size();
  while (member.type.container() == Container::array && member.type.arguments.size() == 2) {
    member.dimensions.push_back(number_of(member.type.arguments[1].name));
    TypeName item = std::move(member.type.arguments[0]);
    member.type = std::move(item);
  }
  return member;
}

}  // namespace ramet::inline v1::schema
