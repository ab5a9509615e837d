#include "cli/picture/plot.hpp"

#include <algorithm>
#include <vector>

#include <doctest/doctest.h>

using namespace ramet;
using namespace ramet::cli;

namespace {

template <class Shape>
std::size_t count(const Picture& picture) {
  return static_cast<std::size_t>(
      std::ranges::count_if(picture.shapes, [](const auto& shape) { return std::holds_alternative<Shape>(shape); }));
}

hist::Histogram filled(std::size_t axes, bool is_profile) {
  hist::HistogramParts parts{.title = "title"};
  for (std::size_t axis = 0; axis < axes; ++axis)
    parts.axes.push_back({.bins = hist::RegularAxis{4, 0, 4}, .title = "x"});
  if (is_profile) parts.profile.emplace();
  hist::Histogram histogram = hist::Histogram::empty(parts);
  for (const double value : {0.5, 1.5, 1.7}) histogram.fill(std::vector<double>(axes + (is_profile ? 1 : 0), value));
  return histogram;
}

}  // namespace

TEST_CASE("a box for each filled bin, and labels") {
  const Picture picture = plot(filled(1, false), {.statistics = {"entries 3"}});
  CHECK(count<PictureBox>(picture) == 2);
  CHECK(std::ranges::any_of(picture.shapes, [](const auto& shape) {
    const auto* text = std::get_if<PictureText>(&shape);
    return text != nullptr && text->text == "entries 3";
  }));
  CHECK(count<PictureBox>(plot(filled(2, false), {})) == 2);
  CHECK(count<PictureBox>(plot(filled(1, true), {})) == 2);
  CHECK(count<PictureBox>(plot(filled(1, false), {.is_logarithmic = true})) == 2);
}

TEST_CASE("bins of a profile without fills have no error") {
  const PlottedBins bins = bins_of(filled(1, true));
  CHECK(bins.values[1] == doctest::Approx(1.6));
  CHECK(bins.errors[0] == 0);
  CHECK(bins.errors[3] == -1);
}

TEST_CASE("a million bins make a small picture") {
  hist::HistogramParts parts;
  parts.axes.push_back({.bins = hist::RegularAxis{1'000'000, 0, 1}});
  hist::Histogram histogram = hist::Histogram::empty(parts);
  for (int k = 0; k < 1000; ++k) histogram.fill(std::vector<double>{k / 1000.0});
  CHECK(plot(histogram, {}).shapes.size() < 10'000);
}

TEST_CASE("a picture has the curve of a function that was fitted, inside of its axes") {
  hist::HistogramParts parts = filled(1, false).parts();
  const std::size_t without = count<PictureLine>(plot(hist::Histogram(parts), {}));
  parts.functions = {{.formula = "[0]*x", .parameters = {{.name = "p0", .value = 0.5}}, .ranges = {{-4, 4}}}};
  const std::size_t with = count<PictureLine>(plot(hist::Histogram(parts), {}));
  CHECK(with - without == 199);  // half of the function's range is inside
}
