#include "ramet/expr/internal/run/loops/change_log.hpp"

#include <algorithm>
#include <cstring>

#include "ramet/core/error.hpp"

namespace ramet::inline v1::expr {

void ChangeLog::add(const Values* places, const Values& values, std::size_t size, Domain& domain, const Domain& body) {
  const bool is_everywhere = &domain == &body;
  const std::span<const std::uint32_t> points = is_everywhere ? std::span<const std::uint32_t>() : domain.up_to(body);
  const auto* value = static_cast<const std::byte*>(values.data);
  // The memory of a batch is limited; this is not in its arenas.
  if (changes_.size() + domain.points() > ArenaPool::most_bytes / sizeof(Change))
    ramet::detail::fail(ErrorKind::misuse, "an expression needs more than {} MiB for a batch of entries",
                        ArenaPool::most_bytes >> 20U);
  for (std::size_t k = 0; k < domain.points(); ++k, value += size) {
    Change& made = changes_.emplace_back(Change{.point = is_everywhere ? static_cast<std::uint32_t>(k) : points[k],
                                                .appends = places == nullptr,
                                                .place = places == nullptr ? 0 : places->numbers<std::int64_t>()[k],
                                                .value = 0});
    std::memcpy(&made.value, value, size);
  }
}

void ChangeLog::sort() {
  if (!std::ranges::is_sorted(changes_, {}, &Change::point)) std::ranges::stable_sort(changes_, {}, &Change::point);
}

void ChangeLog::move_up(std::span<const std::uint32_t> up) noexcept {
  for (Change& change : changes_) change.point = up[change.point];
}

void ChangeLog::make(ListState& lists) const {
  for (const Change& change : changes_) {
    if (change.appends)
      lists.append(change.point, &change.value);
    else
      lists.replace(change.point, change.place, &change.value);
  }
}

}  // namespace ramet::inline v1::expr
