#include "ramet/io/internal/joined_extents.hpp"

#include <algorithm>
#include <cstddef>

namespace ramet::inline v1::io {
namespace {

bool is_inside(const Extent& extent, std::uint64_t size) noexcept {
  return extent.offset <= size && extent.size <= size - extent.offset;
}

bool is_joined(const Extent& run, std::size_t pieces, const Extent& next, const ReadRunLimits& limits) noexcept {
  const std::uint64_t end = run.offset + run.size;
  if (next.offset < end) return true;  // shares bytes with the run
  return next.offset - end <= limits.largest_gap && pieces < limits.most_pieces &&
         next.offset + next.size - run.offset <= limits.most_bytes;
}

}  // namespace

JoinedExtents join_extents(const ByteSource& source, std::span<const Extent> extents, const ReadRunLimits& limits) {
  JoinedExtents joined;
  for (const Extent& extent : extents) {
    if (extent.size == 0 || !is_inside(extent, source.size())) continue;
    if (!source.view(extent.offset, static_cast<std::size_t>(extent.size))) joined.extents.push_back(extent);
  }
  std::ranges::stable_sort(joined.extents, {}, &Extent::offset);
  const auto [same, end_of_same] = std::ranges::unique(joined.extents);
  joined.extents.erase(same, end_of_same);
  for (std::size_t number = 0; number < joined.extents.size(); ++number) {
    const Extent& extent = joined.extents[number];
    if (joined.runs.empty() || !is_joined(joined.runs.back().extent, joined.runs.back().count, extent, limits)) {
      joined.runs.push_back({extent, extent.size, number, 1});
      continue;
    }
    JoinedExtents::Run& run = joined.runs.back();
    const std::uint64_t end = run.extent.offset + run.extent.size, next_end = extent.offset + extent.size;
    if (next_end > end) run.wanted += next_end - std::max(end, extent.offset);
    run.extent.size = std::max(end, next_end) - run.extent.offset;
    ++run.count;
  }
  return joined;
}

}  // namespace ramet::inline v1::io
