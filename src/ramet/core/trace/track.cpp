#include "ramet/core/trace/track.hpp"

#include <algorithm>
#include <new>
#include <utility>

namespace ramet::inline v1 {

TraceTrack::TraceTrack(std::shared_ptr<TraceRecorder> recorder, TracePlace place, std::string_view tier)
    : recorder_(std::move(recorder)), place_(place), tier_(tier.empty() ? 0 : recorder_->name(tier)) {}

TraceTrack::TraceTrack(std::shared_ptr<TraceRecorder> recorder, std::string row, std::string_view tier)
    : TraceTrack(std::move(recorder), TracePlace(), tier) {
  own_row_ = std::move(row);
}

TraceTrack::TraceTrack(const TraceTrack* stream)
    : recorder_(stream->recorder_), place_(stream->place_), tier_(stream->tier_), flow_(stream->flow_) {}

void TraceTrack::make_row() {
  if (!own_row_) return;
  place_.row = recorder_->add_row(*own_row_);
  own_row_.reset();
}

void TraceTrack::move_to(TracePlace place) noexcept {
  end_joined();
  place_ = place;
  own_row_.reset();
  follows_entries_ = false;
}

void TraceTrack::move_to_entry(std::uint64_t entry) noexcept {
  if (!follows_entries_ || entry == place_.event) return;
  end_joined();
  place_.event = entry;
}

void TraceTrack::add(TraceState state, TraceClock::time_point begin, TraceClock::time_point end,
                     std::uint64_t bytes) noexcept {
  if (end - begin < recorder_->options().resolution) return join_part(state, begin, end, bytes);
  end_joined();
  interrupt(begin);
  emit(state, 0, begin, end, bytes);
  resume(end);
}

void TraceTrack::add_named(TraceState state, std::uint32_t name, TraceClock::time_point begin,
                           TraceClock::time_point end) noexcept {
  end_joined();
  interrupt(begin);
  emit(state, name, begin, end, 0);
  resume(end);
}

void TraceTrack::count(std::uint32_t counter, std::uint64_t value) noexcept {
  const auto now = TraceClock::now();
  emit(TraceState::counter, counter, now, now, value);
}

void TraceTrack::open(TraceState state, std::uint32_t name) noexcept {
  end_joined();
  const auto now = TraceClock::now();
  interrupt(now);
  try {
    scopes_.push_back({state, name, now});
  } catch (const std::bad_alloc&) {
    scopes_.clear();  // what is being traced goes on
  }
}

void TraceTrack::close() noexcept {
  end_joined();
  if (scopes_.empty()) return;
  const auto now = TraceClock::now();
  interrupt(now);
  scopes_.pop_back();
  resume(now);
}

void TraceTrack::join_part(TraceState state, TraceClock::time_point begin, TraceClock::time_point end,
                           std::uint64_t bytes) noexcept {
  const auto resolution = recorder_->options().resolution;
  if (joined_.count > 0 && begin - joined_.begin > resolution) end_joined();
  const auto parts = joined_.parts.begin();
  auto last = parts + static_cast<std::ptrdiff_t>(joined_.count);
  auto part = std::find_if(parts, last, [&](const Joined::Part& known) { return known.state == state; });
  if (part == last) {
    if (joined_.count == most_joined) {
      end_joined();
      part = parts;
    }
    if (joined_.count++ == 0) joined_.begin = begin;
    *part = {state, {}, 0};
  }
  part->time += end - begin;
  part->bytes += bytes;
  joined_.end = end;
  if (end - joined_.begin >= resolution) end_joined();
}

void TraceTrack::end_joined() noexcept {
  if (joined_.count == 0) return;
  interrupt(joined_.begin);
  TraceClock::time_point at = joined_.begin;
  for (std::size_t part = 0; part < joined_.count; ++part) {
    const Joined::Part& joined = joined_.parts[part];
    emit(joined.state, 0, at, at + joined.time, joined.bytes);
    at += joined.time;
  }
  joined_.count = 0;
  resume(at);
}

void TraceTrack::interrupt(TraceClock::time_point at) noexcept {
  if (scopes_.empty() || at <= scopes_.back().begin) return;
  const Scope& scope = scopes_.back();
  // The moments between two stages would be as many spans as these.
  if (!scope.is_new && at - scope.begin < recorder_->options().resolution / 50) return;
  emit(scope.state, scope.name, scope.begin, at, 0);
}

void TraceTrack::resume(TraceClock::time_point at) noexcept {
  if (scopes_.empty()) return;
  scopes_.back().begin = at;
  scopes_.back().is_new = false;
}

void TraceTrack::emit(TraceState state, std::uint32_t name, TraceClock::time_point begin, TraceClock::time_point end,
                      std::uint64_t bytes) noexcept {
  try {
    if (state != TraceState::counter) make_row();  // counters are in no row
    const bool is_of_cluster = state == TraceState::fill || state == TraceState::write;
    if (is_of_cluster && flow_ == 0) flow_ = recorder_->next_flow();
    spans_.push_back({begin, end, std::this_thread::get_id(), place_.event, bytes, is_of_cluster ? flow_ : 0,
                      place_.row, name, tier_, state});
  } catch (const std::bad_alloc&) {
    spans_.clear();  // better than an error in what is being traced
  }
  if (spans_.size() >= block_size) recorder_->push(std::exchange(spans_, {}));
}

void TraceTrack::flush() noexcept {
  end_joined();
  recorder_->push(std::exchange(spans_, {}));
}

}  // namespace ramet::inline v1
