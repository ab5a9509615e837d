#include "ramet/frame/internal/fills/partial_histogram.hpp"

#include <vector>

#include <doctest/doctest.h>

using namespace ramet;
using frame::internal::PartialHistogram;

TEST_CASE("parts add up to a histogram of one axis or of several") {
  for (const std::size_t axes : {1, 2}) {
    hist::HistogramParts parts;
    for (std::size_t axis = 0; axis < axes; ++axis) parts.axes.push_back({.bins = hist::RegularAxis{4, 0, 4}});
    hist::Histogram histogram = hist::Histogram::empty(parts);
    const std::vector<double> values = {0.5, 1.5, 9};
    const std::vector<double> weights = {1, 2, 3};
    const std::vector<hist::NumberView> columns(axes, hist::NumberView(values));
    PartialHistogram one(histogram);
    PartialHistogram other(histogram);
    one.fill(columns, {});
    other.fill(columns, weights);
    one += other;
    one.add_to(histogram);
    CHECK(histogram.parts().moments.entries == 6);
    CHECK(histogram.parts().moments.weights == 5);
    CHECK(histogram.is_weighted());
  }
}

TEST_CASE("values with known cells are filled as others") {
  const hist::Histogram model = hist::Histogram::empty({.axes = {{.bins = hist::RegularAxis{4, 0, 4}}}});
  hist::BinnedValues values(model.parts().axes.front().bins);
  values.assign(hist::NumberView(std::vector<double>{0.5, 1.5, 9}));
  PartialHistogram part(model);
  part.fill(values, std::vector<std::uint32_t>{0, 2}, {});
  part.fill(values, {}, hist::NumberView(std::vector<double>{1, 2, 3}));
  hist::Histogram histogram = model;
  part.add_to(histogram);
  CHECK(histogram.parts().contents == std::vector<double>{0, 2, 2, 0, 0, 4});
}
