#include "ramet/frame/running/part_runner.hpp"

#include <algorithm>
#include <utility>

#include "ramet/core/error.hpp"
#include "ramet/frame/internal/graph/booking.hpp"
#include "ramet/frame/internal/parts/part_results.hpp"
#include "ramet/frame/internal/plan/plan.hpp"
#include "ramet/frame/internal/plan/plan_text.hpp"
#include "ramet/frame/internal/plan/waiting.hpp"
#include "ramet/frame/internal/run/range_counts.hpp"

namespace ramet::inline v1::frame {

/// The plan, and what it was made of. Threads: immutable.
struct PartRunner::Planned {
  std::vector<Booked> booked;
  std::shared_ptr<const internal::Root> root;
  internal::Plan plan;
};

RunParts parts_of_run(const Booked& asked) {
  const internal::Root& root = *asked.booking_->node->root;
  const ReadOptions options{.executor = root.executor()};
  auto bookings = internal::waiting_bookings(root);
  if (std::ranges::find(bookings, asked.booking_) == bookings.end())
    detail::fail(ErrorKind::misuse, "the result is computed, or its run failed: there is nothing to share out");
  const auto plan = internal::plan_of(root, bookings, options, *asked.booking_);
  internal::require_portable(*plan);
  const EntryRange all{{0}, {root.source().entries(options)}};
  Pass pass(root.source(), plan->groups, all, options);
  pass.end_at(internal::count_ranges(*plan, pass, options, OnError::fail).end);
  return {internal::plan_text(root, bookings), {pass.tasks().begin(), pass.tasks().end()}};
}

PartRunner::PartRunner(std::vector<Booked> booked) {
  if (booked.empty()) detail::fail(ErrorKind::misuse, "a part of a run without results");
  std::vector<std::shared_ptr<internal::Booking>> bookings;
  for (const Booked& one : booked) bookings.push_back(one.booking_);
  const auto root = bookings.front()->node->root;
  for (const auto& booking : bookings)
    if (booking->node->root != root) detail::fail(ErrorKind::misuse, "a part of a run of results of several sources");
  internal::Plan plan = internal::make_plan(*root, bookings, {.executor = root->executor()});
  internal::require_portable(plan);
  planned_ = std::make_unique<Planned>(std::move(booked), root, std::move(plan));
}

PartRunner::~PartRunner() = default;

bytes::Buffer PartRunner::run(TaskRange tasks, const RunOptions& options) const {
  return internal::compute_part(*planned_->root, planned_->plan, tasks, options);
}

}  // namespace ramet::inline v1::frame
