#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ramet/array/array.hpp"
#include "ramet/core/error.hpp"

namespace ramet::inline v1::front {

/// The lists of a column, one for each entry. Threads: a view of the column, which must outlive it.
template <class Number>
class Lists {
 public:
  Lists(std::span<const std::int64_t> offsets, std::span<const Number> items) noexcept
      : offsets_(offsets), items_(items) {}

  std::size_t size() const noexcept { return offsets_.size() - 1; }
  std::span<const Number> operator[](std::size_t entry) const noexcept {
    const auto first = static_cast<std::size_t>(offsets_[entry]);
    return items_.subspan(first, static_cast<std::size_t>(offsets_[entry + 1]) - first);
  }
  /// The items of all entries, concatenated.
  std::span<const Number> items() const noexcept {
    const auto first = static_cast<std::size_t>(offsets_.front());
    return items_.subspan(first, static_cast<std::size_t>(offsets_.back()) - first);
  }

 private:
  std::span<const std::int64_t> offsets_;
  std::span<const Number> items_;
};

/// The strings of a column, one for each entry. Threads: a view of the column, which must outlive it.
class Strings {
 public:
  Strings(std::span<const std::int64_t> offsets, std::string_view characters) noexcept
      : offsets_(offsets), characters_(characters) {}

  std::size_t size() const noexcept { return offsets_.size() - 1; }
  std::string_view operator[](std::size_t entry) const noexcept {
    const auto first = static_cast<std::size_t>(offsets_[entry]);
    return characters_.substr(first, static_cast<std::size_t>(offsets_[entry + 1]) - first);
  }

 private:
  std::span<const std::int64_t> offsets_;
  std::string_view characters_;
};

/// The values of one column that was read. What it gives are views of it, which a temporary does not give. Threads:
/// const-safe.
class Column {
 public:
  Column(std::string name, array::Array values) : name_(std::move(name)), values_(std::move(values)) {}

  const std::string& name() const noexcept { return name_; }
  array::Type type() const { return values_.type(); }
  std::size_t size() const noexcept { return values_.length(); }
  const array::Array& array() const noexcept { return values_; }

  /// One number for each entry. Throws Error(misuse), naming the column and its type, when the type is different.
  template <class Number>
  std::span<const Number> numbers() const& {
    require(array::Type::of(array::number_type<Number>()));
    return values_.numbers<Number>();
  }
  template <class Number>
  std::span<const Number> numbers() const&& = delete;
  /// One list of numbers for each entry. Throws as numbers.
  template <class Number>
  Lists<Number> lists() const& {
    require(array::Type::list_of(array::Type::of(array::number_type<Number>())));
    return {values_.list_offsets(), values_.content(0).numbers<Number>()};
  }
  template <class Number>
  Lists<Number> lists() const&& = delete;
  /// One string for each entry. Throws as numbers.
  Strings strings() const& {
    require(array::Type::string());
    return {values_.list_offsets(), {reinterpret_cast<const char*>(values_.values().data()), values_.values().size()}};
  }
  Strings strings() const&& = delete;

 private:
  void require(const array::Type& wanted) const {
    if (const array::Type type = values_.type(); type != wanted)
      detail::fail(ErrorKind::misuse, "column '{}' is {}, not {}", name_, to_string(type), to_string(wanted));
  }

  std::string name_;
  array::Array values_;
};

/// Columns that were read together, in the requested order. Threads: const-safe.
class Columns {
 public:
  explicit Columns(std::vector<Column> columns) noexcept : columns_(std::move(columns)) {}

  /// The column of a name. Throws Error(not_found) with similar names.
  const Column& operator[](std::string_view name) const&;
  const Column& operator[](std::size_t number) const& noexcept { return columns_[number]; }
  Column operator[](std::string_view name) const&& { return (*this)[name]; }
  Column operator[](std::size_t number) const&& { return columns_[number]; }
  std::size_t size() const noexcept { return columns_.size(); }
  auto begin() const noexcept { return columns_.begin(); }
  auto end() const noexcept { return columns_.end(); }

 private:
  std::vector<Column> columns_;
};

}  // namespace ramet::inline v1::front
