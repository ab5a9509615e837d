#include "ramet/expr/internal/run/loops/list_state.hpp"

#include <algorithm>
#include <cstring>

namespace ramet::inline v1::expr {

namespace {

constexpr std::int64_t least_room = 8;  // of a list that grows

}  // namespace

ListState::ListState(const Values& lists, NumberType item, std::size_t points, Arena& arena)
    : arena_(arena),
      size_(array::size_of(item)),
      points_(points),
      begins_(arena.make<std::int64_t>(points)),
      ends_(arena.make<std::int64_t>(points)),
      limits_(arena.make<std::int64_t>(points)),
      content_(arena.make<Values>(1).data()) {
  for (std::size_t k = 0; k < points; ++k) room_ += lists.count(k);
  numbers_ = static_cast<std::byte*>(arena.allocate(static_cast<std::size_t>(room_), size_));
  for (std::size_t k = 0; k < points; ++k) {
    const std::int64_t count = lists.count(k);
    begins_[k] = used_;
    if (count > 0)
      std::memcpy(
          at(used_),
          static_cast<const std::byte*>(lists.content->data) + static_cast<std::size_t>(lists.begins[k]) * size_,
          static_cast<std::size_t>(count) * size_);
    limits_[k] = ends_[k] = used_ += count;
  }
  *content_ = {.data = numbers_};
}

void ListState::keep_only(std::span<const std::uint32_t> places) noexcept {
  for (std::size_t k = 0; k < places.size(); ++k) {
    begins_[k] = begins_[places[k]];
    ends_[k] = ends_[places[k]];
    limits_[k] = limits_[places[k]];
  }
  points_ = places.size();
}

void ListState::append(std::size_t point, const void* value) {
  if (ends_[point] == limits_[point]) move_to_end(point);
  std::memcpy(at(ends_[point]++), value, size_);
}

void ListState::replace(std::size_t point, std::int64_t place, const void* value) noexcept {
  if (place >= 0 && place < ends_[point] - begins_[point]) std::memcpy(at(begins_[point] + place), value, size_);
}

void ListState::move_to_end(std::size_t point) {
  const std::int64_t count = ends_[point] - begins_[point];
  const std::int64_t wanted = std::max(least_room, 2 * count);
  if (wanted > room_ - used_) {
    const std::int64_t room = std::max(2 * room_, used_ + wanted);
    auto* const numbers = static_cast<std::byte*>(arena_.allocate(static_cast<std::size_t>(room), size_));
    if (used_ > 0) std::memcpy(numbers, numbers_, static_cast<std::size_t>(used_) * size_);
    numbers_ = numbers;
    room_ = room;
    *content_ = {.data = numbers_};
  }
  if (count > 0) std::memcpy(at(used_), at(begins_[point]), static_cast<std::size_t>(count) * size_);
  begins_[point] = used_;
  ends_[point] = used_ + count;
  limits_[point] = used_ += wanted;
}

}  // namespace ramet::inline v1::expr
