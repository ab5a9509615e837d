#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>

#include "ramet/core/trace/span.hpp"
#include "ramet/core/trace/track.hpp"

namespace ramet::inline v1 {

/// What a thread was doing: a stage of reading or writing, or waiting for others.
enum class Stage : std::uint8_t { read, decompress, decode, evaluate, fill, encode, compress, write, commit, wait };
inline constexpr std::size_t stage_count = 10;

/// The state that spans of a stage have.
constexpr TraceState state_of(Stage stage) noexcept {
  constexpr std::array<TraceState, stage_count> states{
      TraceState::read,   TraceState::decompress, TraceState::decode, TraceState::evaluate, TraceState::fill,
      TraceState::encode, TraceState::compress,   TraceState::write,  TraceState::commit,   TraceState::wait_memory};
  return states[static_cast<std::size_t>(stage)];
}

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

/// Where the times of a stream go: sums, and spans. Either may be null. Threads: a value that borrows.
struct StageTrace {
  StageTimes* times = nullptr;
  TraceTrack* track = nullptr;
};

/// Adds the time of a scope to one stage. Without anywhere to add to it costs two branches. Threads: one thread.
class StageTimer {
 public:
  StageTimer(StageTrace trace, Stage stage) noexcept : StageTimer(trace, stage, state_of(stage)) {}
  /// The same; spans say more exactly what it is.
  StageTimer(StageTrace trace, Stage stage, TraceState state) noexcept : trace_(trace), stage_(stage), state_(state) {
    if (trace_.times != nullptr || trace_.track != nullptr) begin_ = TraceClock::now();
  }
  ~StageTimer() {
    if (trace_.times == nullptr && trace_.track == nullptr) return;
    const auto end = TraceClock::now();
    if (trace_.times != nullptr) trace_.times->add(stage_, end - begin_);
    if (trace_.track != nullptr) trace_.track->add(state_, begin_, end, bytes_);
  }
  StageTimer(const StageTimer&) = delete;
  StageTimer& operator=(const StageTimer&) = delete;

  /// Note what was read or written.
  void note_bytes(std::uint64_t bytes) noexcept { bytes_ = bytes; }

 private:
  StageTrace trace_;
  Stage stage_;
  TraceState state_;
  std::uint64_t bytes_ = 0;
  TraceClock::time_point begin_{};
};

}  // namespace ramet::inline v1
