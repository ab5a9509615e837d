#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "ramet/array/value_column.hpp"
#include "ramet/expr/expression.hpp"

// Loops over entries of many lengths, and what a plain loop in C++ makes of them.

namespace sample {

using namespace ramet;

// Entries with a number and a list each, of many lengths.
struct Entries {
  explicit Entries(std::size_t count) {
    std::uint64_t state = count;
    const auto random = [&](std::uint64_t below) {
      state = state * 6364136223846793005U + 1442695040888963407U;
      return (state >> 33U) % below;
    };
    for (std::size_t k = 0; k < count; ++k) {
      numbers.push_back(static_cast<std::int32_t>(random(30)));
      auto& list = lists.emplace_back(random(5) == 0 ? random(40) : random(4));
      for (double& value : list) value = static_cast<double>(random(1000)) / 8 - 50;
    }
  }

  std::vector<std::int32_t> numbers;
  std::vector<std::vector<double>> lists;
};

template <class Value>
array::Array column_of(const std::vector<Value>& values) {
  array::ArrayBuilder builder(array::ValueColumn<Value>::type());
  for (const Value& value : values) array::ValueColumn<Value>::append(builder, value);
  return std::move(builder).finish();
}

// The values of a text with columns n and v, in batches.
inline std::vector<double> computed(const std::string& text, const Entries& entries, std::size_t batch) {
  expr::Scope scope;
  scope.columns.push_back({"n", array::parse_type("int32")});
  scope.columns.push_back({"v", array::parse_type("var * float64")});
  const expr::Program program = expr::Program::compile(text, scope);
  const std::vector<array::Array> columns = {column_of(entries.numbers), column_of(entries.lists)};
  expr::Evaluator evaluator(program);
  std::vector<double> all;
  for (std::size_t first = 0; first < entries.numbers.size(); first += batch) {
    const std::size_t last = std::min(first + batch, entries.numbers.size());
    std::vector<array::Array> parts;
    for (const std::size_t column : program.columns()) parts.push_back(columns[column].slice(first, last));
    const auto results = evaluator.run(parts, last - first, {first, 0});
    const auto numbers = results[0].numbers<double>();
    all.insert(all.end(), numbers.begin(), numbers.end());
  }
  return all;
}

template <class Reference>
void check_loop(const std::string& text, Reference&& reference) {
  CAPTURE(text);
  for (const std::size_t count : {1U, 50U, 3000U}) {
    const Entries entries(count);
    const std::vector<double> found = computed(text, entries, count);
    for (std::size_t k = 0; k < count; ++k) REQUIRE(found[k] == reference(entries.numbers[k], entries.lists[k]));
    for (const std::size_t batch : {7U, 256U}) REQUIRE(computed(text, entries, batch) == found);
  }
}

}  // namespace sample
