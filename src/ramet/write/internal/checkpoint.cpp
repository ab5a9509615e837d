#include "ramet/write/internal/checkpoint.hpp"

#include "ramet/write/internal/output/table_output.hpp"  // IWYU pragma: keep (the type behind a pointer)

namespace ramet::inline v1::write::internal {

namespace {

/// Add two sizes; if the sum overflows, return the largest number.
std::uint64_t plus(std::uint64_t size, std::uint64_t more) noexcept {
  std::uint64_t sum = 0;
  return __builtin_add_overflow(size, more, &sum) ? ~std::uint64_t{0} : sum;
}

}  // namespace

CheckpointSchedule::CheckpointSchedule(std::uint64_t bytes, std::chrono::nanoseconds period, Clock::time_point now)
    : bytes_(bytes), period_(period), next_size_(bytes), next_time_((now + period).time_since_epoch().count()) {}

bool CheckpointSchedule::claim(std::uint64_t file_size, Clock::time_point now) noexcept {
  std::uint64_t size = next_size_.load();
  Clock::rep time = next_time_.load();
  const Clock::rep next_time = (now + period_).time_since_epoch().count();
  if (bytes_ != 0 && file_size >= size && next_size_.compare_exchange_strong(size, plus(file_size, bytes_))) {
    next_time_.store(next_time);
    return true;
  }
  if (period_.count() != 0 && now.time_since_epoch().count() >= time &&
      next_time_.compare_exchange_strong(time, next_time)) {
    next_size_.store(plus(file_size, bytes_));
    return true;
  }
  return false;
}

void checkpoint(OutputFile& output, TraceTrack* track) {
  {
    const OutputLock lock(output);
    output.require_open();
  }
  for (const auto& table : output.tables.all())
    table->write_gathered(Gatherer::Gaps::keep, track);  // without the lock, so that contexts can begin meanwhile
  const OutputLock lock(output);
  output.save(lock);
  output.require_no_faults();
}

void checkpoint_if_due(OutputFile& output, TraceTrack* track) {
  if (!output.schedule.claim(output.area().size())) return;
  // The clusters of a reproducible file must not depend on time, so only save what was written.
  if (!output.is_reproducible())
    for (const auto& table : output.tables.all()) table->write_ripe(track);  // without the lock, as above
  const OutputLock lock(output);
  output.save(lock);
  if (!output.is_reproducible()) output.require_no_faults();
}

}  // namespace ramet::inline v1::write::internal
