#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <vector>

#include "ramet/core/mutex.hpp"
#include "ramet/core/stop.hpp"

namespace ramet::inline v1::merge::internal {

/// Where contexts wait for memory that others will give back: those whose cluster is on its way to the file. Who waits
/// holds memory himself, so waiting for anything else could last for ever. Threads: any.
class MemoryGate {
 public:
  /// A cluster on its way, from its encoding until it is written and its memory given back. Threads: one thread.
  class Passage {
   public:
    explicit Passage(MemoryGate& gate) noexcept : gate_(gate) { gate_.passing_.fetch_add(1); }
    ~Passage() { gate_.let_pass(); }
    Passage(const Passage&) = delete;
    Passage& operator=(const Passage&) = delete;

   private:
    MemoryGate& gate_;
  };

  /// How many clusters have passed: to be read before memory is asked for that may not be there.
  std::uint64_t passed() const noexcept { return passed_.load(); }
  /// How many are on their way.
  std::uint64_t passing() const noexcept { return passing_.load(); }
  /// Whether somebody waits: give back what need not be kept.
  bool is_wanted() const noexcept { return waiting_.load() > 0; }
  std::uint64_t waiting() const noexcept { return waiting_.load(); }
  double seconds_waited() const noexcept {
    return std::chrono::duration<double>(std::chrono::nanoseconds(nanoseconds_.load())).count();
  }

  /// Which end a wait has when no cluster is on its way.
  enum class For { clusters_on_their_way, any_change };

  /// Sleep until more clusters than `passed` have passed. False, at once, when none is on its way, unless the caller
  /// knows that somebody is at work who will bring one. Throws Error(cancelled) when a stop is requested meanwhile.
  bool wait(std::uint64_t passed, const StopToken& stop, For what = For::clusters_on_their_way);

  /// Call `ready` once, when a cluster has passed, in the thread that brought it through; now, when none is on its way.
  void when_passed(std::function<void()> ready);

 private:
  void let_pass() noexcept;

  std::atomic<std::uint64_t> passed_ = 0;
  std::atomic<std::uint64_t> passing_ = 0;
  std::atomic<std::uint64_t> waiting_ = 0;
  std::atomic<std::uint64_t> nanoseconds_ = 0;
  Mutex mutex_;
  ConditionVariable changed_;
  std::vector<std::function<void()>> callbacks_ RAMET_GUARDED_BY(mutex_);
};

}  // namespace ramet::inline v1::merge::internal
