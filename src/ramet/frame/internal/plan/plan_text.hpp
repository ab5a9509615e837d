#pragma once

#include <memory>
#include <span>
#include <string>

#include "ramet/frame/internal/plan/plan.hpp"

namespace ramet::inline v1::frame::internal {

/// What another process makes the results of bookings of, all of one root, as an object of JSON
/// (docs/format/plans.md): the source, verbs, and what is asked of them. Throws Error(unsupported), naming it, for what
/// is no data: functions, sources in memory, and actions that only this process can do.
std::string plan_text(const Root& root, std::span<const std::shared_ptr<Booking>> bookings);

}  // namespace ramet::inline v1::frame::internal
