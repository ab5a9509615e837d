#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <vector>

#include "ramet/array/type.hpp"
#include "ramet/bytes/buffer.hpp"

namespace ramet::inline v1::array {

/// Values of a column, contiguous and native-endian; nesting is by offsets, as in Arrow and awkward:
///
///   number   values: length * size_of(number) bytes
///   string   offsets: length + 1 int64 into values, which holds the characters
///   list     offsets: length + 1 int64 into contents[0]
///   regular  contents[0] has length * size values
///   record   contents[k] has length values of the member names[k]
///   option   offsets: length + 1 int64 into contents[0], which has the values that are there: as a list of 0 or 1
///   variant  values: length tags of one byte, 0 for no value, else k + 1 for one in contents[k];
///            offsets: length int64, where in that content it is (0 for no value)
///
/// Offsets of all but variants begin at 0. Threads: const-safe.
struct Array {
  Kind kind = Kind::number;
  NumberType number = NumberType::float64;
  std::uint64_t size = 0;
  std::size_t length = 0;
  bytes::Buffer values;
  bytes::Buffer offsets;
  std::vector<std::string> names;
  std::vector<Array> contents;

  Array() = default;
  /// An empty array of the type, ready to be appended to.
  explicit Array(const Type& type);

  Type type() const;

  /// The numbers. Throws Error(misuse) when they are of another type than Number.
  template <class Number>
  std::span<const Number> numbers() const {
    require(number_type<Number>());
    return {reinterpret_cast<const Number*>(values.data()), length};
  }

  /// Where each list, string or option begins, and at the end where the last one ends; of a variant, the place of each
  /// value.
  std::span<const std::int64_t> list_offsets() const noexcept {
    return {reinterpret_cast<const std::int64_t*>(offsets.data()), offsets.size() / sizeof(std::int64_t)};
  }

  /// Which alternative each value of a variant is, from 1; 0 for none.
  std::span<const std::uint8_t> tags() const noexcept {
    return {reinterpret_cast<const std::uint8_t*>(values.data()), values.size()};
  }

  /// Forget the values, keep the memory.
  void clear() noexcept;

  /// Bytes held by values and offsets, nested ones included.
  std::size_t byte_count() const noexcept;

 private:
  void require(NumberType wanted) const;
};

/// Append all values of `more` to `to`. Throws Error(misuse) when the types differ.
void append(Array& to, const Array& more);

/// Append values [first, last) of `from`, which is another array of the same type and holds them.
void append(Array& to, const Array& from, std::size_t first, std::size_t last);

/// Keep the first `length` values, of at least so many: what an append that failed half way has left goes, too.
void truncate(Array& array, std::size_t length) noexcept;

/// Append so many values that are zero, empty, or none.
void append_zeros(Array& to, std::size_t count);

/// Make room in `to` for the values of all the parts, which are of its type, so that appending them copies each once.
void reserve_for(Array& to, std::span<const Array> parts);

/// Values [first, last), copied. Throws Error(misuse) when they are not all there.
Array slice(const Array& array, std::size_t first, std::size_t last);

/// Throw Error(misuse) unless sizes, lengths and offsets agree all the way down, and booleans are 0 or 1. Who takes
/// arrays from outside calls it, whatever their lengths claim.
void validate(const Array& array);

/// Add the end of a list, string or option that now ends at `end` of its content.
inline void append_offset(Array& array, std::int64_t end) {
  const auto place = array.offsets.extend(sizeof end);
  std::memcpy(place.data(), &end, sizeof end);
}

}  // namespace ramet::inline v1::array
