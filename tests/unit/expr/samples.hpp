#pragma once

#include <cstring>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "ramet/array/array.hpp"
#include "ramet/array/array_builder.hpp"
#include "ramet/array/value_column.hpp"
#include "ramet/core/error.hpp"
#include "ramet/expr/expression.hpp"

namespace sample {

using namespace ramet;

/// Columns of three entries, which the tests' expressions use:
///
///     i      int32                2         0     5
///     n      uint32               3         0     1
///     c      uint8                200       0     7
///     x      float32              1.5       -2    4
///     d      float64              0.25      1     -8
///     b      bool                 true      false true
///     s      string               "ab"      ""    "xyz"
///     v      var * float32        [3,1,2]   []    [4]
///     w      var * int32          [1,-2,3]  []    [0]
///     m      var * bool           [true,false,true] [] [true]
///     vv     var * var * float32  [[1,2],[3]] [] [[]]
///     p      {x: float32, k: int32}
///     a.b    int32                1         2     3
class Columns {
 public:
  Columns() {
    add("i", array::Type::of(array::NumberType::int32), std::vector<std::int32_t>{2, 0, 5});
    add("n", array::Type::of(array::NumberType::uint32), std::vector<std::uint32_t>{3, 0, 1});
    add("c", array::Type::of(array::NumberType::uint8), std::vector<std::uint8_t>{200, 0, 7});
    add("x", array::Type::of(array::NumberType::float32), std::vector<float>{1.5F, -2, 4});
    add("d", array::Type::of(array::NumberType::float64), std::vector<double>{0.25, 1, -8});
    add("b", array::Type::of(array::NumberType::boolean), std::vector<bool>{true, false, true});
    add("s", array::Type::string(), std::vector<std::string>{"ab", "", "xyz"});
    add("v", array::parse_type("var * float32"), std::vector<std::vector<float>>{{3, 1, 2}, {}, {4}});
    add("w", array::parse_type("var * int32"), std::vector<std::vector<std::int32_t>>{{1, -2, 3}, {}, {0}});
    add("m", array::parse_type("var * bool"), std::vector<std::vector<bool>>{{true, false, true}, {}, {true}});
    add("vv", array::parse_type("var * var * float32"),
        std::vector<std::vector<std::vector<float>>>{{{1, 2}, {3}}, {}, {{}}});
    add("a.b", array::Type::of(array::NumberType::int32), std::vector<std::int32_t>{1, 2, 3});
    array::ArrayBuilder point(array::parse_type("{x: float32, k: int32}"));
    for (const float value : {0.5F, 1.5F, 2.5F}) append(point.contents[0], value);
    for (const std::int32_t value : {1, 2, 3}) append(point.contents[1], value);
    point.length = 3;
    scope.columns.push_back({"p", point.type()});
    arrays.push_back(std::move(point).finish());
  }

  expr::Scope scope;
  std::vector<array::Array> arrays;

 private:
  template <class Number>
  static void append(array::ArrayBuilder& to, Number value) {
    const auto place = to.values.extend(sizeof value);
    std::memcpy(place.data(), &value, sizeof value);
    ++to.length;
  }
  static void append(array::ArrayBuilder& to, const std::string& value) {
    to.values.append(std::as_bytes(std::span(value)));
    array::append_offset(to, static_cast<std::int64_t>(to.values.size()));
    ++to.length;
  }
  template <class Value>
  static void append(array::ArrayBuilder& to, const std::vector<Value>& values) {
    for (const auto& value : values) append(to.contents[0], static_cast<const Value&>(value));
    array::append_offset(to, static_cast<std::int64_t>(to.contents[0].length));
    ++to.length;
  }
  template <class Value>
  void add(const std::string& name, const array::Type& type, const std::vector<Value>& values) {
    array::ArrayBuilder builder(type);
    for (const auto& value : values) append(builder, static_cast<const Value&>(value));
    scope.columns.push_back({name, type});
    arrays.push_back(std::move(builder).finish());
  }
};

inline std::string spelled(const array::Array& array, std::size_t entry) {
  switch (array.kind()) {
    case array::Kind::number:
      switch (array.number()) {
        case array::NumberType::boolean:
          return array.numbers<bool>()[entry] ? "true" : "false";
        case array::NumberType::int8:
          return std::to_string(array.numbers<std::int8_t>()[entry]);
        case array::NumberType::uint8:
          return std::to_string(array.numbers<std::uint8_t>()[entry]);
        case array::NumberType::int16:
          return std::to_string(array.numbers<std::int16_t>()[entry]);
        case array::NumberType::uint16:
          return std::to_string(array.numbers<std::uint16_t>()[entry]);
        case array::NumberType::int32:
          return std::to_string(array.numbers<std::int32_t>()[entry]);
        case array::NumberType::uint32:
          return std::to_string(array.numbers<std::uint32_t>()[entry]);
        case array::NumberType::int64:
          return std::to_string(array.numbers<std::int64_t>()[entry]);
        case array::NumberType::uint64:
          return std::to_string(array.numbers<std::uint64_t>()[entry]);
        case array::NumberType::float32:
          return fmt::format("{}", array.numbers<float>()[entry]);
        case array::NumberType::float64:
          return fmt::format("{}", array.numbers<double>()[entry]);
      }
      return {};
    case array::Kind::string: {
      const auto offsets = array.list_offsets();
      const auto* const text = reinterpret_cast<const char*>(array.values().data());
      return "\"" + std::string(text + offsets[entry], text + offsets[entry + 1]) + "\"";
    }
    case array::Kind::list: {
      std::string all = "[";
      for (std::int64_t k = array.list_offsets()[entry]; k < array.list_offsets()[entry + 1]; ++k)
        all += (all.size() > 1 ? "," : "") + spelled(array.content(0), static_cast<std::size_t>(k));
      return all + "]";
    }
    case array::Kind::record: {
      std::string all = "{";
      for (const array::Array& member : array.contents()) all += (all.size() > 1 ? "," : "") + spelled(member, entry);
      return all + "}";
    }
    default:
      return "?";
  }
}

/// The values of an expression of the columns, for batches of `batch` entries: "1 2 3".
inline std::string values(const std::string& text, std::size_t batch = 3,
                          const std::vector<expr::Scope::Definition>& definitions = {}) {
  Columns columns;
  columns.scope.definitions = definitions;
  const expr::Program program = expr::Program::compile(text, columns.scope);
  expr::Evaluator evaluator(program);
  std::string all;
  for (std::size_t first = 0; first < 3; first += batch) {
    const std::size_t last = std::min<std::size_t>(first + batch, 3);
    std::vector<array::Array> parts;
    for (const std::size_t column : program.columns()) parts.push_back(columns.arrays[column].slice(first, last));
    const auto results = evaluator.run(parts, last - first, {first, 7});
    for (std::size_t k = 0; k < last - first; ++k) all += (all.empty() ? "" : " ") + spelled(results[0], k);
  }
  return all;
}

/// The type of an expression of the columns.
inline std::string type(const std::string& text) {
  return array::to_string(expr::Program::compile(text, Columns().scope).type(0));
}

/// The message of the error that compiling or running the expression gives; empty if there is none.
inline std::string error(const std::string& text) {
  try {
    values(text);
  } catch (const Error& found) {
    return found.what();
  }
  return {};
}

}  // namespace sample
