#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>

namespace ramet::inline v1 {

/// What a thread was doing: a stage of reading or writing, or waiting for others.
enum class Stage : std::uint8_t { read, decompress, decode, evaluate, fill, encode, compress, write, commit, wait };
inline constexpr std::size_t stage_count = 10;

using TraceClock = std::chrono::steady_clock;

/// Seconds and calls per stage of one stream of execution. Threads: one thread; add up the totals of several
/// afterwards.
class StageTimes {
 public:
  void add(Stage stage, TraceClock::duration time, std::uint64_t calls = 1) noexcept {
    times_[static_cast<std::size_t>(stage)] += time;
    calls_[static_cast<std::size_t>(stage)] += calls;
  }
  void add(const StageTimes& other) noexcept {
    for (std::size_t stage = 0; stage < stage_count; ++stage) {
      times_[stage] += other.times_[stage];
      calls_[stage] += other.calls_[stage];
    }
  }
  double seconds(Stage stage) const noexcept {
    return std::chrono::duration<double>(times_[static_cast<std::size_t>(stage)]).count();
  }
  std::uint64_t calls(Stage stage) const noexcept { return calls_[static_cast<std::size_t>(stage)]; }

 private:
  std::array<TraceClock::duration, stage_count> times_{};
  std::array<std::uint64_t, stage_count> calls_{};
};

/// Adds the time of a scope to one stage. A null `times` costs one branch. Threads: one thread.
class StageTimer {
 public:
  StageTimer(StageTimes* times, Stage stage) noexcept : times_(times), stage_(stage) {
    if (times_ != nullptr) begin_ = TraceClock::now();
  }
  ~StageTimer() {
    if (times_ != nullptr) times_->add(stage_, TraceClock::now() - begin_);
  }
  StageTimer(const StageTimer&) = delete;
  StageTimer& operator=(const StageTimer&) = delete;

 private:
  StageTimes* times_;
  Stage stage_;
  TraceClock::time_point begin_{};
};

}  // namespace ramet::inline v1
