#include "ramet/write/internal/processes/extent_ledger.hpp"

#include <iterator>

namespace ramet::inline v1::write::internal {
namespace {

constexpr std::uint64_t last_end = std::uint64_t{1} << 62;

}  // namespace

bool ExtentLedger::note(io::Extent extent) {
  const auto [first, size] = extent;
  if (first < begin_ || first > last_end || size > last_end - first) return false;
  if (size == 0) return true;
  const auto behind = ends_.lower_bound(first);
  if (behind != ends_.end() && behind->first < first + size) return false;
  if (behind != ends_.begin() && std::prev(behind)->second > first) return false;
  join(first, first + size);
  return true;
}

void ExtentLedger::join(std::uint64_t first, std::uint64_t last) {
  auto behind = ends_.lower_bound(first);
  if (behind != ends_.end() && behind->first == last) {
    last = behind->second;
    behind = ends_.erase(behind);
  }
  if (behind != ends_.begin() && std::prev(behind)->second == first) {
    std::prev(behind)->second = last;
  } else {
    ends_.emplace_hint(behind, first, last);
  }
}

std::vector<io::Extent> ExtentLedger::note_holes(std::uint64_t end) {
  std::vector<io::Extent> holes;
  std::uint64_t next = begin_;
  for (const auto& [first, last] : ends_) {
    if (first >= end) break;
    if (first > next) holes.push_back({next, first - next});
    next = last;
  }
  if (next < end) holes.push_back({next, end - next});
  for (const io::Extent hole : holes) note(hole);
  return holes;
}

}  // namespace ramet::inline v1::write::internal
