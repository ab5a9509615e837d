#include "ramet/hist/detail/good_limits.hpp"

#include <cmath>
#include <limits>
#include <vector>

#include <doctest/doctest.h>

using namespace ramet;
using hist::AxisValues;
using hist::good_axis;
using hist::ValueSpan;

namespace {

/// What THLimitsFinder::FindGoodLimits of ROOT 6.40 gives for values of a span.
struct Answer {
  std::uint32_t bins;
  double lowest, highest;
  AxisValues values;
  std::uint32_t chosen_bins;
  double low, high;
};

const std::vector<Answer> answers = {
    {100, 0.0, 366.17597579956055, AxisValues::any, 100, -3.6617597579956054, 400.0},
    {100, 3.9, 223.0, AxisValues::any, 100, 0.0, 240.0},
    {40, -2.4, 2.5, AxisValues::any, 40, -2.8, 2.8},
    {20, 0.0, 90.0, AxisValues::any, 20, -0.9, 95.0},
    {100, 5.0, 5.0, AxisValues::any, 100, 3.8000000000000003, 6.2},
    {100, 0.0, 0.0, AxisValues::any, 100, -1.2000000000000002, 1.2},
    {7, 1.0, 10.0, AxisValues::any, 7, 0.91, 10.09},
    {100, -1000000000000.0, 3000000000000.0, AxisValues::any, 100, -1400000000000.0, 3400000000000.0},
    {100, 1000000000.0, 1000000001.0, AxisValues::any, 100, 999999999.9, 1000000001.1},
    {100, -9.0, -1.0, AxisValues::any, 100, -9.8, -0.2},
    {50, 1e-05, 2e-05, AxisValues::any, 50, 9e-06, 2.1e-05},
    {100, 0.0, 8.0, AxisValues::whole, 10, -1.0, 9.0},
    {100, 0.0, 12.0, AxisValues::whole, 14, -1.0, 13.0},
    {40, 0.0, 12.0, AxisValues::whole, 15, -1.0, 14.0},
    {20, 0.0, 20.0, AxisValues::whole, 26, -1.0, 25.0},
    {100, 10.0, 14990.0, AxisValues::whole, 101, -140.0, 15717.0},
    {100, -100.0, 100.0, AxisValues::whole, 110, -110.0, 110.0},
    {100, 0.0, 1.0, AxisValues::whole, 3, -1.0, 2.0},
    {100, 3.0, 3.0, AxisValues::whole, 4, 1.0, 5.0},
    {40, 3.0, 12348.0, AxisValues::whole, 41, -121.0, 13819.0},
    {20, 15.0, 115.0, AxisValues::whole, 20, 0.0, 140.0},
    {100, -43.0, -2.0, AxisValues::whole, 47, -46.0, 1.0},
    {100, 0.0, 1e+18, AxisValues::whole, 101, -1e+16, 1.0505e+18},
    {100, -155.7790047351792, -22.92513301700395, AxisValues::any, 100, -168.0, -10.0},
    {100, -762.8459478629854, 270.2153225580961, AxisValues::any, 100, -860.0, 360.0},
    {40, 0.006200714743016545, 2024.433159356218, AxisValues::any, 40, -20.238068871671736, 2200.0},
    {100, -0.46270630704848864, 0.005173933175244542, AxisValues::any, 100, -0.5, 0.049999999999999996},
    {30, -131.30643716432996, 0.7195440475491032, AxisValues::any, 30, -140.0, 10.0},
    {30, -0.013098738935172381, 380.2147317903769, AxisValues::any, 30, -20.0, 400.0},
    {40, -0.007707164487265237, 0.0010290205204153977, AxisValues::any, 40, -0.0085, 0.0015},
    {40, -260.10932447704204, 5258.836898911498, AxisValues::any, 40, -800.0, 5800.0},
    {40, -5374.597213723948, -0.10595859091701222, AxisValues::any, 40, -5800.0, 53.638953960413296},
    {30, -0.018693072046140312, 6024.172793087532, AxisValues::any, 30, -500.0, 6500.0},
    {40, -0.12345886640626304, 0.33754333970831396, AxisValues::any, 40, -0.16, 0.38},
    {100, -0.21036883919753782, -0.07025602473299934, AxisValues::any, 100, -0.224, -0.058},
    {20, 26.0, 27.0, AxisValues::whole, 3, 25.0, 28.0},
    {20, -5.0, 140.0, AxisValues::whole, 22, -50.0, 170.0},
    {40, -10.0, 136.0, AxisValues::whole, 45, -29.0, 151.0},
    {40, 40.0, 41.0, AxisValues::whole, 3, 39.0, 42.0},
    {20, -48.0, 6290.0, AxisValues::whole, 22, -1950.0, 7950.0},
    {50, -48.0, -4.0, AxisValues::whole, 54, -53.0, 1.0},
    {100, 24.0, 133.0, AxisValues::whole, 120, 19.0, 139.0},
    {40, 40.0, 680.0, AxisValues::whole, 40, 0.0, 760.0},
    {100, -25.0, 2491.0, AxisValues::whole, 103, -177.0, 2604.0},
    {20, 9.0, 211.0, AxisValues::whole, 21, 0.0, 273.0},
    // An edge at a negative multiple of the width is the sum of that below it and the width.
    {128, -5.0, 5.0, AxisValues::any, 128, -6.000000000000001, 6.000000000000001},
    {500, -2.0, 13.0, AxisValues::any, 500, -3.5000000000000004, 14.5},
    {20, -13.0, -9.0, AxisValues::any, 20, -13.400000000000002, -8.6},
    {100, -2.0, 18.0, AxisValues::any, 100, -4.0, 20.000000000000004},
    {33, -3.0, 1.0, AxisValues::any, 33, -3.4, 1.4000000000000001},
};

}  // namespace

TEST_CASE("axes are those that ROOT chooses") {
  for (const Answer& answer : answers) {
    CAPTURE(answer.bins);
    CAPTURE(answer.lowest);
    CAPTURE(answer.highest);
    const hist::Axis axis = good_axis(answer.bins, {answer.lowest, answer.highest}, answer.values);
    CHECK(axis.bins() == answer.chosen_bins);
    CHECK(axis.low() == answer.low);
    CHECK(axis.high() == answer.high);
  }
}

TEST_CASE("a span has the finite values") {
  ValueSpan span;
  CHECK(span.empty());
  for (const double value : {3.0, std::numeric_limits<double>::infinity(), -1.0, std::nan("")}) span.add(value);
  CHECK(span == ValueSpan{-1, 3, true, true});
  ValueSpan more;
  span.add(more);
  more.add(7);
  span.add(more);
  CHECK(span == ValueSpan{-1, 7, true, true});
  CHECK(good_axis(10, span, AxisValues::any) == hist::Axis(hist::RegularAxis{10, -1, 1}));
}

TEST_CASE("a span of many values is that of one after another") {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const double odd[] = {infinity, -infinity, std::numeric_limits<double>::quiet_NaN(), -0.0};
  for (std::size_t size = 0; size < 40; ++size)
    for (std::size_t kind = 0; kind < 5; ++kind) {
      std::vector<double> values;
      for (std::size_t k = 0; k < size; ++k) values.push_back(static_cast<double>((k * 37 + size) % 23) - 11.5);
      if (kind < 4 && size > 0) values[size * 7 % size] = odd[kind];
      if (kind < 4 && size > 9) values[size - 9] = odd[kind];
      ValueSpan one;
      for (const double value : values) one.add(value);
      ValueSpan many;
      many.add(values);
      CHECK(many == one);
    }
}

TEST_CASE("any span gives an axis") {
  const double most = std::numeric_limits<double>::max();
  for (const double low : {-most, -1e300, -1e-300, 0.0, 1e-300, 1e300})
    for (const double high : {-1e300, 0.0, 5e-324, 1e300, most})
      for (const AxisValues values : {AxisValues::any, AxisValues::whole})
        for (const std::uint32_t bins : {1, 2, 5, 100}) CHECK(good_axis(bins, {low, high}, values).bins() >= 1);
}

TEST_CASE("an axis is extended by doubling its range") {
  const hist::Axis axis = hist::RegularAxis{10, 0, 1};
  CHECK(hist::extended_to(axis, 0.5) == axis);
  CHECK(hist::extended_to(axis, 1) == hist::Axis(hist::RegularAxis{10, 0, 2}));
  CHECK(hist::extended_to(axis, -0.5) == hist::Axis(hist::RegularAxis{10, -1, 1}));
  CHECK(hist::extended_to(axis, 3.5) == hist::Axis(hist::RegularAxis{10, 0, 4}));
  CHECK(hist::extended_to(axis, std::nan("")) == axis);
  CHECK(hist::extended_to(axis, std::numeric_limits<double>::infinity()) == axis);
  CHECK(hist::doubled(axis) == hist::Axis(hist::RegularAxis{10, 0, 2}));
  const hist::Axis four = hist::RegularAxis{4, 0, 4};
  CHECK(hist::extended_to(four, 1.4e20).high() == 0x1p67);
  CHECK(hist::extended_to(four, 1.5e20) == four);
  const hist::Axis wide = hist::RegularAxis{10, 0, 1e308};
  CHECK(hist::extended_to(wide, -1e308) == wide);
  const hist::Axis none = hist::Axis::without_range(3, 2);
  CHECK(hist::doubled(none) == none);
}
