#pragma once

#include <memory>
#include <span>

#include "ramet/fit/internal/general/general_shape.hpp"
#include "ramet/fit/model.hpp"

namespace ramet::inline v1::fit::internal {

/// A Gauss of this width around each event; what leaves the range at an end comes back, as from a mirror, if wanted.
/// Throws Error(misuse) for events outside the range, fewer than 2, a width that is not above 0, or is below a
/// 10,000th of the range.
std::shared_ptr<const GeneralShape> kernel_estimate(std::span<const double> events, double width, const Interval& range,
                                                    bool is_mirrored);

}  // namespace ramet::inline v1::fit::internal
