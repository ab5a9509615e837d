#include "ramet/frame/running/part_runner.hpp"

#include <utility>

#include "ramet/core/error.hpp"
#include "ramet/frame/internal/graph/booking.hpp"
#include "ramet/frame/internal/parts/part_results.hpp"
#include "ramet/frame/internal/plan/plan.hpp"

namespace ramet::inline v1::frame {

/// The plan, and what it was made of. Threads: immutable.
struct PartRunner::Planned {
  std::vector<Booked> booked;
  std::shared_ptr<const internal::Root> root;
  internal::Plan plan;
};

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
