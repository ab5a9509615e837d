#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "ramet/expr/internal/graph/value_type.hpp"
#include "ramet/expr/internal/run/arena.hpp"
#include "ramet/expr/internal/run/values.hpp"

namespace ramet::inline v1::expr {

/// A variable of a loop that is a list of numbers, of which single values change, as by `v[i] = x` and
/// `v.push_back(x)`: they change where they are, so that a run of the loop does not cost the length of the list. There
/// is one list for each point that is left.
///
///     numbers   | a a a . | b | c c . . . . | . . .       each list has room to grow; one that is full moves behind
///     the
///                 ^     ^                     ^           last, with twice the room
///              begins  limits                used
///
/// Threads: one at a time.
class ListState {
 public:
  /// Copies of lists of such numbers, one for each point. The arena outlives this.
  ListState(const Values& lists, NumberType item, std::size_t points, Arena& arena);

  std::size_t points() const noexcept { return points_; }
  /// Keep the lists at these places, which increase.
  void keep_only(std::span<const std::uint32_t> places) noexcept;
  /// Put a value, one of the item's type, behind the last of a list.
  void append(std::size_t point, const void* value);
  /// Put a value in place of another one; nothing happens where the list has no such place.
  void replace(std::size_t point, std::int64_t place, const void* value) noexcept;

  /// The lists, as they are until the next change.
  Values values() const noexcept { return {.begins = begins_.data(), .ends = ends_.data(), .content = content_}; }

 private:
  std::byte* at(std::int64_t place) const noexcept { return numbers_ + static_cast<std::size_t>(place) * size_; }
  void move_to_end(std::size_t point);

  Arena& arena_;
  std::size_t size_;  // of a number
  std::size_t points_;
  std::span<std::int64_t> begins_;
  std::span<std::int64_t> ends_;
  std::span<std::int64_t> limits_;  // of the room of each list
  std::byte* numbers_ = nullptr;
  std::int64_t used_ = 0;
  std::int64_t room_ = 0;  // of all numbers
  Values* content_;
};

}  // namespace ramet::inline v1::expr
