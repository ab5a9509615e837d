#include "ramet/hist/binned/moments.hpp"

namespace ramet::inline v1::hist {

Moments Moments::for_axes(std::size_t axes) {
  Moments none;
  none.weighted_values.resize(axes);
  none.weighted_squares.resize(axes);
  constexpr std::size_t most_axes_with_products = 3;  // as in TH2 and TH3; THn has none
  if (axes <= most_axes_with_products) none.weighted_products.resize(axes * (axes - 1) / 2);
  return none;
}

Moments Moments::of(const Statistics& statistics) {
  Moments moments = for_axes(1);
  moments.entries = statistics.entries;
  moments.weights = statistics.weights;
  moments.squared_weights = statistics.squared_weights;
  moments.weighted_values[0] = statistics.weighted_values;
  moments.weighted_squares[0] = statistics.weighted_squares;
  return moments;
}

Statistics Moments::statistics() const noexcept {
  return {.entries = entries,
          .weights = weights,
          .squared_weights = squared_weights,
          .weighted_values = weighted_values.empty() ? 0 : weighted_values[0],
          .weighted_squares = weighted_squares.empty() ? 0 : weighted_squares[0]};
}

void Moments::add(std::span<const double> values, double weight) noexcept {
  weights += weight;
  squared_weights += weight * weight;
  for (std::size_t i = 0; i < weighted_values.size(); ++i) {
    weighted_values[i] += weight * values[i];
    weighted_squares[i] += weight * values[i] * values[i];
  }
  // x y; x z, y z: each axis with the earlier ones
  std::size_t pair = 0;
  for (std::size_t second = 1; pair < weighted_products.size(); ++second)
    for (std::size_t first = 0; first < second; ++first)
      weighted_products[pair++] += weight * values[first] * values[second];
}

void Moments::add(std::span<const std::span<const double>> columns, std::span<const double> all_weights) noexcept {
  const std::size_t count = all_weights.size();
  for (const double weight : all_weights) {
    weights += weight;
    squared_weights += weight * weight;
  }
  for (std::size_t axis = 0; axis < weighted_values.size(); ++axis) {
    double values = weighted_values[axis], squares = weighted_squares[axis];
    for (std::size_t i = 0; i < count; ++i) {
      const double weighted = all_weights[i] * columns[axis][i];
      values += weighted;
      squares += weighted * columns[axis][i];
    }
    weighted_values[axis] = values;
    weighted_squares[axis] = squares;
  }
  std::size_t pair = 0;
  for (std::size_t second = 1; pair < weighted_products.size(); ++second)
    for (std::size_t first = 0; first < second; ++first, ++pair) {
      double products = weighted_products[pair];
      for (std::size_t i = 0; i < count; ++i) products += all_weights[i] * columns[first][i] * columns[second][i];
      weighted_products[pair] = products;
    }
}

}  // namespace ramet::inline v1::hist
