#include "ramet/io/traffic.hpp"

#include <algorithm>

namespace ramet::inline v1::io {
namespace {

constexpr std::uint64_t least_measured_bytes = std::uint64_t{1} << 20U;

double seconds_of(Traffic::Clock::duration time) noexcept { return std::chrono::duration<double>(time).count(); }

}  // namespace

double TrafficCounts::bandwidth() const noexcept {
  return bytes >= least_measured_bytes && transfer_seconds > 0 ? static_cast<double>(bytes) / transfer_seconds : 0;
}

TrafficCounts& operator+=(TrafficCounts& counts, const TrafficCounts& others) noexcept {
  counts.requests += others.requests;
  counts.retries += others.retries;
  counts.hedges += others.hedges;
  counts.bytes += others.bytes;
  counts.gap_bytes += others.gap_bytes;
  counts.depth = std::max(counts.depth, others.depth);
  if (counts.round_trip == 0 || (others.round_trip > 0 && others.round_trip < counts.round_trip))
    counts.round_trip = others.round_trip;
  counts.transfer_seconds += others.transfer_seconds;
  return counts;
}

TrafficCounts operator-(const TrafficCounts& now, const TrafficCounts& before) noexcept {
  return {.requests = now.requests - before.requests,
          .retries = now.retries - before.retries,
          .hedges = now.hedges - before.hedges,
          .bytes = now.bytes - before.bytes,
          .gap_bytes = now.gap_bytes - before.gap_bytes,
          .depth = now.depth - before.depth,
          .round_trip = now.round_trip,
          .transfer_seconds = now.transfer_seconds - before.transfer_seconds};
}

Traffic::Request::Request(Traffic& traffic, Kind kind, Clock::time_point asked) : traffic_(traffic), asked_(asked) {
  traffic_.begin(kind);
}

Traffic::Request::~Request() {
  if (is_over_) return;
  const auto now = Clock::now();
  const MutexLock lock(traffic_.mutex_);
  traffic_.leave(bytes_, first_.value_or(now), now);
}

void Traffic::Request::take(std::uint64_t bytes, Clock::time_point now) {
  if (!first_) first_ = now;
  bytes_ += bytes;
}

void Traffic::Request::end(Clock::time_point now, std::optional<double> round_trip) {
  if (is_over_) return;
  is_over_ = true;
  const MutexLock lock(traffic_.mutex_);
  TrafficCounts& counts = traffic_.counts_;
  if (round_trip && (counts.round_trip == 0 || *round_trip < counts.round_trip)) counts.round_trip = *round_trip;
  // A small answer may come whole: what it took is how much later it came than the fastest one.
  const double late = first_ && round_trip ? *round_trip - counts.round_trip : 0;
  const auto from =
      first_.value_or(now) - std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(late));
  traffic_.leave(bytes_, from, now);
  // In order of their ends, as many as possible that do not overlap: that is the longest row of them.
  if (traffic_.deepest_ && asked_ < *traffic_.deepest_) return;
  ++counts.depth;
  traffic_.deepest_ = now;
}

void Traffic::begin(Kind kind) {
  const MutexLock lock(mutex_);
  ++counts_.requests;
  if (kind == Kind::retry) ++counts_.retries;
  if (kind == Kind::hedge) ++counts_.hedges;
}

void Traffic::leave(std::uint64_t bytes, Clock::time_point from, Clock::time_point now) {
  counts_.bytes += bytes;
  const auto begin = counted_until_ ? std::max(from, *counted_until_) : from;
  if (begin < now) counts_.transfer_seconds += seconds_of(now - begin);
  counted_until_ = counted_until_ ? std::max(now, *counted_until_) : now;
}

void Traffic::note_gaps(std::uint64_t bytes) {
  const MutexLock lock(mutex_);
  counts_.gap_bytes += bytes;
}

TrafficCounts Traffic::counts() const {
  const MutexLock lock(mutex_);
  return counts_;
}

}  // namespace ramet::inline v1::io
