#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "unit/array/sample_builder.hpp"

#include "ramet/array/array_builder.hpp"
#include "ramet/array/value_column.hpp"

/// Small columns of every type, and whether two are the same.
namespace sample {

namespace array = ramet::array;
using array::Array;
using array::ArrayBuilder;
using array::Kind;
using array::NumberType;
using array::Type;

template <class Value>
Array column_of(const std::vector<Value>& values) {
  return builder_of(values).finish();
}
template <class Value>
Array column_of(std::initializer_list<Value> values) {
  return column_of(std::vector<Value>(values));
}

/// Type, lengths, offsets from 0 and bytes are equal.
inline bool is_same(const Array& one, const Array& other) {
  const Array a = array::compact(one);
  const Array b = array::compact(other);
  return a.kind() == b.kind() && (a.kind() != Kind::number || a.number() == b.number()) && a.size() == b.size() &&
         a.length() == b.length() && a.names() == b.names() && std::ranges::equal(a.values(), b.values()) &&
         std::ranges::equal(a.list_offsets(), b.list_offsets()) &&
         std::ranges::equal(a.contents(), b.contents(), is_same);
}

/// Put more values behind those of an array.
inline void append(Array& to, const Array& more) {
  ArrayBuilder joined(to.type());
  array::append(joined, to);
  array::append(joined, more);
  to = std::move(joined).finish();
}

inline bool is_same(const ArrayBuilder& a, const Array& b) { return is_same(a.borrow(), b); }

inline bool is_same(const std::vector<Array>& a, const std::vector<Array>& b) {
  return std::ranges::equal(a, b, [](const Array& x, const Array& y) { return is_same(x, y); });
}

/// The same columns to be appended to.
inline std::vector<ArrayBuilder> builders_of(const std::vector<Array>& columns) {
  std::vector<ArrayBuilder> builders;
  for (const Array& column : columns) array::append(builders.emplace_back(column.type()), column);
  return builders;
}

inline std::vector<Array> slices(const std::vector<Array>& columns, std::size_t first, std::size_t last) {
  std::vector<Array> parts;
  for (const Array& column : columns) parts.push_back(column.slice(first, last));
  return parts;
}

/// Reproducible noise: the same seed gives the same numbers everywhere (SplitMix64). Threads: one thread.
class Noise {
 public:
  explicit Noise(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }
  std::size_t below(std::size_t limit) { return static_cast<std::size_t>(next() % limit); }

 private:
  std::uint64_t state_;
};

/// Append `count` values of any type: numbers whose bytes are noise (no NaN, so that values can be compared too), lists
/// and strings of 0..4, now and then of 300, half of the options and one of the variants' choices without a value.
inline void append_noise(ArrayBuilder& to, std::size_t count, Noise& noise) {
  const auto length = [&] { return noise.below(50) == 0 ? std::size_t{300} : noise.below(5); };
  for (std::size_t value = 0; value < count; ++value) {
    if (to.kind == Kind::number) {
      const std::size_t width = array::size_of(to.number);
      std::uint64_t bits = noise.next();
      if (to.number == NumberType::boolean) bits &= 1;
      if (to.number == NumberType::float32) {
        const auto number = static_cast<float>(static_cast<std::int32_t>(bits)) / 1024.0F;
        std::memcpy(&bits, &number, sizeof number);
      }
      if (to.number == NumberType::float64) {
        const auto number = static_cast<double>(static_cast<std::int64_t>(bits)) / 1024.0;
        std::memcpy(&bits, &number, sizeof number);
      }
      std::memcpy(to.values.extend(width).data(), &bits, width);
    } else if (to.kind == Kind::string) {
      for (std::size_t left = length(); left > 0; --left) to.values.extend(1)[0] = static_cast<std::byte>(noise.next());
      array::append_offset(to, static_cast<std::int64_t>(to.values.size()));
    } else if (to.kind == Kind::list || to.kind == Kind::option) {
      append_noise(to.contents[0], to.kind == Kind::list ? length() : noise.below(2), noise);
      array::append_offset(to, static_cast<std::int64_t>(to.contents[0].length));
    } else if (to.kind == Kind::regular) {
      append_noise(to.contents[0], to.size, noise);
    } else if (to.kind == Kind::variant) {
      const std::size_t tag = noise.below(to.contents.size() + 1);
      to.values.extend(1)[0] = static_cast<std::byte>(tag);
      array::append_offset(to, tag == 0 ? 0 : static_cast<std::int64_t>(to.contents[tag - 1].length));
      if (tag != 0) append_noise(to.contents[tag - 1], 1, noise);
    } else {
      for (ArrayBuilder& member : to.contents) append_noise(member, 1, noise);
    }
    ++to.length;
  }
}

inline Array noise_of(std::string_view type, std::size_t count, std::uint64_t seed = 1) {
  ArrayBuilder column(array::parse_type(type));
  Noise noise(seed);
  append_noise(column, count, noise);
  return std::move(column).finish();
}

}  // namespace sample
