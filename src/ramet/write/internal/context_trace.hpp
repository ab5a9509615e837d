#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

#include "ramet/core/trace.hpp"
#include "ramet/write/internal/admission/admission.hpp"

namespace ramet::inline v1::schedule {
class Executor;
}

namespace ramet::inline v1::write::internal {

/// What a context records of itself, if its file has a recorder: a row of spans, and how much memory and how many
/// clusters are in progress in the file. Threads: one thread at a time.
class ContextTrace {
 public:
  ContextTrace() = default;  ///< records nothing
  /// The table's name and the context's number name the row, until a stream gives it another place. The recorder may be
  /// null.
  ContextTrace(std::shared_ptr<TraceRecorder> recorder, std::string_view table, std::uint64_t number);

  /// Where the times of a stage go.
  StageTrace to(StageTimes& times) const noexcept { return {&times, track_.get()}; }
  TraceTrack* track() const noexcept { return track_.get(); }

  /// What its stream waited for before it is known which stream it is.
  void note_wait(TraceClock::time_point begin, TraceClock::time_point end) noexcept;
  /// Spans from here on belong to a stream.
  void move_to(TracePlace place) noexcept;
  /// Let the executor run tasks of others, if there is one.
  void help(schedule::Executor* executor) const;
  /// Call `work`, and add its time to those of committing.
  template <class Work>
  void commit(StageTimes& times, Work&& work) {
    const TraceScope scope(track_.get(), TraceState::commit);
    const auto begin = TraceClock::now();
    work();
    times.add(Stage::commit, TraceClock::now() - begin, 0);
  }
  /// Note the state of the file while a cluster is written; hand over the spans after it. `entry` is the context's next
  /// one.
  void begin_cluster(const Admission& admission) noexcept { count(admission); }
  void end_cluster(const Admission& admission, std::uint64_t entry) noexcept;
  void end() noexcept;

 private:
  struct Wait {
    TraceClock::time_point begin;
    TraceClock::time_point end;
  };
  void count(const Admission& admission) noexcept;

  std::unique_ptr<TraceTrack> track_;
  std::uint32_t memory_ = 0;  // names of the recorder
  std::uint32_t queue_ = 0;
  std::optional<Wait> waited_;
};

}  // namespace ramet::inline v1::write::internal
