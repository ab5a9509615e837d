#include "ramet/frame/internal/fills/partial_histogram.hpp"

#include <utility>

#include "ramet/frame/internal/parts/part_bytes.hpp"

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

void PartialHistogram::fill(const hist::BinnedValues& values, std::span<const std::uint32_t> rows,
                            hist::NumberView weights) {
  fills_->fill(values, rows, weights);
}

const hist::Histogram1D& PartialHistogram::one_axis(std::optional<hist::Histogram1D>& made) const {
  return sum_ ? *sum_ : made.emplace(fills_->histogram({}));
}

PartialHistogram& PartialHistogram::operator+=(const PartialHistogram& other) {
  if (any_) {
    *any_ += *other.any_;
    return *this;
  }
  if (!sum_) {
    sum_ = fills_->histogram({});
    fills_.reset();
  }
  std::optional<hist::Histogram1D> made;
  *sum_ += other.one_axis(made);
  return *this;
}

void PartialHistogram::write(bytes::ByteWriter& to) const {
  if (!any_) {
    std::optional<hist::Histogram1D> made;
    const hist::Histogram1D& sum = one_axis(made);
    const hist::Statistics& statistics = sum.statistics();
    write_numbers(to, sum.contents());
    write_numbers(to, sum.squared_weights());
    for (const double number : {statistics.entries, statistics.weights, statistics.squared_weights,
                                statistics.weighted_values, statistics.weighted_squares})
      to.write(number);
    return;
  }
  const hist::HistogramParts& parts = any_->parts();
  write_numbers(to, parts.contents);
  write_numbers(to, parts.squares);
  write_moments(to, parts.moments);
  if (!parts.profile) return;
  write_numbers(to, parts.profile->weights);
  write_numbers(to, parts.profile->squared_weights);
}

PartialHistogram PartialHistogram::read(bytes::ByteCursor& from, const hist::Histogram& model) {
  PartialHistogram part;
  std::vector<double> contents = read_doubles(from, model.cells(), "contents of cells");
  std::vector<double> squares = read_doubles_or_none(from, model.cells(), "squares of cells");
  if (model.dimensions() == 1 && !model.is_profile()) {
    hist::Statistics statistics;
    for (double* const number : {&statistics.entries, &statistics.weights, &statistics.squared_weights,
                                 &statistics.weighted_values, &statistics.weighted_squares})
      *number = from.read<double>();
    part.sum_.emplace(hist::HistogramLabels{}, model.parts().axes.front().bins, std::move(contents), std::move(squares),
                      statistics);
    return part;
  }
  hist::HistogramParts parts = model.empty_copy().parts();
  parts.contents = std::move(contents);
  parts.squares = std::move(squares);
  parts.moments = read_moments(from, parts.moments);
  if (parts.profile) {
    parts.profile->weights = read_doubles(from, model.cells(), "weights of cells");
    parts.profile->squared_weights = read_doubles_or_none(from, model.cells(), "squared weights of cells");
    if (parts.squares.empty()) detail::fail(ErrorKind::corrupt, "a profile without squares of heights");
  }
  part.any_.emplace(std::move(parts));
  return part;
}

void PartialHistogram::add_to(hist::Histogram& histogram) const {
  if (any_) {
    histogram += *any_;
    return;
  }
  hist::Histogram1D sum = histogram.one_dimensional();
  std::optional<hist::Histogram1D> made;
  sum += one_axis(made);
  histogram.set_contents(sum);
}

}  // namespace ramet::inline v1::frame::internal
