#include "ramet/hist/binned/sparse_histogram.hpp"

#include <limits>

#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet;
using namespace ramet::hist;

namespace {

SparseHistogramParts two_cells() {
  return {.name = "s",
          .axes = {{.bins = RegularAxis{2, 0, 2}}, {.bins = RegularAxis{1, 0, 1}}},
          .bins = {1, 1, 3, 0},
          .contents = {5, 7},
          .squares = {25, 49}};
}

}  // namespace

TEST_CASE("the dense form has the contents of filled cells, and zero elsewhere") {
  const SparseHistogram sparse(two_cells());
  CHECK(sparse.all_cells() == 12);
  CHECK(sparse.filled_cells() == 2);
  const Histogram dense = sparse.dense(12);
  CHECK(dense.values(Flow::included) == std::vector<double>{0, 0, 0, 7, 0, 5, 0, 0, 0, 0, 0, 0});
  CHECK(dense.variances(Flow::excluded) == std::vector<double>{25, 0});
}

TEST_CASE("a dense form of more cells than the limit is refused") {
  CHECK_THROWS_WITH_AS(SparseHistogram(two_cells()).dense(11),
                       "sparse histogram 's' has 12 cells, 2 of them filled, more than the limit of 11 for a dense one",
                       Error);
  SparseHistogramParts many = two_cells();
  many.axes.assign(8, {.bins = RegularAxis{1000, 0, 1}});
  many.bins.clear();
  many.contents.clear();
  many.squares.clear();
  const SparseHistogram sparse(many);
  CHECK(sparse.all_cells() == std::numeric_limits<std::size_t>::max());
  CHECK_THROWS_AS(sparse.dense(sparse.all_cells() - 1), Error);
}

TEST_CASE("parts that do not fit each other are refused") {
  const auto refuses = [](auto change) {
    SparseHistogramParts parts = two_cells();
    change(parts);
    CHECK_THROWS_AS(SparseHistogram{parts}, Error);
  };
  refuses([](auto& parts) { parts.axes.clear(); });
  refuses([](auto& parts) { parts.bins.pop_back(); });
  refuses([](auto& parts) { parts.bins[2] = 4; });
  refuses([](auto& parts) { parts.contents.push_back(1); });
  refuses([](auto& parts) { parts.squares.pop_back(); });
}
