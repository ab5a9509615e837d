#include "ramet/hist/binned/moments.hpp"

#include <array>

#include <doctest/doctest.h>

using namespace ramet::hist;
using Numbers = std::vector<double>;

TEST_CASE("moments of three axes have the products that TH3 has, in its order") {
  Moments moments = Moments::for_axes(3);
  moments.add(std::array{2.0, 3.0, 5.0}, 10);
  CHECK(moments.weights == 10);
  CHECK(moments.squared_weights == 100);
  CHECK(moments.weighted_values == Numbers{20, 30, 50});
  CHECK(moments.weighted_squares == Numbers{40, 90, 250});
  CHECK(moments.weighted_products == Numbers{60, 100, 150});  // xy, xz, yz
  CHECK(moments.entries == 0);                                // those are counted by who fills
}

TEST_CASE("beyond three axes there are no products") {
  CHECK(Moments::for_axes(2).weighted_products.size() == 1);
  CHECK(Moments::for_axes(4).weighted_products.empty());
  CHECK(Moments::for_axes(4).weighted_values.size() == 4);
}

TEST_CASE("moments of one axis are its statistics") {
  const Statistics statistics{5, 4, 3, 2, 1};
  CHECK(Moments::of(statistics).statistics() == statistics);
  CHECK(Moments().statistics() == Statistics());
}

TEST_CASE("many fills at once are counted as one after the other, bit by bit") {
  const std::vector<double> x = {0.1, 0, 0.7, -3}, y = {1.3, 0, 2.1, 5.7}, z = {0.3, 0, 1.9, 7}, w = {0.5, 0, 1.25, 3};
  for (std::size_t axes = 1; axes <= 3; ++axes) {
    const std::vector<std::span<const double>> columns = {x, y, z};
    Moments one_by_one = Moments::for_axes(axes), together = Moments::for_axes(axes);
    for (std::size_t i = 0; i < x.size(); ++i) one_by_one.add(std::vector<double>{x[i], y[i], z[i]}, w[i]);
    together.add(std::span(columns).first(axes), w);
    CHECK(together == one_by_one);
    CHECK(together.weights == 4.75);
  }
}
