#include "ramet/hist/internal/fill_kernel.hpp"

#include <cstdint>
#include <numeric>
#include <vector>

#include <doctest/doctest.h>

using namespace ramet;
using namespace ramet::hist;
using namespace ramet::hist::internal;

namespace {

/// The sums of one fill, to be compared as a whole.
struct Sums {
  explicit Sums(Axis axis_of_all) : axis(std::move(axis_of_all)), contents(axis.cells()) {}

  FillTarget target() { return {axis, contents, squared_weights, statistics}; }

  Axis axis;
  std::vector<double> contents;
  std::vector<double> squared_weights = {};
  Statistics statistics = {};
};

}  // namespace

TEST_CASE("counting in copies and counting directly agree, for few and for many bins") {
  for (const std::uint32_t bins : {1U, 100U, 16'382U, 16'383U}) {
    CAPTURE(bins);
    const Axis axis = RegularAxis{bins, 0, static_cast<double>(bins)};
    std::vector<std::int32_t> values(16 * axis.cells() + 3);  // one and a half times the range, beginning below it
    for (std::size_t i = 0; i < values.size(); ++i)
      values[i] = static_cast<std::int32_t>(i * 7 % (3 * bins / 2 + 2)) - static_cast<std::int32_t>(bins / 4);
    Sums together(axis);
    fill_counts(together.target(), values);
    Sums apart(axis);
    for (std::size_t first = 0; first < values.size(); first += 1000)
      fill_weighted(apart.target(), NumberView(values).part(first, std::min<std::size_t>(1000, values.size() - first)),
                    {});
    CHECK(together.contents == apart.contents);
    CHECK(together.statistics == apart.statistics);
    CHECK(std::accumulate(together.contents.begin(), together.contents.end(), 0.0) ==
          static_cast<double>(values.size()));
  }
}

TEST_CASE("weights of any type are added to contents, squares and statistics") {
  Sums sums(RegularAxis{2, 0, 2});
  sums.squared_weights.resize(4);
  fill_weighted(sums.target(), std::vector<float>{0.5, 1.5, 9}, std::vector<std::int8_t>{2, -3, 4});
  CHECK(sums.contents == std::vector<double>{0, 2, -3, 4});
  CHECK(sums.squared_weights == std::vector<double>{0, 4, 9, 16});
  CHECK(sums.statistics == Statistics{3, -1, 13, -3.5, 0.5 - 6.75});
}

TEST_CASE("one value with a weight is added as many are") {
  Sums one(VariableAxis{{0, 1, 5}});
  fill_one(one.target(), 3, 0.1);
  Sums many(VariableAxis{{0, 1, 5}});
  fill_weighted(many.target(), std::vector<double>{3}, std::vector<double>{0.1});
  CHECK(one.contents == many.contents);
  CHECK(one.statistics == many.statistics);
  CHECK(one.contents == std::vector<double>{0, 0, 0.1, 0});
}
