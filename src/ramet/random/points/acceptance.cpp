#include "ramet/random/points/acceptance.hpp"

#include <cmath>
#include <vector>

#include "ramet/core/error.hpp"
#include "ramet/random/internal/number_source.hpp"
#include "ramet/random/internal/words.hpp"

namespace ramet::inline v1::random {
namespace {

using internal::real_of_word;
using internal::Words;

constexpr std::size_t most_sides = 1000;  // so that the words of all attempts have positions of 32 bits

void check(std::span<const Interval> box, double largest, std::span<const std::span<double>> coordinates) {
  if (box.empty() || box.size() > most_sides)
    detail::fail(ErrorKind::misuse, "a box of {} sides, not 1 to {}", box.size(), most_sides);
  if (coordinates.size() != box.size())
    detail::fail(ErrorKind::misuse, "there are {} coordinates for {} sides", coordinates.size(), box.size());
  for (const std::span<double> one : coordinates)
    if (one.size() != coordinates[0].size())
      detail::fail(ErrorKind::misuse, "there are {} and {} numbers for the coordinates", coordinates[0].size(),
                   one.size());
  for (const Interval& side : box)
    if (!(side.low < side.high) || !std::isfinite(side.high - side.low))
      detail::fail(ErrorKind::misuse, "a side of the box from {} to {}", side.low, side.high);
  if (!(largest > 0) || !std::isfinite(largest))
    detail::fail(ErrorKind::misuse, "the largest density is {}, not above 0", largest);
}

}  // namespace

void fill_accepted(const Stream& stream, const Draws& draws, std::span<const Interval> box, double largest,
                   FunctionRef<double(std::span<const double>)> density,
                   std::span<const std::span<double>> coordinates) {
  check(box, largest, coordinates);
  const std::size_t points = coordinates[0].size();
  const Words words(stream, draws, internal::Family::acceptance, points);
  const auto words_of_one = static_cast<std::uint32_t>(box.size() + 1);
  std::vector<double> point(box.size());
  for (std::size_t i = 0; i < points; ++i) {
    for (std::uint32_t attempt = 0;; ++attempt) {
      if (attempt == most_attempts)
        detail::fail(ErrorKind::misuse, "{} attempts for point {} were rejected: the density is too small", attempt, i);
      const std::uint32_t position = attempt * words_of_one;
      for (std::uint32_t k = 0; k < box.size(); ++k)
        point[k] = box[k].low + (box[k].high - box[k].low) * real_of_word(words.at(position + 1 + k, i));
      const double value = density(point);
      if (!(value >= 0 && value <= largest))
        detail::fail(ErrorKind::misuse, "the density of point {} is {}, not 0 to {}", i, value, largest);
      if (real_of_word(words.at(position, i)) * largest < value) break;
    }
    for (std::size_t k = 0; k < box.size(); ++k) coordinates[k][i] = point[k];
  }
}

}  // namespace ramet::inline v1::random
