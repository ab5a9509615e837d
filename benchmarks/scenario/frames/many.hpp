#pragma once

#include <string>

#include "scenario/measure.hpp"

namespace scenario {

/// The arguments of the contenders with many histograms: HISTOGRAMS FILTERS BINS FILE THREADS TIMES. Histogram k is of
/// column(k), behind filter number k % filters.
struct ManyHistograms {
  ManyHistograms(int count, char** values)
      : histograms(static_cast<int>(argument(count, values, 1, 1000))),
        filters(static_cast<int>(argument(count, values, 2, 10))),
        bins(static_cast<int>(argument(count, values, 3, 100))),
        path(values[4]),
        threads(static_cast<int>(argument(count, values, 5, 1))),
        times(static_cast<int>(argument(count, values, 6, 2))) {}

  std::string name() const {
    return std::to_string(histograms) + " behind " + std::to_string(filters) + ", " + std::to_string(bins) + " bins";
  }
  /// Filters f keep between 95 and 5 % of the entries.
  double least(int filter) const { return 0.5 + 0.5 * (filter % 100); }
  std::string filter_column(int filter) const { return std::string("f").append(std::to_string(10 + filter % 20)); }
  std::string filter(int number) const { return filter_column(number) + " > " + std::to_string(least(number)); }
  std::string column(int histogram) const { return std::string("f").append(std::to_string(10 + histogram / 7 % 20)); }

  int histograms, filters, bins;
  std::string path;
  int threads, times;
};

}  // namespace scenario
