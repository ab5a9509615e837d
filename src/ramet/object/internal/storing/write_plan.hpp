#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "ramet/array/array.hpp"
#include "ramet/bytes/buffer.hpp"
#include "ramet/object/internal/storing/number_store.hpp"
#include "ramet/object/stored_form.hpp"

namespace ramet::inline v1::object::internal {

/// From an array to one inside it: which content of which content. Threads: a value.
using ContentPath = std::vector<std::uint32_t>;

/// Numbers that lie side by side in an image. Threads: a value.
struct ImageNumbers {
  ContentPath path;           ///< to their array
  std::size_t per_value = 1;  ///< of that array's numbers, how many each value of the image has
  std::size_t first = 0;      ///< which of these
  std::size_t count = 1;      ///< how many
  std::size_t offset = 0;     ///< in the image
  NumberStore store;
};

/// Values that all take the same bytes, but for numbers in fixed places: heads and byte counts are the same in all.
///
///   | head | number | number | head of a base or member | number x 15 | ...
///
/// Threads: immutable.
struct Image {
  std::vector<std::byte> bytes = {};  ///< none: there is no image
  std::vector<ImageNumbers> numbers = {};
};

/// What an object's head says. Threads: a value.
struct ObjectHead {
  std::uint16_t version = 0;
  std::uint32_t checksum = 0;  ///< instead of a version, unless it is 0
};

struct WritePart;

/// How values of an array get into the bytes of a form: the form, matched with the array's type. Threads: immutable.
struct WritePlan {
  FormKind kind = FormKind::nothing;
  Head head = Head::none;
  ObjectHead object = {};  ///< what the head of an object says
  NumberStore number = {};
  std::uint64_t size = 0;  ///< fixed_array, and collections from a regular array: how many items
  std::vector<WritePlan> contents = {};
  std::vector<WritePart> parts;  ///< of an object: its members in order
  Image image = {};              ///< of one value, with its head
};

/// Members of an object that are written together. Threads: immutable.
struct WritePart {
  Image image = {};         ///< of several members, each of fixed size
  bool is_of_self = false;  ///< no image: a base, or what a std::array holds: from the object's own array
  std::size_t place = 0;    ///< no image: which member of the record
  WritePlan plan = {};      ///< no image
};

/// Match a form with the type of an array. Throws Error(misuse), naming the member, when it cannot be written from it.
WritePlan compile_write(const StoredForm& form, const array::Type& type);

/// Whether values of the plan are or hold objects, pairs of maps among them.
bool holds_objects(const WritePlan& plan) noexcept;

/// Append `count` values from `first` on, one after the other.
void write_each(const WritePlan& plan, const array::Array& from, std::size_t first, std::size_t count,
                bytes::Buffer& to);

/// Append what a member has in `count` objects that are stored member-wise.
void write_column(const WritePlan& plan, const array::Array& from, std::size_t first, std::size_t count,
                  bytes::Buffer& to);

}  // namespace ramet::inline v1::object::internal
