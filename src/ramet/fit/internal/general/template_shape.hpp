#pragma once

#include <memory>
#include <span>

#include "ramet/fit/internal/general/general_shape.hpp"

namespace ramet::inline v1::fit::internal {

/// A histogram as a density: the same everywhere in a bin. Without variances the contents are known. Throws
/// Error(misuse) for edges that do not ascend, other numbers of contents and variances, negative ones, or ones that are
/// not finite, and if all contents are 0.
std::shared_ptr<const GeneralShape> template_shape(std::span<const double> edges, std::span<const double> contents,
                                                   std::span<const double> variances);

}  // namespace ramet::inline v1::fit::internal
