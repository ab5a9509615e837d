#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "ramet/frame/internal/plan/plan.hpp"

namespace ramet::inline v1::frame::internal {

/// The bookings of a root that are to be computed.
std::vector<std::shared_ptr<Booking>> waiting_bookings(const Root& root);

/// The run failed in which they were to be computed.
void set_failed(std::span<const std::shared_ptr<Booking>> bookings, const std::string& failure);

/// Plan bookings; those that cannot be planned have failed then and are left out. Throws if it is the one that is asked
/// for, and then nothing else has failed.
std::optional<Plan> plan_of(const Root& root, std::vector<std::shared_ptr<Booking>>& bookings,
                            const ReadOptions& options, const Booking& asked);

}  // namespace ramet::inline v1::frame::internal
