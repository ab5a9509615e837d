#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <set>
#include <thread>
#include <utility>

#include "ramet/core/mutex.hpp"
#include "ramet/core/stop.hpp"

namespace ramet::inline v1::merge::internal {

/// Of more contexts than memory has room for clusters, as many fill at a time as it has room for; the others wait with
/// next to nothing in their hands until it is their turn, in the order in which they asked. All would write clusters a
/// fraction of the size instead.
/// Nobody waits for himself: who has a turn gets more of them. And as somebody with a turn may be busy elsewhere, or
/// wait for who waits here, there are twice as many turns from the moment on when nothing has happened for a while.
/// Threads: any.
class FillTurns {
 public:
  using Clock = std::chrono::steady_clock;

  /// The right to fill a cluster. Threads: one thread at a time.
  class Turn {
   public:
    Turn(Turn&& other) noexcept : turns_(std::exchange(other.turns_, nullptr)), taker_(other.taker_) {}
    Turn& operator=(Turn&&) = delete;
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;
    ~Turn() {
      if (turns_ != nullptr) turns_->give_back(taker_);
    }

   private:
    friend class FillTurns;
    Turn(FillTurns& turns, std::thread::id taker) noexcept : turns_(&turns), taker_(taker) {}
    FillTurns* turns_;
    std::thread::id taker_;
  };

  /// So many at a time, until `patience` shows that they are too few.
  explicit FillTurns(std::uint64_t turns, Clock::duration patience = std::chrono::milliseconds(250))
      : patience_(patience), turns_(turns) {}

  /// Wait for a turn. Throws Error(cancelled) when a stop is requested meanwhile.
  Turn take(const StopToken& stop);

  /// Who has a turn writes a cluster with it, for as long as this lives. Threads: one thread.
  class Work {
   public:
    /// Of nobody, without turns.
    explicit Work(FillTurns* turns) noexcept : turns_(turns) {
      if (turns_ != nullptr) turns_->working_.fetch_add(1);
    }
    Work(const Work&) = delete;
    Work& operator=(const Work&) = delete;
    ~Work() {
      if (turns_ != nullptr) turns_->working_.fetch_sub(1);
    }

   private:
    FillTurns* turns_;
  };

  /// Who has a turn has filled something.
  void note_progress() noexcept { progress_.fetch_add(1, std::memory_order_relaxed); }

  /// Whether somebody waits.
  bool is_wanted() const noexcept { return waiting_.load() > 0; }
  std::uint64_t waiting() const noexcept { return waiting_.load(); }
  double seconds_waited() const noexcept {
    return std::chrono::duration<double>(std::chrono::nanoseconds(nanoseconds_.load())).count();
  }

 private:
  void give_back(std::thread::id taker) noexcept;
  bool is_free(std::uint64_t ticket) const RAMET_REQUIRES(mutex_);
  void wait(std::uint64_t ticket, const StopToken& stop) RAMET_REQUIRES(mutex_);

  const Clock::duration patience_;
  std::atomic<std::uint64_t> progress_ = 0;
  std::atomic<std::uint64_t> working_ = 0;
  std::atomic<std::uint64_t> waiting_ = 0;
  std::atomic<std::uint64_t> nanoseconds_ = 0;
  Mutex mutex_;
  ConditionVariable changed_;
  std::uint64_t turns_ RAMET_GUARDED_BY(mutex_);
  std::multiset<std::thread::id> takers_ RAMET_GUARDED_BY(mutex_);
  std::set<std::uint64_t> queue_ RAMET_GUARDED_BY(mutex_);  // tickets of those who wait
  std::uint64_t next_ticket_ RAMET_GUARDED_BY(mutex_) = 0;
};

}  // namespace ramet::inline v1::merge::internal
