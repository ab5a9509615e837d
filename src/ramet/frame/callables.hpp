#pragma once

#include <concepts>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "ramet/array/array.hpp"
#include "ramet/array/array_builder.hpp"
#include "ramet/array/type.hpp"
#include "ramet/array/value_column.hpp"
#include "ramet/frame/function.hpp"

// Functions of C++ as columns of a frame: `define("ht", [](std::span<const float> pt) { ... }, {"Jet_pt"})`.

namespace ramet::inline v1::frame {

/// The values of a column as arguments of a function: numbers, std::string_view, and std::span<const Number> for lists.
/// Threads: a value that borrows the array.
template <class Argument>
class ArgumentColumn {
  static_assert(sizeof(Argument) == 0,
                "a function of columns takes numbers, std::string_view, and std::span<const Number> for lists");

 public:
  explicit ArgumentColumn(const array::Array& values);
  static array::Type type();
  Argument operator[](std::size_t row) const;
};

template <class Number>
  requires std::is_arithmetic_v<Number>
class ArgumentColumn<Number> {
 public:
  explicit ArgumentColumn(const array::Array& values) : numbers_(values.numbers<Number>()) {}
  static array::Type type() { return array::Type::of(array::number_type<Number>()); }
  Number operator[](std::size_t row) const noexcept { return numbers_[row]; }

 private:
  std::span<const Number> numbers_;
};

template <class Number>
  requires std::is_arithmetic_v<Number>
class ArgumentColumn<std::span<const Number>> {
 public:
  explicit ArgumentColumn(const array::Array& values)
      : offsets_(values.list_offsets()), numbers_(values.content(0).numbers<Number>()) {}
  static array::Type type() { return array::Type::list_of(ArgumentColumn<Number>::type()); }
  std::span<const Number> operator[](std::size_t row) const noexcept {
    const auto first = static_cast<std::size_t>(offsets_[row]);
    return numbers_.subspan(first, static_cast<std::size_t>(offsets_[row + 1]) - first);
  }

 private:
  std::span<const std::int64_t> offsets_;
  std::span<const Number> numbers_;
};

template <>
class ArgumentColumn<std::string_view> {
 public:
  explicit ArgumentColumn(const array::Array& values) : offsets_(values.list_offsets()), bytes_(values.values()) {}
  static array::Type type() { return array::Type::string(); }
  std::string_view operator[](std::size_t row) const noexcept {
    const auto first = static_cast<std::size_t>(offsets_[row]);
    return {reinterpret_cast<const char*>(bytes_.data()) + first, static_cast<std::size_t>(offsets_[row + 1]) - first};
  }

 private:
  std::span<const std::int64_t> offsets_;
  std::span<const std::byte> bytes_;
};

namespace internal {

template <class Callable>
struct CallableTypes {};
template <class Callable>
  requires requires { &Callable::operator(); }
struct CallableTypes<Callable> : CallableTypes<decltype(&Callable::operator())> {};
template <class Result, class... Arguments>
struct CallableTypes<Result (*)(Arguments...)> {
  using Returned = Result;
  using Taken = std::tuple<std::remove_cvref_t<Arguments>...>;
};
template <class Result, class... Arguments>
struct CallableTypes<Result (*)(Arguments...) noexcept> : CallableTypes<Result (*)(Arguments...)> {};
template <class Class, class Result, class... Arguments>
struct CallableTypes<Result (Class::*)(Arguments...) const> : CallableTypes<Result (*)(Arguments...)> {};
template <class Class, class Result, class... Arguments>
struct CallableTypes<Result (Class::*)(Arguments...) const noexcept> : CallableTypes<Result (*)(Arguments...)> {};

}  // namespace internal

/// A function object or function whose one call operator is const: it is called from many threads at once.
template <class Callable>
concept EntryCallable = requires { typename internal::CallableTypes<Callable>::Returned; } &&
                        !std::convertible_to<Callable, std::shared_ptr<const BatchFunction>>;

/// The values of columns for one entry after the other. Threads: functions.
template <class Arguments>
class EntryValues;

/// For the arguments of a call. Threads: functions.
template <class... Arguments>
class EntryValues<std::tuple<Arguments...>> {
 public:
  /// The types of the columns.
  static std::vector<array::Type> types() { return {ArgumentColumn<Arguments>::type()...}; }

  /// Call `body` with the values of each entry.
  template <class Body>
  static void for_each(std::span<const array::Array> columns, std::size_t count, Body&& body) {
    for_each(columns, count, body, std::index_sequence_for<Arguments...>());
  }

 private:
  template <class Body, std::size_t... Index>
  static void for_each([[maybe_unused]] std::span<const array::Array> columns, std::size_t count, Body& body,
                       std::index_sequence<Index...>) {
    const std::tuple<ArgumentColumn<Arguments>...> values{ArgumentColumn<Arguments>(columns[Index])...};
    for (std::size_t row = 0; row < count; ++row) body(std::get<Index>(values)[row]...);
  }
};

/// Calls a function once for each entry. Threads: as BatchFunction; the function has to allow it.
template <EntryCallable Callable>
class EntryFunction final : public BatchFunction {
 public:
  using Returned = std::remove_cvref_t<typename internal::CallableTypes<Callable>::Returned>;
  using Taken = typename internal::CallableTypes<Callable>::Taken;

  explicit EntryFunction(Callable callable) : callable_(std::move(callable)) {}

  /// The types of its arguments and of its values.
  static std::vector<array::Type> taken() { return EntryValues<Taken>::types(); }
  static array::Type returned() { return array::ValueColumn<Returned>::type(); }

  array::Array call(std::span<const array::Array> columns, std::size_t count, SlotNumber) const override {
    array::ArrayBuilder values(returned());
    EntryValues<Taken>::for_each(
        columns, count, [&](const auto&... of) { array::ValueColumn<Returned>::append(values, callable_(of...)); });
    return std::move(values).finish();
  }

 private:
  Callable callable_;
};

}  // namespace ramet::inline v1::frame
