#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "ramet/expr/internal/graph/value_type.hpp"
#include "ramet/expr/internal/run/arena.hpp"
#include "ramet/expr/internal/run/values.hpp"

namespace ramet::inline v1::expr {

/// Makes lists (or strings) that lie one behind the other in new memory. Threads: one at a time.
class ListMaker {
 public:
  /// For `points` lists whose values are of the type.
  ListMaker(Arena& arena, const ValueType& item, std::size_t points);

  /// Say how many values the next list has.
  void add_count(std::int64_t count) noexcept { ends_[next_++] = total_ += count; }
  std::int64_t total() const noexcept { return total_; }
  /// Make room for the values, when all counts were said; numbers are at the address that is returned.
  void* make_room();
  /// Copy values [first, last) of lists' content behind those that were copied before.
  void copy(const Values& content, std::int64_t first, std::int64_t last) noexcept;
  void copy_one(const Values& content, std::int64_t place) noexcept { copy(content, place, place + 1); }

  Values take();

 private:
  Arena& arena_;
  ValueType item_;
  std::span<std::int64_t> begins_;
  std::int64_t* ends_;
  std::size_t next_ = 0;
  std::int64_t total_ = 0;
  // The values: numbers, or views of lists and strings whose content stays where it is.
  std::byte* numbers_ = nullptr;
  std::int64_t* item_begins_ = nullptr;
  std::int64_t* item_ends_ = nullptr;
  const Values** item_sources_ = nullptr;
  std::int64_t written_ = 0;
};

/// The first point where the lists of one and the other have different numbers of values, or `points`.
std::size_t first_difference(const Values& one, const Values& other, std::size_t points);

/// The type of a string's characters.
inline ValueType character_type() noexcept { return ValueType::of(NumberType::uint8); }

}  // namespace ramet::inline v1::expr
