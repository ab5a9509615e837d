#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/context.hpp"

#include "ramet/hist/binned/histogram.hpp"
#include "ramet/hist/figures/function.hpp"

namespace ramet::cli {

/// What --fit and its options say. Threads: a value.
struct FitOptions {
  std::string formula = {};                              ///< empty: nothing is fitted
  std::map<std::string, double> start = {};              ///< of parameters
  std::optional<std::pair<double, double>> within = {};  ///< bins between these
};

/// Read the NAME=VALUE of --start. Throws UsageError.
std::pair<std::string, double> start_of(const std::string& text);

/// Fit a formula to a histogram of one axis, as histogram.fit does in Python: by the squares of the differences of the
/// contents and the formula's mean over each bin. Returns the histogram with the function, in place of others. Throws
/// UsageError for other histograms, starts that are missing, and too few bins; and if no minimum is found.
hist::Histogram with_fit(const hist::Histogram& histogram, const FitOptions& options);

/// Lines that say what was fitted: chi square, and each parameter with its error.
std::vector<std::string> lines_of(const hist::Function& function);

}  // namespace ramet::cli
