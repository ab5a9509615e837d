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
  /// The table's name and the context's number name the row, until a stream gives it another place; the file's name is
  /// in those of its counters, since several files may have the same recorder. The recorder may be null.
  ContextTrace(std::shared_ptr<TraceRecorder> recorder, std::string_view file, std::string_view table,
               std::uint64_t number);

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
  /// Note the state of the file now, as after memory was released.
  void count(const Admission& admission) noexcept;
  /// The same, if it was not noted within the recorder's resolution: for what happens often.
  void count_if_due(const Admission& admission) noexcept;
  /// Hand over the spans after a cluster was written. `entry` is the context's next one.
  void end_cluster(const Admission& admission, std::uint64_t entry) noexcept;
  /// The same at the end of the context, when it has no memory any more.
  void end(const Admission& admission) noexcept;

 private:
  struct Wait {
    TraceClock::time_point begin;
    TraceClock::time_point end;
  };

  std::unique_ptr<TraceTrack> track_;
  std::uint32_t memory_ = 0;  // names of the recorder
  std::uint32_t queue_ = 0;
  std::optional<TraceClock::time_point> counted_;
  std::optional<Wait> waited_;
};

}  // namespace ramet::inline v1::write::internal
