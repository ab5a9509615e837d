#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <vector>

#include "ramet/array/array.hpp"

namespace ramet::inline v1::array {

/// A member of a struct and the name of its column. Threads: immutable.
template <class Struct, class Value>
struct Member {
  std::string_view name;
  Value Struct::* pointer;
};

/// A column of that name for a member of a struct: an item of Description<Struct>::members.
template <class Struct, class Value>
constexpr Member<Struct, Value> member(std::string_view name, Value Struct::* pointer) noexcept {
  return {name, pointer};
}

/// Tells ramet the columns of a struct. Specialise it beside the struct. Threads: immutable.
///
///   template <> struct ramet::array::Description<Event> {
///     static constexpr auto members = std::tuple(member("run", &Event::run), member("pt", &Event::pt));
///   };
template <class Struct>
struct Description;

/// A struct whose columns ramet was told.
template <class Struct>
concept Described = requires { Description<Struct>::members; };

/// Appends one C++ value to an array, and knows the array's type. Defined for fundamental types, std::string,
/// std::array and std::vector of these. Threads: as the array.
template <class Value>
struct ValueColumn;

template <class Number>
  requires std::is_arithmetic_v<Number>
struct ValueColumn<Number> {
  static Type type() { return Type::of(number_type<Number>()); }
  static void append(Array& to, const Number& value) {
    std::memcpy(to.values.extend(sizeof value).data(), &value, sizeof value);
    ++to.length;
  }
};

template <>
struct ValueColumn<std::string> {
  static Type type() { return Type::string(); }
  static void append(Array& to, const std::string& value) {
    to.values.append(std::as_bytes(std::span(value)));
    append_offset(to, static_cast<std::int64_t>(to.values.size()));
    ++to.length;
  }
};

template <class Value, std::size_t Size>
struct ValueColumn<std::array<Value, Size>> {
  static Type type() { return Type::regular_of(Size, ValueColumn<Value>::type()); }
  static void append(Array& to, const std::array<Value, Size>& values) {
    for (const Value& value : values) ValueColumn<Value>::append(to.contents[0], value);
    ++to.length;
  }
};

template <class Value>
struct ValueColumn<std::vector<Value>> {
  static Type type() { return Type::list_of(ValueColumn<Value>::type()); }
  static void append(Array& to, const std::vector<Value>& values) {
    Array& content = to.contents[0];
    if constexpr (std::is_arithmetic_v<Value> && !std::same_as<Value, bool>) {
      content.values.append(std::as_bytes(std::span(values)));
      content.length += values.size();
    } else {
      for (const Value& value : values) ValueColumn<Value>::append(content, value);
    }
    append_offset(to, static_cast<std::int64_t>(content.length));
    ++to.length;
  }
};

}  // namespace ramet::inline v1::array
