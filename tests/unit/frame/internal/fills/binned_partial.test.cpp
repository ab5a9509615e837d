#include "ramet/frame/internal/fills/binned_partial.hpp"

#include <memory>
#include <vector>

#include "unit/frame/sample_frame.hpp"
#include <doctest/doctest.h>

#include "ramet/frame/actions/histograms.hpp"

using namespace ramet;
using namespace ramet::frame;

namespace {

hist::Histogram model() { return hist::Histogram::empty({.axes = {{.bins = hist::RegularAxis{4, 0, 4}}}}); }

}  // namespace

TEST_CASE("a partial of a histogram takes values with their cells, and weights") {
  HistogramAction action(model(), {"x"}, "w");
  REQUIRE(action.binned_axis() != nullptr);
  hist::BinnedValues values(*action.binned_axis());
  values.assign(hist::NumberView(std::vector<float>{0.5F, 9, 2.5F, 2.5F}));
  const sample::Threads threads;
  const Task task{};
  action.begin({}, {&task, 1}, {*threads.executor});
  auto partial = action.partial(task);
  const std::vector<array::Array> columns = {array::Array(), sample::column_of<double>({2, 3})};
  const std::vector<std::uint32_t> rows = {1, 3};
  static_cast<internal::BinnedPartial&>(*partial).add_binned(
      {.batch = {}, .rows = {}, .count = 2, .values = columns, .slot = {}}, values, rows);
  action.end_task(task, std::move(partial));
  action.finish();
  CHECK(action.histogram().parts().contents == std::vector<double>{0, 0, 0, 3, 0, 2});
  CHECK(action.histogram().parts().moments.entries == 2);
}

TEST_CASE("histograms of several axes, of many cells, and profiles take values alone") {
  CHECK(HistogramAction(model(), {"x"}).binned_axis() != nullptr);
  hist::HistogramParts two = model().parts();
  two.axes.push_back(two.axes.front());
  two.contents.clear();
  CHECK(HistogramAction(hist::Histogram::empty({.axes = two.axes}), {"x", "y"}).binned_axis() == nullptr);
  CHECK(HistogramAction(hist::Histogram::empty({.axes = {{.bins = hist::RegularAxis{100'000, 0, 4}}}}), {"x"})
            .binned_axis() == nullptr);
}
