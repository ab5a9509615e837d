#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "ramet/array/array_builder.hpp"
#include "ramet/array/describe.hpp"
#include "ramet/array/value_column.hpp"
#include "ramet/core/error.hpp"
#include "ramet/object/typed/number_conversion.hpp"
#include "ramet/object/typed/target_type.hpp"

namespace ramet::inline v1::object {

/// Appends C++ values of one type to arrays of another: the reverse of ArrayPlan. Everything is resolved when it is
/// made. Threads: immutable.
template <class Value>
class ConvertingColumn {
 public:
  virtual ~ConvertingColumn() = default;

  /// Throws Error(misuse) for a value that the array cannot hold: a number that does not fit or has a fraction, a list
  /// whose length differs from a fixed size, a missing value. Remove the part that was appended with array::truncate.
  virtual void append(array::ArrayBuilder& to, const Value& value) const = 0;
};

template <class Value>
using ConvertingColumnPtr = std::unique_ptr<const ConvertingColumn<Value>>;

/// The conversion from a C++ type to an array's type. Numbers are converted; lists, arrays of fixed size and options
/// convert to each other; members of structs are matched one to one with those of the array, by name or former name.
/// Throws Error(unsupported) when there is no conversion.
template <class Value>
ConvertingColumnPtr<Value> make_converting_column(const array::Type& to);

namespace internal {

template <class Value>
class ExactColumn final : public ConvertingColumn<Value> {
 public:
  void append(array::ArrayBuilder& to, const Value& value) const override {
    array::ValueColumn<Value>::append(to, value);
  }
};

template <class Number>
class NumberColumn final : public ConvertingColumn<Number> {
 public:
  explicit NumberColumn(array::NumberType to)
      : size_(size_of(to)),
        is_whole_(to != array::NumberType::float32 && to != array::NumberType::float64),
        convert_(number_conversion(array::ValueColumn<Number>::type().number, to)) {}

  void append(array::ArrayBuilder& to, const Number& value) const override {
    if constexpr (std::is_floating_point_v<Number>)
      if (is_whole_ && std::trunc(value) != value && !std::isnan(value))
        detail::fail(ErrorKind::misuse, "number {} has a fraction, which {} cannot hold", value,
                     array::to_string(to.type()));
    std::byte converted[sizeof(std::uint64_t)];
    try {
      convert_(reinterpret_cast<const std::byte*>(&value), converted);
    } catch (const Error& error) {
      throw Error(ErrorKind::misuse, error.what());  // the caller's number, not the file's
    }
    to.values.append(std::span(converted, size_));
    ++to.length;
  }

 private:
  std::size_t size_;
  bool is_whole_;
  ConvertNumber convert_;
};

/// Converts containers to lists or arrays of fixed size.
template <class Items>
class ItemsColumn final : public ConvertingColumn<Items> {
 public:
  using Item = std::remove_cvref_t<decltype(*std::begin(std::declval<const Items&>()))>;

  explicit ItemsColumn(const array::Type& to)
      : is_regular_(to.kind == array::Kind::regular),
        size_(to.size),
        item_(make_converting_column<Item>(to.contents.at(0))) {}

  void append(array::ArrayBuilder& to, const Items& items) const override {
    std::size_t count = 0;
    for (const auto& item : items) {
      item_->append(to.contents[0], item);
      ++count;
    }
    if (!is_regular_) {
      array::append_offset(to, static_cast<std::int64_t>(to.contents[0].length));
    } else if (count != size_) {
      detail::fail(ErrorKind::misuse, "{} values cannot be stored as {}", count, array::to_string(to.type()));
    }
    ++to.length;
  }

 private:
  bool is_regular_;
  std::uint64_t size_;
  ConvertingColumnPtr<Item> item_;
};

/// Converts optional values to options, or to plain values, which must then exist.
template <class Held>
class HolderColumn final : public ConvertingColumn<Held> {
 public:
  using Value = std::remove_cvref_t<decltype(*std::declval<const Held&>())>;

  explicit HolderColumn(const array::Type& to)
      : is_option_(to.kind == array::Kind::option),
        value_(make_converting_column<Value>(is_option_ ? to.contents.at(0) : to)) {}

  void append(array::ArrayBuilder& to, const Held& held) const override {
    if (!is_option_) {
      if (!held) detail::fail(ErrorKind::misuse, "a missing value cannot be stored as {}", array::to_string(to.type()));
      return value_->append(to, *held);
    }
    if (held) value_->append(to.contents[0], *held);
    array::append_offset(to, static_cast<std::int64_t>(to.contents[0].length));
    ++to.length;
  }

 private:
  bool is_option_;
  ConvertingColumnPtr<Value> value_;
};

/// Converts plain values to options.
template <class Value>
class OptionColumn final : public ConvertingColumn<Value> {
 public:
  explicit OptionColumn(const array::Type& to) : value_(make_converting_column<Value>(to.contents.at(0))) {}

  void append(array::ArrayBuilder& to, const Value& value) const override {
    value_->append(to.contents[0], value);
    array::append_offset(to, static_cast<std::int64_t>(to.contents[0].length));
    ++to.length;
  }

 private:
  ConvertingColumnPtr<Value> value_;
};

/// Converts structs, pairs and tuples to records.
template <class Struct>
class RecordColumn final : public ConvertingColumn<Struct> {
 public:
  explicit RecordColumn(const array::Type& to) {
    add_members(to, std::type_identity<Struct>{});
    if (members_.size() == to.names.size()) return;
    for (std::size_t content = 0; content < to.names.size(); ++content)
      if (!is_filled(content))
        detail::fail(ErrorKind::unsupported, "no member matches '{}' of {}", to.names[content], to_string(to));
  }

  void append(array::ArrayBuilder& to, const Struct& value) const override {
    for (const auto& member : members_) member->append(to.contents[member->content], value);
    ++to.length;
  }

 private:
  /// Threads: immutable.
  struct Member {
    explicit Member(std::size_t place) : content(place) {}
    virtual ~Member() = default;
    virtual void append(array::ArrayBuilder& to, const Struct& value) const = 0;
    std::size_t content;
  };

  template <class Value, class Get>
  struct MemberOf final : Member {
    MemberOf(std::size_t place, const array::Type& to, Get getter)
        : Member(place), get(getter), column(make_converting_column<Value>(to)) {}
    void append(array::ArrayBuilder& to, const Struct& value) const override { column->append(to, get(value)); }
    Get get;
    ConvertingColumnPtr<Value> column;
  };

  bool is_filled(std::size_t content) const {
    return std::ranges::any_of(members_, [&](const auto& member) { return member->content == content; });
  }

  template <class Value, class Get>
  void add_member(const array::Type& to, std::string_view name, std::string_view former_name, Get get) {
    auto found = std::ranges::find(to.names, name);
    if (found == to.names.end() && !former_name.empty()) found = std::ranges::find(to.names, former_name);
    const auto content = static_cast<std::size_t>(found - to.names.begin());
    if (content == to.names.size()) detail::fail(ErrorKind::unsupported, "{} has no member '{}'", to_string(to), name);
    if (is_filled(content))
      detail::fail(ErrorKind::unsupported, "two members match '{}' of {}", to.names[content], to_string(to));
    detail::while_doing(
        [&] { return fmt::format("member '{}'", name); },
        [&] { members_.push_back(std::make_unique<MemberOf<Value, Get>>(content, to.contents[content], get)); });
  }

  template <array::Described Part>
  void add_members(const array::Type& to, std::type_identity<Part>) {
    array::for_each_base<Part>([&]<class Base>(std::type_identity<Base> base) { add_members(to, base); });
    array::for_each_member<Part>([&]<class Value>(const array::Member<Part, Value>& member) {
      add_member<Value>(to, member.name, former_name_of<Part>(member.name),
                        [pointer = member.pointer](const Struct& value) -> const Value& { return value.*pointer; });
    });
  }
  template <class First, class Second>
  void add_members(const array::Type& to, std::type_identity<std::pair<First, Second>>) {
    add_member<std::remove_const_t<First>>(to, "first", {},
                                           [](const Struct& pair) -> const First& { return pair.first; });
    add_member<Second>(to, "second", {}, [](const Struct& pair) -> const Second& { return pair.second; });
  }
  template <class... Items>
  void add_members(const array::Type& to, std::type_identity<std::tuple<Items...>>) {
    [&]<std::size_t... Places>(std::index_sequence<Places...>) {
      (add_member<Items>(to, fmt::format("_{}", Places), {},
                         [](const Struct& tuple) -> const Items& { return std::get<Places>(tuple); }),
       ...);
    }(std::index_sequence_for<Items...>());
  }

  std::vector<std::unique_ptr<const Member>> members_;
};

template <class Value>
concept HolderOfOne = requires(const Value& value) {
  static_cast<bool>(value);
  *value;
} && !std::is_arithmetic_v<Value> && !std::is_pointer_v<Value>;

template <class Value>
concept Record = array::Described<Value> || is_pair<Value> || is_tuple<Value>;

template <class Value>
concept ManyItems =
    (array::SequenceOfValues<Value> || std::is_bounded_array_v<Value>) && !std::same_as<Value, std::string>;

/// The conversion for values whose type differs from the array's; null when there is none.
template <class Value>
ConvertingColumnPtr<Value> convert_to(const array::Type& to) {
  using array::Kind;
  if constexpr (std::is_arithmetic_v<Value> || std::is_enum_v<Value>) {
    if (to.kind == Kind::number) return std::make_unique<NumberColumn<Value>>(to.number);
  } else if constexpr (HolderOfOne<Value>) {
    return std::make_unique<HolderColumn<Value>>(to);
  } else if constexpr (Record<Value>) {
    if (to.kind == Kind::record) return std::make_unique<RecordColumn<Value>>(to);
  } else if constexpr (ManyItems<Value>) {
    if (to.kind == Kind::list || to.kind == Kind::regular) return std::make_unique<ItemsColumn<Value>>(to);
  }
  if (to.kind == Kind::option) return std::make_unique<OptionColumn<Value>>(to);
  return nullptr;
}

}  // namespace internal

template <class Value>
ConvertingColumnPtr<Value> make_converting_column(const array::Type& to) {
  const array::Type own = array::ValueColumn<Value>::type();
  if (own == to) return std::make_unique<internal::ExactColumn<Value>>();
  if (auto column = internal::convert_to<Value>(to)) return column;
  detail::fail(ErrorKind::unsupported, "values of type {} cannot become {}", array::to_string(own),
               array::to_string(to));
}

}  // namespace ramet::inline v1::object
