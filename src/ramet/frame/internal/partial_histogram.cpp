#include "ramet/frame/internal/partial_histogram.hpp"

namespace ramet::inline v1::frame::internal {

PartialHistogram::PartialHistogram(const hist::Histogram& model) {
  if (model.dimensions() == 1 && !model.is_profile()) {
    counts_ = model.one_dimensional().empty_copy();
  } else {
    any_ = model.empty_copy();
  }
}

void PartialHistogram::fill(std::span<const hist::NumberView> columns, hist::NumberView weights) {
  if (any_) return any_->fill(columns, weights);
  if (weights.empty()) return counts_->fill(columns.front());
  counts_->fill(columns.front(), weights);
}

PartialHistogram& PartialHistogram::operator+=(const PartialHistogram& other) {
  if (any_) {
    *any_ += *other.any_;
  } else {
    *counts_ += *other.counts_;
  }
  return *this;
}

void PartialHistogram::add_to(hist::Histogram& histogram) const {
  if (any_) {
    histogram += *any_;
    return;
  }
  hist::Histogram1D sum = histogram.one_dimensional();
  sum += *counts_;
  histogram.set_contents(sum);
}

}  // namespace ramet::inline v1::frame::internal
