#include "ramet/frame/internal/run/results_so_far.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include "ramet/core/error.hpp"

namespace ramet::inline v1::frame::internal {

ResultsSoFar::ResultsSoFar(const Plan& plan, std::span<const Booked> results)
    : results_(results.begin(), results.end()) {
  for (const Booked& result : results_) {
    const Booking& booking = *result.booking_;
    if (booking.current() == Booking::State::done) continue;
    const bool is_planned =
        booking.action == nullptr || std::ranges::any_of(plan.actions, [&](const Plan::Planned& planned) {
          return planned.booking == result.booking_;
        });
    if (!is_planned || booking.node->root != plan.root)
      detail::fail(ErrorKind::misuse, "a look at a result that the run does not compute");
    if (booking.action != nullptr && booking.action->copy_of_ended() == nullptr)
      detail::fail(ErrorKind::unsupported, "{}: there are no copies while the run goes on", booking.action->name());
  }
}

PartialResults ResultsSoFar::copied(std::span<const Task> tasks, std::span<const std::uint8_t> done, RunReport report,
                                    const CountsOf& counts) const {
  PartialResults made{.results = {}, .report = std::move(report)};
  std::vector<Task> left_out;
  for (const Task& task : tasks)
    if (done[task.number] == 0) left_out.push_back(task);
  const auto shared = std::make_shared<const RunReport>(made.report);
  for (const Booked& result : results_) made.results.push_back(copied(result, left_out, shared, counts));
  return made;
}

Booked ResultsSoFar::copied(const Booked& result, std::span<const Task> left_out,
                            const std::shared_ptr<const RunReport>& report, const CountsOf& counts) {
  const Booking& from = *result.booking_;
  if (from.current() == Booking::State::done) return result;
  const auto booking = std::make_shared<Booking>();
  booking->node = from.node;
  booking->variation = from.variation;
  booking->columns = from.columns;
  booking->counts_all_filters = from.counts_all_filters;
  if (from.action != nullptr) {
    booking->action = from.action->copy_of_ended();
    for (const Task& task : left_out) booking->action->end_task(task, booking->action->partial(task));
    booking->action->finish();
  }
  std::vector<FilterCount> counted = from.action == nullptr ? counts(from) : std::vector<FilterCount>();
  const MutexLock lock(booking->mutex);
  booking->state = Booking::State::done;
  booking->report = report;
  booking->counts = std::move(counted);
  return Booked(booking);
}

std::vector<EntryRange> covered_entries(std::span<const Task> tasks, std::span<const std::uint8_t> done) {
  std::vector<EntryRange> covered;
  for (const Task& task : tasks) {
    if (done[task.number] == 0) continue;
    if (!covered.empty() && covered.back().last == task.entries.first) {
      covered.back().last = task.entries.last;
    } else {
      covered.push_back(task.entries);
    }
  }
  return covered;
}

}  // namespace ramet::inline v1::frame::internal
