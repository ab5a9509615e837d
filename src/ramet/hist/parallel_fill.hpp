#pragma once

#include <cstddef>
#include <span>

#include "ramet/core/stop.hpp"
#include "ramet/hist/binned/histogram.hpp"
#include "ramet/hist/histogram.hpp"
#include "ramet/schedule/executor.hpp"

namespace ramet::inline v1::hist {

/// What filling from many threads needs. Threads: a value.
struct ParallelFillOptions {
  schedule::Executor& executor;  ///< who fills
  NumberView weights = {};       ///< as many as values; none: 1 each
  StopToken stop = {};
};

/// How many values parallel_fill takes at a time: so many that adding up the histograms of all parts is little work.
std::size_t values_per_part(const Axis& axis) noexcept;
/// The same of a histogram of so many cells.
std::size_t values_per_part(std::size_t cells) noexcept;

/// Add values on all threads of the executor. The result depends on values, weights and axis alone, not on the number
/// of threads: each part of values_per_part values fills a histogram of its own, and these are added as PartialSums
/// does. Counts are those of Histogram1D::fill; sums of weights may differ from it in the last bits, as they are added
/// in another order. Throws Error(misuse) when there are not as many weights, Error(cancelled); then nothing was added.
/// Threads: the histogram is the caller's alone meanwhile.
void parallel_fill(Histogram1D& histogram, NumberView values, const ParallelFillOptions& options);

/// The same of a histogram or profile of any number of axes: of each axis a column of values, and of a profile one of
/// heights behind them. Each part that is being filled has cells of its own. Throws as Histogram::fill and above.
void parallel_fill(Histogram& histogram, std::span<const NumberView> columns, const ParallelFillOptions& options);

}  // namespace ramet::inline v1::hist
