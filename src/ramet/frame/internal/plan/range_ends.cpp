#include "ramet/frame/internal/plan/range_ends.hpp"

#include <algorithm>

namespace ramet::inline v1::frame::internal {

RangeEnds::RangeEnds(const Plan& plan) : plan_(&plan), ends_(plan.stages.size()) {
  for (std::size_t number = 1; number < plan.stages.size(); ++number) {
    const Stage& stage = plan.stages[number];
    if (stage.is_range() && !stage.is_counted && stage.node->range.has_end())
      ends_[number] = entry_of(number, stage.node->range.last - 1);
  }
}

std::optional<std::uint64_t> RangeEnds::of(std::size_t number) const {
  const Stage& stage = plan_->stages[number];
  const std::optional<std::uint64_t> end = ends_[number];
  if (!stage.uses.empty() || stage.counts_filters || stage.below.empty()) return end;
  std::uint64_t last = 0;
  for (const std::size_t below : stage.below) {
    const auto end_below = of(below);
    if (!end_below) return end;
    last = std::max(last, *end_below);
  }
  return end ? std::min(*end, last) : last;
}

/// The end of the entries up to the one that comes to a range behind so many others, when no filter is above.
std::optional<std::uint64_t> RangeEnds::entry_of(std::size_t number, std::uint64_t before) const {
  const std::size_t above = plan_->stages[number].above;
  if (above == 0) return before + 1;
  const RangeStep& range = plan_->stages[above].node->range;
  std::uint64_t there = 0;
  if (__builtin_mul_overflow(before, range.step, &there) || __builtin_add_overflow(there, range.first, &there))
    return std::nullopt;
  return range.keeps(there) ? entry_of(above, there) : std::nullopt;
}

}  // namespace ramet::inline v1::frame::internal
