#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <mutex>

/// Holds threads until `expected` of them are there at once, which proves that they overlap. Gives up after a minute,
/// so that a test of tasks which never overlap fails instead of hanging. Threads: any.
class Rendezvous {
 public:
  explicit Rendezvous(std::size_t expected) : expected_(expected) {}

  /// True when all came.
  bool arrive_and_wait() {
    std::unique_lock lock(mutex_);
    ++arrived_;
    changed_.notify_all();
    return changed_.wait_for(lock, std::chrono::minutes(1), [&] { return arrived_ >= expected_; });
  }

 private:
  const std::size_t expected_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::size_t arrived_ = 0;
};
