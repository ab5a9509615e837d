#include "ramet/write/internal/context_trace.hpp"

#include <utility>

#include <fmt/format.h>

#include "ramet/schedule/executor.hpp"

namespace ramet::inline v1::write::internal {

ContextTrace::ContextTrace(std::shared_ptr<TraceRecorder> recorder, std::string_view file, std::string_view table,
                           std::uint64_t number) {
  if (recorder == nullptr) return;
  memory_ = recorder->name(fmt::format("memory in flight, {}", file));
  queue_ = recorder->name(fmt::format("queue depth, {}", file));
  track_ = std::make_unique<TraceTrack>(std::move(recorder), fmt::format("{}, context {}", table, number), table);
}

void ContextTrace::note_wait(TraceClock::time_point begin, TraceClock::time_point end) noexcept {
  waited_ = {begin, end};
}

void ContextTrace::move_to(TracePlace place) noexcept {
  if (!track_) return;
  track_->move_to(place);
  if (waited_) track_->add(TraceState::wait_concurrency, waited_->begin, waited_->end);
  waited_.reset();
}

void ContextTrace::help(schedule::Executor* executor) const {
  if (executor == nullptr) return;
  const StageTimer timer({nullptr, track_.get()}, Stage::wait, TraceState::foreign);
  executor->help();
}

void ContextTrace::end_cluster(const Admission& admission, std::uint64_t entry) noexcept {
  if (!track_) return;
  count(admission);
  track_->begin_cluster();
  track_->move_to_entry(entry);
  track_->flush();
}

void ContextTrace::end(const Admission& admission) noexcept {
  if (!track_) return;
  count(admission);
  track_->flush();
}

void ContextTrace::count_if_due(const Admission& admission) noexcept {
  if (!track_) return;
  if (!counted_ || TraceClock::now() - *counted_ >= track_->recorder().options().resolution) count(admission);
}

void ContextTrace::count(const Admission& admission) noexcept {
  if (!track_) return;
  track_->count(memory_, admission.budget().used());
  track_->count(queue_, admission.passing() + admission.waiting());
  counted_ = TraceClock::now();
}

}  // namespace ramet::inline v1::write::internal
