#include "ramet/expr/internal/run/list_values.hpp"

#include <algorithm>
#include <cstring>

#include "ramet/bytes/detail/each_machine.hpp"

namespace ramet::inline v1::expr {

namespace {

// Whether all numbers are larger than the others by the same.
RAMET_EACH_MACHINE bool are_shifted(const std::int64_t* one, const std::int64_t* other, std::size_t count) {
  const std::int64_t shift = one[0] - other[0];
  std::int64_t difference = 0;
  for (std::size_t k = 0; k < count; ++k) difference |= (one[k] - other[k]) ^ shift;
  return difference == 0;
}

}  // namespace

std::size_t first_difference(const Values& one, const Values& other, std::size_t points) {
  if (one.begins == other.begins && one.ends == other.ends) return points;
  if (points > 0 && one.packed && other.packed && one.count(0) == other.count(0) &&
      are_shifted(one.ends, other.ends, points))
    return points;
  std::size_t found = 0;
  while (found < points && one.count(found) == other.count(found)) ++found;
  return found;
}

ListMaker::ListMaker(Arena& arena, const ValueType& item, std::size_t points)
    : arena_(arena), item_(item), begins_(arena.make<std::int64_t>(points + 1)) {
  begins_[0] = 0;
  ends_ = begins_.data() + 1;
}

void* ListMaker::make_room() {
  const auto count = static_cast<std::size_t>(total_);
  if (item_.is_number()) {
    numbers_ = static_cast<std::byte*>(arena_.allocate(count, array::size_of(item_.number)));
    return numbers_;
  }
  item_begins_ = arena_.make<std::int64_t>(count).data();
  item_ends_ = arena_.make<std::int64_t>(count).data();
  item_sources_ = arena_.make<const Values*>(count).data();
  return nullptr;
}

void ListMaker::copy(const Values& content, std::int64_t first, std::int64_t last) noexcept {
  const std::int64_t count = last - first;
  if (count <= 0) return;
  if (numbers_ != nullptr) {
    const std::size_t size = array::size_of(item_.number);
    const auto* const from = static_cast<const std::byte*>(content.data) + static_cast<std::size_t>(first) * size;
    std::byte* const to = numbers_ + static_cast<std::size_t>(written_) * size;
    if (count == 1 && size == 4)
      std::memcpy(to, from, 4);
    else
      std::memcpy(to, from, static_cast<std::size_t>(count) * size);
  } else {
    std::copy(content.begins + first, content.begins + last, item_begins_ + written_);
    std::copy(content.ends + first, content.ends + last, item_ends_ + written_);
    std::fill(item_sources_ + written_, item_sources_ + written_ + count, content.content);
  }
  written_ += count;
}

Values ListMaker::take() {
  Values* const content = arena_.make<Values>(1).data();
  *content = {};
  const auto count = static_cast<std::size_t>(total_);
  if (item_.is_number()) {
    content->data = numbers_;
  } else if (count > 0 && std::any_of(item_sources_, item_sources_ + count,
                                      [&](const Values* source) { return source != item_sources_[0]; })) {
    // The values are views of several contents: copy what they see into one.
    ListMaker copies(arena_, item_.is_list() ? item_.item() : character_type(), count);
    for (std::size_t k = 0; k < count; ++k) copies.add_count(item_ends_[k] - item_begins_[k]);
    copies.make_room();
    for (std::size_t k = 0; k < count; ++k) copies.copy(*item_sources_[k], item_begins_[k], item_ends_[k]);
    *content = copies.take();
  } else {
    content->begins = item_begins_;
    content->ends = item_ends_;
    content->content = count > 0 ? item_sources_[0] : content;
  }
  return {nullptr, begins_.data(), ends_, content, true};
}

}  // namespace ramet::inline v1::expr
