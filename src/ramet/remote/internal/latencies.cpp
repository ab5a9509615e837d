#include "ramet/remote/internal/latencies.hpp"

#include <algorithm>

namespace ramet::inline v1::remote::internal {

void Latencies::add(Duration latency) {
  kept_.at(seen_ % most_kept) = latency;
  ++seen_;
  if (seen_ < least_seen) return;
  auto sorted = kept_;
  const std::size_t count = std::min(seen_, most_kept);
  const auto slow = sorted.begin() + static_cast<std::ptrdiff_t>((count * 99 + 99) / 100 - 1);
  std::nth_element(sorted.begin(), slow, sorted.begin() + static_cast<std::ptrdiff_t>(count));
  late_after_ = 3 * *slow;
}

}  // namespace ramet::inline v1::remote::internal
