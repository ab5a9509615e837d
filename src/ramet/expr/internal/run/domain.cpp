#include "ramet/expr/internal/run/domain.hpp"

namespace ramet::inline v1::expr {

std::span<const std::uint32_t> Domain::up_to(const Domain& higher) {
  if (above_ == &higher) return up_;
  for (const auto& [domain, way] : ways_up_)
    if (domain == &higher) return way;
  const std::span<const std::uint32_t> rest = above_->up_to(higher);
  const std::span<std::uint32_t> way = arena_.make<std::uint32_t>(points_);
  for (std::size_t k = 0; k < points_; ++k) way[k] = rest[up_[k]];
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
