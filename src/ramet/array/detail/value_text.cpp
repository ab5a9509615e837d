#include "ramet/array/detail/value_text.hpp"

#include <type_traits>

#include <fmt/format.h>

#include "ramet/array/detail/with_number.hpp"

namespace ramet::inline v1::array {
namespace {

constexpr std::size_t most_items = 8;        // of a list
constexpr std::size_t most_characters = 60;  // of a string

std::string items_text(const Array& items) {
  std::string text = "[";
  for (std::size_t item = 0; item < items.length() && item < most_items; ++item)
    text += (item == 0 ? "" : ", ") + value_text(items, item);
  if (items.length() > most_items) text += fmt::format(", ... {} values", items.length());
  return text + "]";
}

std::string number_text(const Array& array, std::size_t index) {
  return with_number(array.number(), [&](auto zero) {
    const auto value = array.numbers<decltype(zero)>()[index];
    if constexpr (std::is_same_v<decltype(zero), std::int8_t> || std::is_same_v<decltype(zero), std::uint8_t>)
      return fmt::format("{}", static_cast<int>(value));
    else
      return fmt::format("{}", value);
  });
}

std::string record_text(const Array& array, std::size_t index) {
  std::string text = "{";
  for (std::size_t member = 0; member < array.names().size(); ++member)
    text += fmt::format("{}{}: {}", member == 0 ? "" : ", ", array.names()[member],
                        value_text(array.content(member), index));
  return text + "}";
}

}  // namespace

std::string_view characters_of(const Array& array, std::size_t index) noexcept {
  const auto offsets = array.list_offsets();
  const auto begin = static_cast<std::size_t>(offsets[index]);
  const auto end = static_cast<std::size_t>(offsets[index + 1]);
  return {reinterpret_cast<const char*>(array.values().data()) + begin, end - begin};
}

std::string value_text(const Array& array, std::size_t index) {
  const Array one = array.slice(index, index + 1);
  switch (array.kind()) {
    case Kind::number:
      return number_text(array, index);
    case Kind::string: {
      const std::string_view text = characters_of(one, 0);
      return fmt::format("\"{}\"{}", text.substr(0, most_characters), text.size() > most_characters ? "..." : "");
    }
    case Kind::list:
      return items_text(one.items());
    case Kind::regular:
      return items_text(one.content(0).slice(0, one.size()));
    case Kind::record:
      return record_text(one, 0);
    case Kind::option:
      return one.items().length() == 0 ? "none" : value_text(one.items(), 0);
    case Kind::variant:
      break;
  }
  const std::uint8_t tag = one.tags()[0];
  if (tag == 0) return "none";
  return value_text(one.content(tag - std::size_t{1}), static_cast<std::size_t>(one.list_offsets()[0]));
}

}  // namespace ramet::inline v1::array
