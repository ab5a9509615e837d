#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <optional>

namespace ramet::inline v1::remote::internal {

/// How long the last few hundred answers took to begin, and so when one is late. Threads: one thread.
class Latencies {
 public:
  using Duration = std::chrono::steady_clock::duration;

  void add(Duration latency);
  /// Three times what 99 of 100 took; nothing while few were seen.
  std::optional<Duration> late_after() const noexcept { return late_after_; }

 private:
  static constexpr std::size_t most_kept = 256, least_seen = 16;

  std::array<Duration, most_kept> kept_{};
  std::size_t seen_ = 0;
  std::optional<Duration> late_after_;
};

}  // namespace ramet::inline v1::remote::internal
