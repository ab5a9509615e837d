#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "ramet/object/internal/columns/column_plan.hpp"
#include "ramet/object/internal/head_pattern.hpp"

namespace ramet::inline v1::object::internal {

/// Objects that all look like one that was seen: of one size, with the same heads in the same places. What lies between
/// is numbers, each of which goes to its array by a strided copy over many objects.
///
///   object   | head | number | number | head of a base or member | number x 15 | ...
///   the same |======|        |        |==========================|             |     compared byte by byte
///
/// Threads: immutable.
class Bulk {
 public:
  /// Learn from the object (or pair) at the cursor, which does not move. Nothing when not all members are numbers, or
  /// the object is incomplete; reading it normally then reports the error.
  static std::optional<Bulk> learn(const ColumnPlan& plan, bytes::ByteCursor at);

  /// Read up to `count` objects, until one has different heads. Returns the number of objects read.
  std::size_t read(bytes::ByteCursor& cursor, std::size_t count, array::ArrayBuilder& to) const;

 private:
  using Path = std::vector<std::uint32_t>;  // indices of contents, from the record down

  /// Adjacent numbers in an object, and their place among those that each object adds to an array.
  struct Numbers {
    std::size_t offset;
    std::size_t count;
    NumberCoding coding;
    Path path;
    std::size_t place;
    std::size_t per_object = 0;
  };
  /// An array that contains numbers, and by how many values it grows for each object.
  struct Growth {
    Path path;
    std::size_t per_object;
  };

  class Learner;

  Bulk() = default;
  static void copy(const Numbers& numbers, const std::byte* from, std::size_t stride, std::size_t count, std::byte* to);

  HeadPattern pattern_;
  std::vector<Numbers> numbers_;
  std::vector<Growth> growths_;
};

}  // namespace ramet::inline v1::object::internal
