#pragma once

#include <memory>
#include <span>

#include "ramet/fit/binned.hpp"
#include "ramet/fit/cost.hpp"
#include "ramet/fit/joint.hpp"

namespace ramet::inline v1::fit {

/// The bins of a histogram with several axes: its cells. Borrows. Threads: a value.
struct GridBins {
  Columns edges;                           ///< of each axis, ascending, one more than it has bins
  std::span<const double> contents;        ///< of each cell; neighbours are those of the last axis
  std::span<const double> variances = {};  ///< as those of Bins
};

/// The cost of a histogram whose axes are the variables of the model: what a cell expects is the integral of the model
/// over it. Throws Error(misuse) as for one axis, with the number of the axis or the places of the cell; also for other
/// numbers of axes and cells; Error(unsupported) for templates with errors.
std::shared_ptr<const Cost> binned(const GridBins& bins, const JointModel& model,
                                   BinnedCost kind = BinnedCost::likelihood);

}  // namespace ramet::inline v1::fit
