#include "ramet/recovery/internal/segment.hpp"

#include <algorithm>
#include <iterator>
#include <tuple>

namespace ramet::inline v1::recovery::internal {

std::vector<Segment> in_order(std::vector<Segment> saved, std::vector<Segment> found) {
  const auto place = [](const Segment& segment) { return std::tuple(segment.sequence, segment.ordinal); };
  const bool have_marks = std::ranges::all_of(saved, &Segment::has_mark);
  const bool is_by_sequence = have_marks && std::ranges::is_sorted(saved, {}, place);
  std::ranges::stable_sort(found, {}, &Segment::position);
  if (is_by_sequence || saved.empty()) std::ranges::stable_sort(found, {}, place);
  std::vector<Segment> all = std::move(saved);
  std::ranges::move(found, std::back_inserter(all));
  if (is_by_sequence) std::ranges::stable_sort(all, {}, place);
  return all;
}

}  // namespace ramet::inline v1::recovery::internal
