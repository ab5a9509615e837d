#pragma once

#include <algorithm>
#include <array>
#include <bitset>
#include <concepts>
#include <cstddef>
#include <deque>
#include <forward_list>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <variant>
#include <vector>

#include "ramet/array/array_builder.hpp"
#include "ramet/array/describe.hpp"

// How C++ values become columns:
//
//   numbers, enumerations          number (an enumeration is its integer)
//   std::string                    string
//   T[n], std::array, std::bitset  regular
//   std::vector, list, set, ...    list; of a map: of records {first, second}
//   std::pair                      record {first, second}
//   std::tuple                     record {_0, _1, ...}
//   std::optional, std::unique_ptr option
//   std::variant                   variant
//   described structs              record, the members of bases before the struct's own

namespace ramet::inline v1::array {

/// Appends C++ values of one type to an array, and knows
///
///   static Type type();                              the array's type
///   static std::string type_name();                  the C++ type, "std::vector<std::int32_t>"; empty when a struct in
///                                                    it has no class name
///   static void append(ArrayBuilder&, const Value&);        to an array of that type
///   using Parts = std::tuple<...>;                   the types that the value is made of
///   static constexpr bool is_plain;                  numbers, strings, arrays of fixed size, and vectors of numbers
///                                                    and arrays: what every table stores without being told a
///                                                    type_name
///
/// Threads: as the array.
template <class Value>
struct ValueColumn {
  static_assert(Described<Value>,
                "ramet knows no column for this type: a struct needs a ramet::array::Description with its members, see "
                "ramet/array/describe.hpp");
  // Declared alone, so that this is the only error.
  using Parts = std::tuple<>;
  static constexpr bool is_plain = true;
  static Type type();
  static std::string type_name();
  static void append(ArrayBuilder& column, const Value& value);
};

namespace internal {

template <class Value>
constexpr std::string_view number_word() noexcept {
  if constexpr (std::same_as<Value, char>) return "char";
  if constexpr (std::same_as<Value, long long>) return "long long";
  if constexpr (std::same_as<Value, unsigned long long>) return "unsigned long long";
  constexpr std::string_view words[] = {"bool",          "std::int8_t",  "std::int16_t",  "std::int32_t",
                                        "std::int64_t",  "std::uint8_t", "std::uint16_t", "std::uint32_t",
                                        "std::uint64_t", "float",        "double"};
  return words[static_cast<std::size_t>(number_type<Value>())];
}

/// A container's name; others than the standard's are vectors to files.
template <class Container>
inline constexpr std::string_view container_name = "std::vector";
template <class... Types>
inline constexpr std::string_view container_name<std::list<Types...>> = "std::list";
template <class... Types>
inline constexpr std::string_view container_name<std::deque<Types...>> = "std::deque";
template <class... Types>
inline constexpr std::string_view container_name<std::forward_list<Types...>> = "std::forward_list";
template <class... Types>
inline constexpr std::string_view container_name<std::set<Types...>> = "std::set";
template <class... Types>
inline constexpr std::string_view container_name<std::multiset<Types...>> = "std::multiset";
template <class... Types>
inline constexpr std::string_view container_name<std::unordered_set<Types...>> = "std::unordered_set";
template <class... Types>
inline constexpr std::string_view container_name<std::unordered_multiset<Types...>> = "std::unordered_multiset";
template <class... Types>
inline constexpr std::string_view container_name<std::map<Types...>> = "std::map";
template <class... Types>
inline constexpr std::string_view container_name<std::multimap<Types...>> = "std::multimap";
template <class... Types>
inline constexpr std::string_view container_name<std::unordered_map<Types...>> = "std::unordered_map";
template <class... Types>
inline constexpr std::string_view container_name<std::unordered_multimap<Types...>> = "std::unordered_multimap";

/// A type with arguments; empty when an argument is.
inline std::string spell(std::string_view name, std::initializer_list<std::string> arguments) {
  std::string text(name);
  char before = '<';
  for (const std::string& argument : arguments) {
    if (argument.empty()) return {};
    text += before;
    text += argument;
    before = ',';
  }
  return text + '>';
}

/// Add a record's member of such a name; one that is taken gets a "'", as when such classes are read.
inline void add_member(Type& record, std::string name, Type type) {
  while (std::find(record.names.begin(), record.names.end(), name) != record.names.end()) name += '\'';
  record.names.push_back(std::move(name));
  record.contents.push_back(std::move(type));
}

}  // namespace internal

/// Any number of values of one type, to be met one after the other.
template <class Container>
concept SequenceOfValues = requires(const Container& container) {
  typename Container::value_type;
  container.begin();
  container.end();
} && !Described<Container>;

template <class Number>
  requires std::is_arithmetic_v<Number>
struct ValueColumn<Number> {
  using Parts = std::tuple<>;
  static constexpr bool is_plain = true;
  static Type type() { return Type::of(number_type<Number>()); }
  static std::string type_name() { return std::string(internal::number_word<Number>()); }
  static void append(ArrayBuilder& to, const Number& value) {
    std::memcpy(to.values.extend(sizeof value).data(), &value, sizeof value);
    ++to.length;
  }
};

template <class Enumeration>
  requires std::is_enum_v<Enumeration>
struct ValueColumn<Enumeration> : ValueColumn<std::underlying_type_t<Enumeration>> {
  using Number = std::underlying_type_t<Enumeration>;
  static void append(ArrayBuilder& to, const Enumeration& value) {
    ValueColumn<Number>::append(to, static_cast<Number>(value));
  }
};

template <>
struct ValueColumn<std::string> {
  using Parts = std::tuple<>;
  static constexpr bool is_plain = true;
  static Type type() { return Type::string(); }
  static std::string type_name() { return "std::string"; }
  static void append(ArrayBuilder& to, const std::string& value) {
    to.values.append(std::as_bytes(std::span(value)));
    append_offset(to, static_cast<std::int64_t>(to.values.size()));
    ++to.length;
  }
};

template <class Value, std::size_t Size>
struct ValueColumn<std::array<Value, Size>> {
  using Parts = std::tuple<Value>;
  static constexpr bool is_plain = ValueColumn<Value>::is_plain;
  static Type type() { return Type::regular_of(Size, ValueColumn<Value>::type()); }
  static std::string type_name() {
    return internal::spell("std::array", {ValueColumn<Value>::type_name(), std::to_string(Size)});
  }
  static void append(ArrayBuilder& to, const std::array<Value, Size>& values) {
    for (const Value& value : values) ValueColumn<Value>::append(to.contents[0], value);
    ++to.length;
  }
};

template <class Value, std::size_t Size>
struct ValueColumn<Value[Size]> {
  using Parts = std::tuple<Value>;
  static constexpr bool is_plain = ValueColumn<Value>::is_plain;
  static Type type() { return Type::regular_of(Size, ValueColumn<Value>::type()); }
  static std::string type_name() { return ValueColumn<std::array<Value, Size>>::type_name(); }
  static void append(ArrayBuilder& to, const Value (&values)[Size]) {
    for (const Value& value : values) ValueColumn<Value>::append(to.contents[0], value);
    ++to.length;
  }
};

template <std::size_t Size>
struct ValueColumn<std::bitset<Size>> {
  using Parts = std::tuple<>;
  static constexpr bool is_plain = false;
  static Type type() { return Type::regular_of(Size, ValueColumn<bool>::type()); }
  static std::string type_name() { return "std::bitset<" + std::to_string(Size) + ">"; }
  static void append(ArrayBuilder& to, const std::bitset<Size>& bits) {
    for (std::size_t bit = 0; bit < Size; ++bit) ValueColumn<bool>::append(to.contents[0], bits[bit]);
    ++to.length;
  }
};

template <SequenceOfValues Container>
struct ValueColumn<Container> {
  using Value = typename Container::value_type;
  using Parts = std::tuple<Value>;
  static constexpr bool is_list_of_lists = SequenceOfValues<Value> && !requires { std::tuple_size<Value>::value; };
  static constexpr bool is_plain =
      internal::container_name<Container> == "std::vector" && ValueColumn<Value>::is_plain && !is_list_of_lists;
  static Type type() { return Type::list_of(ValueColumn<Value>::type()); }
  static std::string type_name() {
    if constexpr (requires { typename Container::mapped_type; })
      return internal::spell(internal::container_name<Container>,
                             {ValueColumn<typename Container::key_type>::type_name(),
                              ValueColumn<typename Container::mapped_type>::type_name()});
    else
      return internal::spell(internal::container_name<Container>, {ValueColumn<Value>::type_name()});
  }
  static void append(ArrayBuilder& to, const Container& values) {
    ArrayBuilder& content = to.contents[0];
    if constexpr (std::is_arithmetic_v<Value> && !std::same_as<Value, bool> && requires { values.data(); }) {
      content.values.append(std::as_bytes(std::span(values)));
      content.length += values.size();
    } else {
      for (const auto& value : values) ValueColumn<Value>::append(content, value);
    }
    append_offset(to, static_cast<std::int64_t>(content.length));
    ++to.length;
  }
};

template <class First, class Second>
struct ValueColumn<std::pair<First, Second>> {
  using Key = std::remove_const_t<First>;  // of a map
  using Parts = std::tuple<Key, Second>;
  static constexpr bool is_plain = false;
  static Type type() {
    return Type::record_of({"first", "second"}, {ValueColumn<Key>::type(), ValueColumn<Second>::type()});
  }
  static std::string type_name() {
    return internal::spell("std::pair", {ValueColumn<Key>::type_name(), ValueColumn<Second>::type_name()});
  }
  static void append(ArrayBuilder& to, const std::pair<First, Second>& value) {
    ValueColumn<Key>::append(to.contents[0], value.first);
    ValueColumn<Second>::append(to.contents[1], value.second);
    ++to.length;
  }
};

template <class... Items>
struct ValueColumn<std::tuple<Items...>> {
  using Parts = std::tuple<Items...>;
  static constexpr bool is_plain = false;
  static Type type() {
    Type record = Type::record_of({}, {});
    (internal::add_member(record, "_" + std::to_string(record.names.size()), ValueColumn<Items>::type()), ...);
    return record;
  }
  static std::string type_name() { return internal::spell("std::tuple", {ValueColumn<Items>::type_name()...}); }
  static void append(ArrayBuilder& to, const std::tuple<Items...>& value) {
    std::size_t next = 0;
    std::apply([&](const auto&... items) { (ValueColumn<Items>::append(to.contents[next++], items), ...); }, value);
    ++to.length;
  }
};

namespace internal {

/// The column of a type that holds one value or none.
template <class Holder, class Value>
struct HolderColumn {
  using Parts = std::tuple<Value>;
  static constexpr bool is_plain = false;
  static Type type() { return Type::option_of(ValueColumn<Value>::type()); }
  static void append(ArrayBuilder& to, const Holder& holder) {
    if (holder) ValueColumn<Value>::append(to.contents[0], *holder);
    append_offset(to, static_cast<std::int64_t>(to.contents[0].length));
    ++to.length;
  }
};

}  // namespace internal

template <class Value>
struct ValueColumn<std::optional<Value>> : internal::HolderColumn<std::optional<Value>, Value> {
  static std::string type_name() { return internal::spell("std::optional", {ValueColumn<Value>::type_name()}); }
};

template <class Value>
struct ValueColumn<std::unique_ptr<Value>> : internal::HolderColumn<std::unique_ptr<Value>, Value> {
  static std::string type_name() { return internal::spell("std::unique_ptr", {ValueColumn<Value>::type_name()}); }
};

template <class... Values>
struct ValueColumn<std::variant<Values...>> {
  using Parts = std::tuple<Values...>;
  static constexpr bool is_plain = false;
  static Type type() { return Type::variant_of({ValueColumn<Values>::type()...}); }
  static std::string type_name() { return internal::spell("std::variant", {ValueColumn<Values>::type_name()...}); }
  static void append(ArrayBuilder& to, const std::variant<Values...>& value) {
    const bool is_empty = value.valueless_by_exception();
    const std::size_t alternative = is_empty ? 0 : value.index();
    const auto place = is_empty ? std::int64_t{0} : static_cast<std::int64_t>(to.contents[alternative].length);
    to.values.extend(1)[0] = static_cast<std::byte>(is_empty ? 0 : alternative + 1);
    append_offset(to, place);
    if (!is_empty)
      std::visit([&]<class Value>(const Value& held) { ValueColumn<Value>::append(to.contents[alternative], held); },
                 value);
    ++to.length;
  }
};

/// The column of a described struct; there is none for one that holds values of its own type.
template <Described Struct>
struct ValueColumn<Struct> {
  using Parts = typename decltype([]<class... Value>(const std::tuple<Member<Struct, Value>...>&) {
    return std::type_identity<std::tuple<Value...>>{};
  }(Description<Struct>::members))::type;
  static constexpr bool is_plain = false;

  static Type type() {
    Type record = Type::record_of({}, {});
    add_members(record);
    return record;
  }
  static std::string type_name() { return std::string(class_name<Struct>()); }
  static void append(ArrayBuilder& to, const Struct& value) {
    std::size_t next = 0;
    append_members(to, next, value);
    ++to.length;
  }

  /// Add the columns of bases and members to a record's type.
  static void add_members(Type& record) {
    for_each_base<Struct>([&]<class Base>(std::type_identity<Base>) { ValueColumn<Base>::add_members(record); });
    for_each_member<Struct>([&]<class Value>(const Member<Struct, Value>& member) {
      internal::add_member(record, std::string(member.name), ValueColumn<Value>::type());
    });
  }
  /// Append to the contents of `to` from `next` on, which then is behind them.
  static void append_members(ArrayBuilder& to, std::size_t& next, const Struct& value) {
    for_each_base<Struct>(
        [&]<class Base>(std::type_identity<Base>) { ValueColumn<Base>::append_members(to, next, value); });
    for_each_member<Struct>([&]<class Value>(const Member<Struct, Value>& member) {
      ValueColumn<Value>::append(to.contents[next++], value.*member.pointer);
    });
  }
};

}  // namespace ramet::inline v1::array
