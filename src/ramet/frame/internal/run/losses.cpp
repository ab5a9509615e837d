#include "ramet/frame/internal/run/losses.hpp"

#include <algorithm>

namespace ramet::inline v1::frame::internal {

void leave_out(TaskBatches& batches, const Error& error, std::vector<LostEntries>& lost) {
  std::vector<UnreadableEntries> found = batches.unreadable();
  // If it can be read by itself, something beside it is damaged; or the error did not come of reading.
  if (found.empty() && batches.reads_each_alone()) found.push_back({batches.entries(), error.what()});
  for (UnreadableEntries& one : found) lost.push_back({one.entries, std::move(one.reason)});
  std::ranges::sort(lost, {}, &LostEntries::entries);
  std::vector<EntryRange> ranges;
  for (const LostEntries& one : lost) ranges.push_back(one.entries);
  batches.restart(std::move(ranges));
}

void join_neighbours(std::vector<LostEntries>& lost) {
  std::ranges::sort(lost, {}, &LostEntries::entries);
  std::vector<LostEntries> joined;
  for (LostEntries& one : lost) {
    if (!joined.empty() && joined.back().entries.last == one.entries.first && joined.back().reason == one.reason) {
      joined.back().entries.last = one.entries.last;
    } else {
      joined.push_back(std::move(one));
    }
  }
  lost = std::move(joined);
}

std::vector<EntryRange> without(const std::vector<EntryRange>& ranges, const std::vector<LostEntries>& lost) {
  std::vector<EntryRange> left;
  auto next = lost.begin();
  for (EntryRange range : ranges) {
    while (next != lost.end() && next->entries.last <= range.first) ++next;
    for (auto one = next; one != lost.end() && one->entries.first < range.last; ++one) {
      if (range.first < one->entries.first) left.push_back({range.first, one->entries.first});
      range.first = std::max(range.first, one->entries.last);
    }
    if (range.first < range.last) left.push_back(range);
  }
  return left;
}

}  // namespace ramet::inline v1::frame::internal
