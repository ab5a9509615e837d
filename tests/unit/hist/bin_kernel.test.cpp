#include "ramet/hist/internal/bin_kernel.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include <doctest/doctest.h>

using namespace ramet::hist::internal;

namespace {

std::uint32_t cell_of(const RegularBinning& binning, double value) {
  std::uint32_t cell = 0;
  regular_indices(binning, {&value, 1}, &cell);
  return cell;
}

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

struct KnownCell {
  double bins;
  double low;
  double high;
  double value;
  std::uint32_t cell;
};

// What TAxis::FindFixBin of ROOT 6.40 answers. In the first three of each axis the plain quotient is wrong by one.
constexpr KnownCell known_cells[] = {
    {100, 0.0, 1.0, 0x1.9999999999999p-5, 5},
    {100, 0.0, 1.0, 0x1.9999999999999p-4, 10},
    {100, 0.0, 1.0, 0x1.5c28f5c28f5c2p-3, 17},
    {100, 0.0, 1.0, 0.29, 30},
    {100, 0.0, 1.0, 0.35, 35},
    {100, 0.0, 1.0, 0x1.fffffffffffffp-1, 100},
    {7, -1.3, 2.9, -0x1.99999999999a1p-4, 2},
    {7, -1.3, 2.9, 0x1.ffffffffffffcp-2, 4},
    {7, -1.3, 2.9, 0x1.ffffffffffffdp-2, 4},
    {7, -1.3, 2.9, 0x1.2666666666665p+1, 6},
    {7, -1.3, 2.9, 0x1.2666666666667p+1, 7},
    {49, 0.1, 0.7, 0x1.cbc14e5e0a72fp-4, 2},
    {49, 0.1, 0.7, 0x1.4a3010b7e6ec2p-3, 6},
    {49, 0.1, 0.7, 0x1.956b9fde90322p-3, 9},
    {49, 0.1, 0.7, 0x1.6666666666665p-1, 49},
    {1000, 0.001, 100000.0, 0x1.2c004156e264dp+8, 3},
    {1000, 0.001, 100000.0, 0x1.f400413554759p+8, 5},
    {1000, 0.001, 100000.0, 0x1.2c00209246befp+9, 6},
    {1000, 0.001, 100000.0, 0x1.869ffffffffffp+16, 1000},
    {1, -1.0, 0.0, -0x0.0000000000001p-1022, 1},
    {1, -1.0, 0.0, -1e-17, 1},
    {6, 1e15, 1e15 + 3, 0x1.c6bf526340001p+49, 1},
    {6, 1e15, 1e15 + 3, 0x1.c6bf526340017p+49, 6},
};

}  // namespace

TEST_CASE("values on and beside the edges of a regular axis go where ROOT puts them") {
  for (const KnownCell& known : known_cells) {
    CAPTURE(known.bins);
    CAPTURE(known.value);
    CHECK(cell_of({.low = known.low, .high = known.high, .bins = known.bins}, known.value) == known.cell);
  }
}

TEST_CASE("values outside of a regular axis are underflow and overflow, and NaN is overflow") {
  const RegularBinning binning{.low = -1, .high = 1, .bins = 4};
  CHECK(cell_of(binning, -1) == 1);
  CHECK(cell_of(binning, std::nextafter(-1.0, -2.0)) == 0);
  CHECK(cell_of(binning, -infinity) == 0);
  CHECK(cell_of(binning, 1) == 5);
  CHECK(cell_of(binning, 1e300) == 5);
  CHECK(cell_of(binning, infinity) == 5);
  CHECK(cell_of(binning, not_a_number) == 5);
  CHECK(cell_of(binning, -not_a_number) == 5);
}

TEST_CASE("each value of a regular axis lies between the edges of its cell, however many are done at once") {
  std::mt19937_64 random(7);
  const RegularBinning binning{.low = 0.1, .high = 12.7, .bins = 63};
  std::vector<double> values(1003);
  std::uniform_real_distribution<double> uniform(-1, 14);
  for (double& value : values) value = uniform(random);
  std::vector<std::uint32_t> cells(values.size());
  regular_indices(binning, values, cells.data());
  for (std::size_t i = 0; i < values.size(); ++i) {
    CAPTURE(values[i]);
    CHECK(cells[i] == cell_of(binning, values[i]));
    const double cell = cells[i];
    if (cell > 0) CHECK(values[i] >= binning.low + (cell - 1) * binning.width());
    if (cell <= binning.bins) CHECK(values[i] < binning.low + cell * binning.width());
  }
}

TEST_CASE("a value between edges goes to the last one that is not above it, whatever the number of edges") {
  for (std::size_t count = 2; count < 40; ++count) {
    CAPTURE(count);
    std::vector<double> edges;
    for (std::size_t i = 0; i < count; ++i) edges.push_back(static_cast<double>(i * i) - 3.0);
    std::vector<double> values{-infinity, infinity, not_a_number};
    for (const double edge : edges)
      for (const double value : {edge, std::nextafter(edge, -1e9), std::nextafter(edge, 1e9), edge + 0.5})
        values.push_back(value);
    std::vector<std::uint32_t> cells(values.size());
    variable_indices(edges, values, cells.data());
    for (std::size_t i = 0; i < values.size(); ++i) {
      CAPTURE(values[i]);
      const auto not_above = std::ranges::count_if(edges, [&](double edge) { return !(values[i] < edge); });
      CHECK(cells[i] == not_above);
    }
  }
}
