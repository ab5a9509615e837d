#pragma once

#include <string>

#include "ramet/hist/binned/histogram.hpp"

namespace ramet::inline v1::merge::internal {

/// The average of two histograms whose bins are averages (TH1::kIsAverage), bin by bin, weighted with the inverse
/// squares of their errors, as by TH1::Add. The statistics of fills are added. `problem`: why there is none.
struct HistogramAverage {
  hist::HistogramParts average;
  std::string problem = {};
};

HistogramAverage average_of(const hist::HistogramParts& left, const hist::HistogramParts& right);

}  // namespace ramet::inline v1::merge::internal
