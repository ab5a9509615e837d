#pragma once

#include <memory>
#include <string>

#include "ramet/fit/binned.hpp"
#include "ramet/fit/cost.hpp"

namespace ramet::inline v1::fit {

/// Chi square of the contents of a histogram and a formula of x, which need not be a density: it may be negative. A bin
/// expects the mean of the formula over the bin, by Gauss' rule of eight points. Bins whose variance is 0 are left out.
/// Without `variances` these are the contents. Throws Error as expr::Formula::compile; Error(misuse) for a formula of
/// several variables or more than 12 parameters, and for edges, contents and variances that do not fit together, do not
/// ascend or are not numbers, and if no bin has a variance.
std::shared_ptr<const Cost> curve(const Bins& bins, const std::string& formula);

}  // namespace ramet::inline v1::fit
