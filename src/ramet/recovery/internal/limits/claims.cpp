#include "ramet/recovery/internal/limits/claims.hpp"

#include <algorithm>
#include <iterator>
#include <numeric>

namespace ramet::inline v1::recovery::internal {
namespace {

std::uint64_t end_of(const Claimed& thing) noexcept { return thing.offset + std::min(thing.size, ~thing.offset); }

bool is_same_place(const Claimed& one, const Claimed& other) noexcept {
  return one.offset == other.offset && one.size == other.size;
}

}  // namespace

Claim Claims::look_up(const Claimed& thing) const {
  const auto behind = std::ranges::lower_bound(held_, end_of(thing), {}, &Claimed::offset);
  if (behind == held_.begin()) return Claim::fresh;
  // Held claims overlap only if they have the same place and different plain sizes.
  auto before = std::prev(behind);
  if (end_of(*before) <= thing.offset) return Claim::fresh;
  if (!is_same_place(*before, thing)) return Claim::overlapping;
  for (;; --before) {
    if (!is_same_place(*before, thing)) return Claim::fresh;
    if (before->plain_size == thing.plain_size) return Claim::known;
    if (before == held_.begin()) return Claim::fresh;
  }
}

std::vector<Claim> Claims::claim(std::span<const Claimed> things, bool may_repeat) {
  std::vector<std::size_t> order(things.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t thing) { return things[thing]; });
  std::vector<Claim> claims(things.size(), Claim::fresh);
  std::vector<Claimed> fresh;
  const Claimed* last = nullptr;  // the last thing whose claim was accepted
  for (const std::size_t number : order) {
    const Claimed& thing = things[number];
    Claim& claim = claims[number];
    if (thing.size == 0) continue;
    if (last != nullptr && is_same_place(*last, thing)) {
      claim = !may_repeat ? Claim::overlapping : *last == thing ? Claim::known : look_up(thing);
    } else if (last != nullptr && thing.offset < end_of(*last)) {
      claim = Claim::overlapping;
    } else {
      claim = look_up(thing);
    }
    if (claim == Claim::overlapping) continue;
    last = &thing;
    if (claim == Claim::fresh) fresh.push_back(thing);
  }
  const auto middle = static_cast<std::ptrdiff_t>(held_.size());
  held_.insert(held_.end(), fresh.begin(), fresh.end());
  std::inplace_merge(held_.begin(), held_.begin() + middle, held_.end());
  return claims;
}

std::string Claims::damage_of(const Claimed& thing) const {
  const auto found = damaged_.find(thing);
  return found == damaged_.end() ? std::string() : found->second;
}

}  // namespace ramet::inline v1::recovery::internal
