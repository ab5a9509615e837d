#include "ramet/hist/detail/waiting_fills.hpp"

#include <cmath>
#include <limits>
#include <tuple>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

using namespace ramet;
using hist::Axis;
using hist::HistogramParts;
using hist::RegularAxis;
using Numbers = std::vector<double>;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

HistogramParts empty_of(const std::vector<Axis>& axes, bool can_extend, bool is_profile = false) {
  HistogramParts parts;
  for (const Axis& axis : axes) parts.axes.push_back({.bins = axis, .can_extend = can_extend});
  if (is_profile) parts.profile.emplace();
  return hist::Histogram::empty(std::move(parts)).parts();
}

HistogramParts line(double high, bool can_extend) {
  return empty_of({high > 0 ? Axis(RegularAxis{4, 0, high}) : Axis::without_range(4)}, can_extend);
}

HistogramParts plane() { return empty_of({RegularAxis{2, 0, 2}, RegularAxis{2, 0, 2}}, true); }

Axis axis_of(const hist::Histogram& histogram, std::size_t number = 0) { return histogram.parts().axes[number].bins; }

/// Fills of weight 1.
Numbers fills_of(const Numbers& values) {
  Numbers fills;
  for (const double value : values) fills.insert(fills.end(), {1, value});
  return fills;
}

}  // namespace

// What ROOT 6.40 gives.

TEST_CASE("fills in a buffer extend an axis that can by the outermost values") {
  const hist::Histogram filled = hist::with_buffer(line(4, true), fills_of({1, 15, -3}));
  CHECK(axis_of(filled) == Axis(RegularAxis{4, -4, 28}));
  CHECK(filled.parts().contents == Numbers{0, 2, 0, 1, 0, 0});
  CHECK(filled.parts().moments.entries == 3);
  CHECK(filled.mean() == doctest::Approx(13.0 / 3));
  const hist::Histogram odd = hist::with_buffer(line(4, true), fills_of({1, infinity, 9, 2, -infinity}));
  CHECK(axis_of(odd) == Axis(RegularAxis{4, 0, 16}));
  CHECK(odd.parts().contents == Numbers{1, 2, 0, 1, 0, 1});
}

TEST_CASE("other axes keep their range") {
  const hist::Histogram filled = hist::with_buffer(line(4, false), fills_of({1, 15, -3}));
  CHECK(axis_of(filled) == Axis(RegularAxis{4, 0, 4}));
  CHECK(filled.parts().contents == Numbers{1, 0, 1, 0, 0, 1});
  const HistogramParts edges = empty_of({hist::VariableAxis{{0, 1, 3}}}, true);
  CHECK(hist::with_buffer(edges, fills_of({1, 9})).parts().contents == Numbers{0, 0, 1, 1});
}

TEST_CASE("fills in a buffer choose a range") {
  const hist::Histogram filled = hist::with_buffer(line(0, false), fills_of({1, 2, 3.3}));
  CHECK(axis_of(filled).low() == doctest::Approx(0.977));
  CHECK(axis_of(filled).high() == doctest::Approx(3.323));
  CHECK(filled.parts().contents == Numbers{0, 1, 1, 0, 1, 0});
  CHECK(axis_of(hist::with_buffer(line(0, true), fills_of({infinity}))) == Axis(RegularAxis{4, -1, 1}));
  CHECK_FALSE(axis_of(hist::with_buffer(line(0, true), {})).has_range());
}

TEST_CASE("fills one after the other extend an axis in their order, and drop what is outside of it") {
  const hist::Histogram filled = hist::with_fills(line(4, true), fills_of({1, 15, -3}));
  CHECK(axis_of(filled) == Axis(RegularAxis{4, -16, 16}));
  CHECK(filled.parts().contents == Numbers{0, 0, 1, 1, 1, 0});
  const hist::Histogram odd = hist::with_fills(line(4, true), fills_of({1, infinity, 9, 2}));
  CHECK(odd.parts().contents == Numbers{0, 2, 0, 1, 0, 0});
  CHECK(odd.parts().moments.entries == 4);
  const hist::Histogram fixed = hist::with_fills(line(4, true), fills_of({1, std::nan(""), 9, 2, -3}));
  CHECK(axis_of(fixed) == Axis(RegularAxis{4, 0, 4}));
  CHECK(fixed.parts().contents == Numbers{1, 0, 1, 1, 0, 2});
}

TEST_CASE("histograms of two axes") {
  const Numbers fills = {1, 1, 1, 1, 5, -3, 1, 1, 9, 1, -1, 1};
  const hist::Histogram both = hist::with_buffer(plane(), fills);
  CHECK(axis_of(both, 0) == Axis(RegularAxis{2, -2, 6}));
  CHECK(axis_of(both, 1) == Axis(RegularAxis{2, -6, 10}));
  CHECK(both.parts().contents == Numbers{0, 0, 0, 0, 0, 2, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0});
  for (const auto& [second, low, high] : {std::tuple{1.0, -4.0, 4.0}, {-1.0, -2.0, 6.0}}) {  // once more than needed
    const hist::Histogram more = hist::with_buffer(plane(), Numbers{1, 1, -1, 1, 1, second});
    CHECK(axis_of(more, 0) == Axis(RegularAxis{2, 0, 4}));
    CHECK(axis_of(more, 1) == Axis(RegularAxis{2, low, high}));
  }
  HistogramParts none = empty_of({Axis::without_range(2), Axis::without_range(2)}, true);
  const hist::Histogram chosen = hist::with_buffer(std::move(none), Numbers{1, 5, 1, 1, 1, 1, 1, 2, 1});
  CHECK(axis_of(chosen, 0) == Axis(RegularAxis{2, 0, 10}));
  HistogramParts parts = plane();
  parts.axes[1].can_extend = false;
  const hist::Histogram one = hist::with_buffer(std::move(parts), fills);
  CHECK(axis_of(one, 0) == Axis(RegularAxis{2, -8, 8}));
  CHECK(axis_of(one, 1) == Axis(RegularAxis{2, 0, 2}));
  CHECK(one.parts().contents == Numbers{0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 1, 0});
}

TEST_CASE("classes of whole numbers add whole weights") {
  HistogramParts parts = line(4, true);
  parts.class_name = "TH1I";
  const hist::Histogram filled = hist::with_buffer(std::move(parts), Numbers{2.5, 1, 0.5, 1, -1.5, 2});
  CHECK(filled.parts().contents == Numbers{0, 0, 2, -1, 0, 0});
  CHECK(filled.parts().squares == Numbers{0, 0, 6.5, 2.25, 0, 0});
}

TEST_CASE("profiles do not extend for heights that they leave out") {
  HistogramParts parts = empty_of({RegularAxis{4, 0, 4}}, true, true);
  CHECK(hist::numbers_of_fill(parts) == 3);
  parts.profile->lowest_height = -2;
  parts.profile->highest_height = 5;
  const hist::Histogram filled = hist::with_fills(std::move(parts), Numbers{1, 1, 1, 1, 9, 4, 1, 90, 9});
  CHECK(axis_of(filled) == Axis(RegularAxis{4, 0, 16}));
  CHECK(filled.values() == Numbers{1, 0, 4, 0});
}
