#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "unit/array/sample_builder.hpp"

#include "ramet/array/array_builder.hpp"
#include "ramet/array/value_column.hpp"

/// Small arrays of every kind, and whether two are the same.
namespace sample {

using ramet::array::Array;
using ramet::array::ArrayBuilder;
using ramet::array::ValueColumn;

template <class Value>
Array array_of(const std::vector<Value>& values) {
  return builder_of(values).finish();
}

/// Lists of strings, with the first letter of each beside, twice.
inline ArrayBuilder record_builder(const std::vector<std::vector<std::string>>& lists) {
  ArrayBuilder record(ramet::array::parse_type("{words: var * string, letters: 2 * int8}"));
  for (const auto& list : lists) {
    ValueColumn<std::vector<std::string>>::append(record.contents[0], list);
    const auto letter = static_cast<std::int8_t>(list.empty() || list[0].empty() ? 0 : list[0][0]);
    ValueColumn<std::array<std::int8_t, 2>>::append(record.contents[1], {letter, letter});
    ++record.length;
  }
  return record;
}
inline Array record_of(const std::vector<std::vector<std::string>>& lists) { return record_builder(lists).finish(); }

/// Numbers that may be missing.
inline ArrayBuilder option_builder(const std::vector<std::optional<int>>& values) {
  ArrayBuilder options(ramet::array::parse_type("?int32"));
  for (const std::optional<int>& value : values) {
    if (value) ValueColumn<std::int32_t>::append(options.contents[0], *value);
    append_offset(options, static_cast<std::int64_t>(options.contents[0].length));
    ++options.length;
  }
  return options;
}
inline Array options_of(const std::vector<std::optional<int>>& values) { return option_builder(values).finish(); }

using Choice = std::variant<std::monostate, int, std::string>;

/// Numbers, strings and nothing.
inline ArrayBuilder variant_builder(const std::vector<Choice>& values) {
  ArrayBuilder variants(ramet::array::parse_type("union[int32, string]"));
  for (const Choice& value : values) {
    const std::size_t tag = value.index();
    const auto place = tag == 0 ? 0 : static_cast<std::int64_t>(variants.contents[tag - 1].length);
    if (tag == 1) ValueColumn<std::int32_t>::append(variants.contents[0], std::get<1>(value));
    if (tag == 2) ValueColumn<std::string>::append(variants.contents[1], std::get<2>(value));
    variants.values.append(std::as_bytes(std::span(&tag, 1)).first(1));
    append_offset(variants, place);
    ++variants.length;
  }
  return variants;
}
inline Array variants_of(const std::vector<Choice>& values) { return variant_builder(values).finish(); }

/// The same bytes and offsets all the way down.
inline bool equal(const Array& a, const Array& b) {
  return a.type() == b.type() && a.length() == b.length() && std::ranges::equal(a.values(), b.values()) &&
         std::ranges::equal(a.list_offsets(), b.list_offsets()) &&
         std::ranges::equal(a.contents(), b.contents(), equal);
}

/// The same values, wherever their offsets begin.
inline bool same_values(const Array& a, const Array& b) {
  return equal(ramet::array::compact(a), ramet::array::compact(b));
}

}  // namespace sample
