#include "ramet/expr/internal/run/domain.hpp"

#include <algorithm>

namespace ramet::inline v1::expr {

namespace {

// The point of each element. Most lists are short: so many values are written at once, and those too many are
// overwritten by the next list's.
constexpr std::size_t at_once = 8;

void write_points(const Values& lists, std::size_t points, std::uint32_t* to) {
  for (std::size_t k = 0; k < points; ++k) {
    const auto count = static_cast<std::size_t>(lists.count(k));
    for (std::size_t i = 0; i < at_once; ++i) to[i] = static_cast<std::uint32_t>(k);
    if (count > at_once) std::fill(to + at_once, to + count, static_cast<std::uint32_t>(k));
    to += count;
  }
}

}  // namespace

std::span<const std::uint32_t> Domain::up() {
  if (up_.size() == points_) return up_;
  const auto made = arena_.make<std::uint32_t>(points_ + at_once);
  write_points(lists_, above_->points(), made.data());
  up_ = made.first(points_);
  return up_;
}

std::span<const std::uint32_t> Domain::up_to(const Domain& higher) {
  if (above_ == &higher) return up();
  for (const auto& [domain, way] : ways_up_)
    if (domain == &higher) return way;
  const std::span<const std::uint32_t> rest = above_->up_to(higher);
  const std::span<const std::uint32_t> own = up();
  const std::span<std::uint32_t> way = arena_.make<std::uint32_t>(points_);
  for (std::size_t k = 0; k < points_; ++k) way[k] = rest[own[k]];
  ways_up_.emplace_back(&higher, way);
  return way;
}

Domain* Domain::below(NodeId node, bool truth) const noexcept {
  for (const Below& below : below_)
    if (below.node == node && below.truth == truth) return below.domain.get();
  return nullptr;
}

Domain& Domain::keep_below(NodeId node, bool truth, std::unique_ptr<Domain> domain) {
  return *below_.emplace_back(Below{node, truth, std::move(domain)}).domain;
}

}  // namespace ramet::inline v1::expr
