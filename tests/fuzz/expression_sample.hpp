#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ramet/array/array.hpp"
#include "ramet/array/array_builder.hpp"
#include "ramet/core/error.hpp"
#include "ramet/expr/expression.hpp"

namespace fuzz {

using namespace ramet;

/// Columns of two entries, which the expressions of the targets may use. Threads: a value.
struct Sample {
  static constexpr std::size_t entries = 2;

  expr::Scope scope;
  std::vector<array::Array> arrays;

  template <class Number>
  void add(const std::string& name, const std::vector<Number>& numbers) {
    add(name, numbers_of(numbers));
  }
  template <class Number>
  void add_lists(const std::string& name, const std::vector<Number>& first, const std::vector<Number>& second) {
    array::ArrayBuilder lists(array::Type::list_of(array::Type::of(array::number_type<Number>())));
    array::append(lists.contents[0], numbers_of(first));
    array::append_offset(lists, static_cast<std::int64_t>(first.size()));
    array::append(lists.contents[0], numbers_of(second));
    array::append_offset(lists, static_cast<std::int64_t>(first.size() + second.size()));
    lists.length = entries;
    add(name, std::move(lists).finish());
  }
  void add_strings(const std::string& name) {
    array::ArrayBuilder strings(array::Type::string());
    for (const std::string_view text : {"ab", ""}) {
      strings.values.append(std::as_bytes(std::span(text)));
      array::append_offset(strings, static_cast<std::int64_t>(strings.values.size()));
    }
    strings.length = entries;
    add(name, std::move(strings).finish());
  }

 private:
  template <class Number>
  static array::Array numbers_of(const std::vector<Number>& numbers) {
    array::ArrayBuilder builder(array::Type::of(array::number_type<Number>()));
    builder.values.append(std::as_bytes(std::span(numbers)));
    builder.length = numbers.size();
    return std::move(builder).finish();
  }
  void add(const std::string& name, array::Array array) {
    scope.columns.push_back({name, array.type()});
    arrays.push_back(std::move(array));
  }
};

inline Sample make_sample() {
  Sample sample;
  sample.add<std::int32_t>("i", {2, 0});
  sample.add<float>("x", {1.5F, -2});
  sample.add<double>("d", {0.25, 1});
  sample.add_lists<float>("v", {3, 1, 2}, {});
  sample.add_lists<std::int32_t>("w", {1, -2, 3}, {4});
  sample.add_strings("s");
  return sample;
}

}  // namespace fuzz
