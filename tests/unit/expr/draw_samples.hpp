#pragma once

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "ramet/array/array.hpp"
#include "ramet/array/array_builder.hpp"
#include "ramet/core/error.hpp"
#include "ramet/expr/draw.hpp"

namespace draw_sample {

using namespace ramet;

/// Columns of three entries, which the tests' expressions use:
///
///     n              int32                2           0       1
///     x              float32              1.5         -2      4
///     big            uint64               1           2       3
///     s              string               "ab"        ""      "xyz"
///     v              var * float32        [3,1,2]     []      [4]
///     k              var * int32          [2,0,-1]    []      [0]      as long as v
///     w              var * float64        [10,20]     [30]    [40,50,60]
///     f              3 * float32          [1,2,3]     [4,5,6] [7,8,9]
///     m              2 * 3 * int32        0 to 5      6 to 11 12 to 17
///     vv             var * var * float32  [[1,2],[3]] []      [[],[4,5,6]]
///     words          var * string         ["a","b"]   []      ["a"]
///     p              {fX: float32, fId: int32}
///     event/hits     var * {fE: float32, "fPos[2]": 2 * float32}   two hits, none, one
///     friend.value   ?float32             5           none    6
///     event/hits.fT  var * float64        [7,8]       []      [9]
class Columns {
 public:
  Columns() {
    add("n", "int32", std::vector<std::int32_t>{2, 0, 1});
    add("x", "float32", std::vector<float>{1.5F, -2, 4});
    add("big", "uint64", std::vector<std::uint64_t>{1, 2, 3});
    add("s", "string", std::vector<std::string>{"ab", "", "xyz"});
    add("v", "var * float32", std::vector<std::vector<float>>{{3, 1, 2}, {}, {4}});
    add("k", "var * int32", std::vector<std::vector<std::int32_t>>{{2, 0, -1}, {}, {0}});
    add("w", "var * float64", std::vector<std::vector<double>>{{10, 20}, {30}, {40, 50, 60}});
    add("f", "3 * float32", std::vector<std::vector<float>>{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}});
    add("m", "2 * 3 * int32",
        std::vector<std::vector<std::vector<std::int32_t>>>{
            {{0, 1, 2}, {3, 4, 5}}, {{6, 7, 8}, {9, 10, 11}}, {{12, 13, 14}, {15, 16, 17}}});
    add("vv", "var * var * float32", std::vector<std::vector<std::vector<float>>>{{{1, 2}, {3}}, {}, {{}, {4, 5, 6}}});
    add("words", "var * string", std::vector<std::vector<std::string>>{{"a", "b"}, {}, {"a"}});
    array::ArrayBuilder point(array::parse_type("{fX: float32, fId: int32}"));
    for (const float value : {0.5F, 1.5F, 2.5F}) append(point.contents[0], value);
    for (const std::int32_t value : {1, 2, 3}) append(point.contents[1], value);
    point.length = 3;
    keep("p", std::move(point));
    array::ArrayBuilder hits(array::parse_type("var * {fE: float32, \"fPos[2]\": 2 * float32}"));
    for (const float value : {100.F, 200.F, 300.F}) append(hits.contents[0].contents[0], value);
    for (const std::vector<float>& value : {std::vector<float>{1, 2}, {3, 4}, {5, 6}})
      append(hits.contents[0].contents[1], value);
    hits.contents[0].length = 3;
    for (const std::int64_t end : {2, 2, 3}) array::append_offset(hits, end);
    hits.length = 3;
    keep("event/hits", std::move(hits));
    array::ArrayBuilder friends(array::parse_type("?float32"));
    for (const float value : {5.F, 6.F}) append(friends.contents[0], value);
    for (const std::int64_t end : {1, 1, 2}) array::append_offset(friends, end);
    friends.length = 3;
    keep("friend.value", std::move(friends));
    add("event/hits.fT", "var * float64", std::vector<std::vector<double>>{{7, 8}, {}, {9}});
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
    for (const auto& value : values) append(to.contents[0], value);
    if (to.kind == array::Kind::list) array::append_offset(to, static_cast<std::int64_t>(to.contents[0].length));
    ++to.length;
  }
  void keep(const std::string& name, array::ArrayBuilder&& builder) {
    arrays.push_back(std::move(builder).finish());
    scope.columns.push_back({name, arrays.back().type()});
  }
  template <class Value>
  void add(const std::string& name, std::string_view type, const std::vector<Value>& values) {
    array::ArrayBuilder builder(array::parse_type(type));
    for (const auto& value : values) append(builder, value);
    keep(name, std::move(builder));
  }
};

inline std::string number(double value) { return value != value ? "nan" : fmt::format("{}", value); }

/// The rows of "y:x" and a cut, for batches of `batch` entries: "y,x y,x"; rows of another weight than 1 end in
/// *weight.
inline std::string rows(const std::string& expressions, const std::string& cut = {}, std::size_t batch = 3,
                        const std::vector<expr::Scope::Definition>& aliases = {}) {
  Columns columns;
  columns.scope.definitions = aliases;
  const expr::DrawProgram program = expr::DrawProgram::compile(expressions, cut, columns.scope);
  expr::DrawEvaluator evaluator(program);
  std::string all;
  for (std::size_t first = 0; first < 3; first += batch) {
    const std::size_t last = std::min<std::size_t>(first + batch, 3);
    std::vector<array::Array> parts;
    for (const std::size_t column : program.columns()) parts.push_back(columns.arrays[column].slice(first, last));
    const expr::DrawRows& found = evaluator.run(parts, last - first, {100 + first, 1000, first, 3});
    for (std::size_t row = 0; row < found.count(); ++row) {
      if (!all.empty()) all += ' ';
      for (std::size_t k = 0; k < program.dimensions().size(); ++k) {
        if (k > 0) all += ',';
        all += program.dimensions()[k].is_text ? found.texts[k][row] : number(found.values[k][row]);
      }
      if (found.weights[row] != 1) all += "*" + number(found.weights[row]);
    }
  }
  return all;
}

inline std::string rows_of(const std::string& expressions, const std::vector<expr::Scope::Definition>& aliases) {
  return rows(expressions, {}, 3, aliases);
}

/// The message of the error that compiling or running gives; empty if there is none.
inline std::string error(const std::string& expressions, const std::string& cut = {},
                         const std::vector<expr::Scope::Definition>& aliases = {}) {
  try {
    rows(expressions, cut, 3, aliases);
  } catch (const Error& found) {
    return found.what();
  }
  return {};
}

}  // namespace draw_sample
