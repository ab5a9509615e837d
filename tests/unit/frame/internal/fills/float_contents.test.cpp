#include "ramet/frame/internal/fills/float_contents.hpp"

#include <vector>

#include "unit/frame/sample_source.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using frame::internal::FloatContents;

namespace {

hist::Histogram of_class(const char* name, std::size_t axes) {
  hist::HistogramParts parts;
  parts.class_name = name;
  for (std::size_t axis = 0; axis < axes; ++axis) parts.axes.push_back({.bins = hist::RegularAxis{2, 0, 2}});
  return hist::Histogram::empty(std::move(parts));
}

FloatContents::Task filled(const hist::Histogram& histogram, const std::vector<std::vector<double>>& columns,
                           const std::vector<double>& weights) {
  const std::vector<std::span<const double>> views(columns.begin(), columns.end());
  FloatContents::Task task;
  task.add(histogram, views, weights);
  return task;
}

}  // namespace

TEST_CASE("float contents: weights are added as floats, in the order of tasks") {
  const sample::Place place;
  hist::Histogram histogram = of_class("TH1F", 1);
  FloatContents contents(histogram, place.options);
  REQUIRE(contents.are_wanted());
  contents.end(1, filled(histogram, {{0.5, 1.5}}, {16777216, 0.1}));
  contents.end(0, filled(histogram, {{0.5, 0.5, -1}}, {0.1, 0.2, 3}));
  contents.end(2, filled(histogram, {{0.5}}, {1}));
  contents.replace_contents(histogram);
  const float first = 0.1F + 0.2F;
  CHECK(histogram.parts().contents == std::vector<double>{3, (first + 16777216.0F) + 1.0F, 0.1F, 0});
}

TEST_CASE("float contents: counts before the first weight, and rows of weight 1 behind it") {
  const sample::Place place;
  hist::Histogram histogram = of_class("TH2F", 2);
  FloatContents contents(histogram, place.options);
  std::vector<double> counts(histogram.cells());
  counts[1 + 4 * 2] = 2;
  FloatContents::Task task;
  task.count(counts);
  CHECK_FALSE(task.is_weighted());
  const std::vector<double> x{0.5}, y{1.5};
  const std::vector<std::span<const double>> columns{x, y};
  task.add(histogram, columns, std::vector{0.25});
  task.add(histogram, columns, {});
  contents.end(0, std::move(task));
  contents.replace_contents(histogram);
  CHECK(histogram.parts().contents[1 + 4 * 2] == 3.25);
}

TEST_CASE("float contents: without weights, and of classes of doubles, contents stay what they are") {
  const sample::Place place;
  hist::Histogram counts = of_class("TH1F", 1);
  FloatContents none(counts, place.options);
  FloatContents::Task task;
  task.count(std::vector<double>{0, 1, 0, 0});
  none.end(0, std::move(task));
  none.replace_contents(counts);
  CHECK(counts.parts().contents == std::vector<double>(4, 0.0));
  CHECK_FALSE(FloatContents(of_class("TH1D", 1), place.options).are_wanted());
}
