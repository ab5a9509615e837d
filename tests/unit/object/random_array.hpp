#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>

#include "ramet/array/array_builder.hpp"

// Arrays of any type with values that follow from a seed.

namespace ramet_test {

/// Appends values that follow from a seed. Threads: one thread.
class RandomFiller {
 public:
  explicit RandomFiller(std::uint32_t seed) : random_(seed) {}

  void append(ramet::array::ArrayBuilder& to, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) append_one(to);
  }

 private:
  std::size_t below(std::size_t limit) { return random_() % limit; }

  template <class Number>
  static void append_number(ramet::array::ArrayBuilder& to, Number number) {
    std::memcpy(to.values.extend(sizeof number).data(), &number, sizeof number);
  }

  void append_number(ramet::array::ArrayBuilder& to) {
    using ramet::array::NumberType;
    const auto number = static_cast<std::int64_t>(random_());
    switch (to.number) {
      case NumberType::boolean:
        return append_number(to, number % 2 == 0);
      case NumberType::float32:
        return append_number(to, static_cast<float>(number % 1000) / 8);
      case NumberType::float64:
        return append_number(to, static_cast<double>(number % 100000) / 64);
      default:
        break;
    }
    const auto bytes = std::as_bytes(std::span(&number, 1));
    to.values.append(bytes.first(ramet::array::size_of(to.number)));
  }

  void append_one(ramet::array::ArrayBuilder& to) {
    using ramet::array::Kind;
    switch (to.kind) {
      case Kind::number:
        append_number(to);
        break;
      case Kind::string: {
        const std::string text(below(20) == 0 ? 255 + below(40) : below(6), static_cast<char>('a' + below(26)));
        to.values.append(std::as_bytes(std::span(text)));
        ramet::array::append_offset(to, static_cast<std::int64_t>(to.values.size()));
        break;
      }
      case Kind::list:
      case Kind::option:
        append(to.contents[0], below(to.kind == Kind::list ? 4 : 2));
        ramet::array::append_offset(to, static_cast<std::int64_t>(to.contents[0].length));
        break;
      case Kind::regular:
        append(to.contents[0], to.size);
        break;
      case Kind::record:
        for (ramet::array::ArrayBuilder& member : to.contents) append(member, 1);
        break;
      case Kind::variant:
        break;
    }
    ++to.length;
  }

  std::mt19937 random_;
};

/// So many values of a type.
inline ramet::array::Array random_array(const ramet::array::Type& type, std::size_t length, std::uint32_t seed) {
  ramet::array::ArrayBuilder array(type);
  RandomFiller(seed).append(array, length);
  return std::move(array).finish();
}

}  // namespace ramet_test
