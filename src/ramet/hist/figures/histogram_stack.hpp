#pragma once

#include <string>
#include <vector>

#include "ramet/hist/binned/histogram.hpp"

namespace ramet::inline v1::hist {

/// Histograms that are drawn stacked: THStack. Threads: a value.
struct HistogramStack {
  std::string class_name = {};
  std::string name = {};
  std::string title = {};
  std::vector<Histogram> histograms = {};

  bool operator==(const HistogramStack&) const = default;
};

}  // namespace ramet::inline v1::hist
