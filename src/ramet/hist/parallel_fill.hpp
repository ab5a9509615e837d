#pragma once

#include <cstddef>
#include <span>

#include "ramet/core/stop.hpp"
#include "ramet/hist/binned/histogram.hpp"
#include "ramet/hist/histogram.hpp"
#include "ramet/schedule/executor.hpp"

namespace ramet::inline v1::hist {

/// Options of filling from many threads. Threads: a value.
struct ParallelFillOptions {
  schedule::Executor& executor;  ///< runs the fills
  NumberView weights = {};       ///< one for each value, or none for weight 1
  StopToken stop = {};
};

/// The number of values in a part of parallel_fill: large enough that adding up the histograms of all parts is little
/// work.
std::size_t values_per_part(const Axis& axis) noexcept;
/// The same for a histogram with this number of cells.
std::size_t values_per_part(std::size_t cells) noexcept;

/// Add values on all threads of the executor. The result does not depend on the number of threads: each part of
/// values_per_part values fills a histogram of its own, and these are added in a fixed order (PartialSums). Counts
/// equal those of Histogram1D::fill; sums of weights may differ in the last bits, because they are added in a different
/// order. Throws Error(misuse) for a wrong number of weights, and Error(cancelled); then nothing was added. Threads: no
/// other thread may use the histogram meanwhile.
void parallel_fill(Histogram1D& histogram, NumberView values, const ParallelFillOptions& options);

/// The same for a histogram or profile of any number of axes: a column of values for each axis, then for a profile a
/// column of heights. Each part in progress has cells of its own. Throws as Histogram::fill and above.
void parallel_fill(Histogram& histogram, std::span<const NumberView> columns, const ParallelFillOptions& options);

}  // namespace ramet::inline v1::hist
