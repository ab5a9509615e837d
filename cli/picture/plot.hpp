#pragma once

#include <string>
#include <vector>

#include "cli/picture/picture.hpp"

#include "ramet/hist/binned/histogram.hpp"

namespace ramet::cli {

/// What a picture shows besides the histogram. Threads: a value.
struct PlotOptions {
  bool is_logarithmic = false;               ///< the axis of contents, or the shades
  std::vector<std::string> statistics = {};  ///< lines in the upper right corner
};

/// A picture of a histogram of one or two axes, or a profile of one, with axes, ticks, title, statistics, and the
/// curves of the functions that were fitted to it.
Picture plot(const hist::Histogram& histogram, const PlotOptions& options);

/// The bins of a histogram for pictures: contents, or heights of a profile, without underflow and overflow, x fastest.
/// Threads: a value.
struct PlottedBins {
  std::vector<double> values;
  std::vector<double> errors;  ///< negative for bins of a profile without fills
};

PlottedBins bins_of(const hist::Histogram& histogram);

}  // namespace ramet::cli
