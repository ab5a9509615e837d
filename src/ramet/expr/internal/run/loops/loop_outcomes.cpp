#include "ramet/expr/internal/run/loops/loop_outcomes.hpp"

#include <algorithm>
#include <cstring>

#include "ramet/expr/internal/run/evaluation.hpp"
#include "ramet/expr/internal/run/list_values.hpp"

namespace ramet::inline v1::expr {

namespace {

void scatter(const void* values, std::span<const std::uint32_t> places, std::span<const std::uint32_t> points, void* to,
             std::size_t size) {
  const auto* const from = static_cast<const std::byte*>(values);
  for (const std::uint32_t place : places)
    std::memcpy(static_cast<std::byte*>(to) + points[place] * size, from + place * size, size);
}

}  // namespace

Values copied(const Values& values, const ValueType& type, std::size_t points, Arena& arena) {
  if (type.is_number()) {
    const std::size_t size = array::size_of(type.number);
    void* const to = arena.allocate(points, size);
    if (points > 0) std::memcpy(to, values.data, points * size);
    return {.data = to};
  }
  const ValueType item = type.is_list() ? type.item() : character_type();
  ListMaker lists(arena, item, points);
  for (std::size_t k = 0; k < points; ++k) lists.add_count(values.count(k));
  lists.make_room();
  for (std::size_t k = 0; k < points; ++k) lists.copy(*values.content, values.begins[k], values.ends[k]);
  const auto total = static_cast<std::size_t>(lists.total());
  const Values made = lists.take();
  if (item.is_number()) return made;
  Values* const content = arena.make<Values>(1).data();
  *content = copied(*made.content, item, total, arena);
  return {.begins = made.begins, .ends = made.ends, .content = content, .packed = true};
}

LoopOutcomes::LoopOutcomes(std::span<const ValueType> types, const std::vector<bool>& stay, std::size_t points,
                           Arena& arena)
    : types_(types),
      stay_(stay),
      points_(points),
      arena_(arena),
      numbers_(types.size()),
      begins_(types.size()),
      ends_(types.size()),
      contents_(types.size()),
      lists_(types.size()) {
  for (std::size_t k = 0; k < types.size(); ++k)
    if (types[k].is_number()) {
      numbers_[k] = arena.allocate(points, array::size_of(types[k].number));
    } else if (are_copied(k)) {
      leavings_.resize(points);
    } else {
      begins_[k] = arena.make<std::int64_t>(points).data();
      ends_[k] = arena.make<std::int64_t>(points).data();
    }
}

void LoopOutcomes::add(std::span<const Values> values, std::span<const std::uint32_t> places,
                       std::span<const std::uint32_t> points) {
  for (std::size_t k = 0; k < types_.size(); ++k)
    if (types_[k].is_number()) {
      scatter(values[k].data, places, points, numbers_[k], array::size_of(types_[k].number));
    } else if (!are_copied(k)) {
      scatter(values[k].begins, places, points, begins_[k], sizeof(std::int64_t));
      scatter(values[k].ends, places, points, ends_[k], sizeof(std::int64_t));
      contents_[k] = values[k].content;
    } else {
      lists_[k].push_back(copied(project(values[k], types_[k], places, arena_), types_[k], places.size(), arena_));
    }
  if (!leavings_.empty())
    for (std::uint32_t k = 0; k < places.size(); ++k) leavings_[points[places[k]]] = {leaves_, k};
  ++leaves_;
}

std::vector<Values> LoopOutcomes::take() {
  std::vector<Values> all;
  for (std::size_t k = 0; k < types_.size(); ++k)
    if (types_[k].is_number())
      all.push_back({.data = numbers_[k]});
    else if (are_copied(k))
      all.push_back(joined(types_[k], lists_[k]));
    else
      all.push_back({.begins = begins_[k],
                     .ends = ends_[k],
                     .content = contents_[k],
                     .packed = points_ > 0 && std::equal(begins_[k] + 1, begins_[k] + points_, ends_[k])});
  return all;
}

Values LoopOutcomes::joined(const ValueType& type, const std::vector<Values>& parts) {
  ListMaker lists(arena_, type.is_list() ? type.item() : character_type(), points_);
  for (const Leaving& one : leavings_) lists.add_count(parts[one.leave].count(one.place));
  lists.make_room();
  for (const Leaving& one : leavings_) {
    const Values& part = parts[one.leave];
    lists.copy(*part.content, part.begins[one.place], part.ends[one.place]);
  }
  return lists.take();
}

}  // namespace ramet::inline v1::expr
