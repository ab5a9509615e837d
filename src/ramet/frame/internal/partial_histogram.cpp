#include "ramet/frame/internal/partial_histogram.hpp"

namespace ramet::inline v1::frame::internal {

PartialHistogram::PartialHistogram(const hist::Histogram& model) {
  if (model.dimensions() > 1 || model.is_profile()) {
    any_ = model.empty_copy();
    return;
  }
  fills_.emplace(model.parts().axes.front().bins);
  if (model.is_weighted()) fills_->keep_squared_weights();
}

void PartialHistogram::fill(std::span<const hist::NumberView> columns, hist::NumberView weights) {
  if (any_) return any_->fill(columns, weights);
  fills_->fill(columns.front(), weights);
}

hist::Histogram1D PartialHistogram::one_axis() const { return sum_ ? *sum_ : fills_->histogram({}); }

PartialHistogram& PartialHistogram::operator+=(const PartialHistogram& other) {
  if (any_) {
    *any_ += *other.any_;
    return *this;
  }
  if (!sum_) {
    sum_ = fills_->histogram({});
    fills_.reset();
  }
  *sum_ += other.one_axis();
  return *this;
}

void PartialHistogram::add_to(hist::Histogram& histogram) const {
  if (any_) {
    histogram += *any_;
    return;
  }
  hist::Histogram1D sum = histogram.one_dimensional();
  sum += one_axis();
  histogram.set_contents(sum);
}

}  // namespace ramet::inline v1::frame::internal
