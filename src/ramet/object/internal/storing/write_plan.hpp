#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "ramet/array/array.hpp"
#include "ramet/bytes/buffer.hpp"
#include "ramet/object/internal/storing/number_store.hpp"
#include "ramet/object/stored_form.hpp"

namespace ramet::inline v1::object::internal {

/// The path from an array to one inside it: indices of contents. Threads: a value.
using ContentPath = std::vector<std::uint32_t>;

/// Adjacent numbers in an image. Threads: a value.
struct ImageNumbers {
  ContentPath path;           ///< the path to their array
  std::size_t per_value = 1;  ///< how many of the array's numbers belong to each value
  std::size_t first = 0;      ///< the first of these
  std::size_t count = 1;      ///< the number of these
  std::size_t offset = 0;     ///< in the image
  NumberStore store;
};

/// Values that have the same bytes except for numbers at fixed positions: all heads and byte counts are equal.
///
///   | head | number | number | head of a base or member | number x 15 | ...
///
/// Threads: immutable.
struct Image {
  std::vector<std::byte> bytes = {};  ///< empty: there is no image
  std::vector<ImageNumbers> numbers = {};
};

/// The head of an object. Threads: a value.
struct ObjectHead {
  std::uint16_t version = 0;
  std::uint32_t checksum = 0;  ///< instead of a version, unless it is 0
};

struct WritePart;

/// How values of an array are written in a form. Threads: immutable.
struct WritePlan {
  FormKind kind = FormKind::nothing;
  Head head = Head::none;
  ObjectHead object = {};  ///< the head of an object
  NumberStore number = {};
  std::uint64_t size = 0;  ///< fixed_array, and collections from a regular array: the number of items
  std::vector<WritePlan> contents = {};
  std::vector<WritePart> parts;  ///< of an object: its members in order
  Image image = {};              ///< of one value, with its head
};

/// Members of an object that are written together. Threads: immutable.
struct WritePart {
  Image image = {};         ///< of several members, each of fixed size
  bool is_of_self = false;  ///< no image: a base, or the values of a std::array, taken from the object's own array
  std::size_t place = 0;    ///< no image: the member of the record
  WritePlan plan = {};      ///< no image
};

/// Match a form with the type of an array. Throws Error(misuse), naming the member, when the types do not match.
WritePlan compile_write(const StoredForm& form, const array::Type& type);

/// Whether values of the plan are or contain objects, including pairs of maps.
bool holds_objects(const WritePlan& plan) noexcept;

/// Append `count` values from `first` on.
void write_each(const WritePlan& plan, const array::Array& from, std::size_t first, std::size_t count,
                bytes::Buffer& to);

/// Append a member of `count` objects that are stored member-wise.
void write_column(const WritePlan& plan, const array::Array& from, std::size_t first, std::size_t count,
                  bytes::Buffer& to);

}  // namespace ramet::inline v1::object::internal
