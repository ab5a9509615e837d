#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <vector>

#include "ramet/array/array.hpp"
#include "ramet/array/type.hpp"
#include "ramet/bytes/buffer.hpp"

namespace ramet::inline v1::array {

/// Values of a column while they are made: as Array, but the memory is its own and can be written, offsets begin at 0
/// and contents end where offsets do. Decoders write into the buffers directly. One that was moved from or finished is
/// only good for being assigned to. Threads: const-safe.
class ArrayBuilder {
 public:
  Kind kind = Kind::number;
  NumberType number = NumberType::float64;
  std::uint64_t size = 0;
  std::size_t length = 0;
  bytes::Buffer values;
  bytes::Buffer offsets;
  std::vector<std::string> names;
  std::vector<ArrayBuilder> contents;

  ArrayBuilder() = default;
  /// Make a builder without values.
  explicit ArrayBuilder(const Type& type);

  Type type() const;
  /// A builder of the same type without values.
  ArrayBuilder without_values() const;

  /// The numbers. Throws Error(misuse) when they are of another type than Number.
  template <class Number>
  std::span<const Number> numbers() const {
    require(number_type<Number>());
    return {reinterpret_cast<const Number*>(values.data()), length};
  }
  std::span<const std::int64_t> list_offsets() const noexcept {
    return {reinterpret_cast<const std::int64_t*>(offsets.data()), offsets.size() / sizeof(std::int64_t)};
  }
  std::span<const std::uint8_t> tags() const noexcept {
    return {reinterpret_cast<const std::uint8_t*>(values.data()), values.size()};
  }

  /// Forget the values, keep the memory.
  void clear() noexcept;

  /// Bytes held by values and offsets, nested ones included.
  std::size_t byte_count() const noexcept;

  /// The values, which nobody changes from here on: nothing is copied. Throws Error(misuse) when lengths, sizes of
  /// buffers and ends of offsets contradict each other, whatever they claim; validate() looks at the values.
  Array finish() &&;

  /// The same, with contents that were finished before, in place of its own.
  Array finish(std::vector<Array> finished) &&;

  /// The values, as long as the builder lives and is not changed; no copy of what is returned may outlive that. Throws
  /// as finish.
  Array borrow() const;

  /// An empty builder of the array's type, with the memory of what nobody else holds any longer.
  static ArrayBuilder reuse(Array&& array);

 private:
  static std::unique_ptr<Array::Node> make_node(const ArrayBuilder& like, std::vector<Array> contents);
  void require(NumberType wanted) const;
  void check_sizes(std::span<const Array> finished) const;
};

/// Append all values of `more` to `to`. Throws Error(misuse) when the types differ.
void append(ArrayBuilder& to, const Array& more);

/// Append values [first, last) of `from`, which is another one of the same type and holds them.
void append(ArrayBuilder& to, const Array& from, std::size_t first, std::size_t last);
void append(ArrayBuilder& to, const ArrayBuilder& from, std::size_t first, std::size_t last);

/// Keep the first `length` values, of at least so many: what an append that failed half way has left goes, too.
void truncate(ArrayBuilder& array, std::size_t length) noexcept;

/// Append so many values that are zero, empty, or none.
void append_zeros(ArrayBuilder& to, std::size_t count);

/// Make room in `to` for the values of all the parts, which are of its type, so that appending them copies each once.
void reserve_for(ArrayBuilder& to, std::span<const Array> parts);

/// The builders' values, as ArrayBuilder::borrow.
std::vector<Array> borrow(std::span<const ArrayBuilder> builders);

/// The builders' values, as ArrayBuilder::finish.
std::vector<Array> finish(std::vector<ArrayBuilder>&& builders);

/// Add the end of a list, string or option that now ends at `end` of its content.
inline void append_offset(ArrayBuilder& array, std::int64_t end) {
  const auto place = array.offsets.extend(sizeof end);
  std::memcpy(place.data(), &end, sizeof end);
}

}  // namespace ramet::inline v1::array
