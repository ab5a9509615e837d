#include "ramet/random/points/directions.hpp"

#include <cmath>

#include "ramet/random/internal/number_source.hpp"
#include "ramet/random/internal/parameters.hpp"
#include "ramet/random/internal/words.hpp"

namespace ramet::inline v1::random {
namespace {

using internal::fastest_kernels;
using internal::make_angles;
using internal::Words;

void check_lengths(std::span<double> x, std::span<double> other, const char* name) {
  if (other.size() != x.size())
    detail::fail(ErrorKind::misuse, "there are {} numbers for x and {} for {}", x.size(), other.size(), name);
}

}  // namespace

void fill_circle(const Stream& stream, const Draws& draws, std::span<double> x, std::span<double> y,
                 const Parameter& radius) {
  check_lengths(x, y, "y");
  internal::check_size(radius, x.size(), "radius");
  const Words words(stream, draws, internal::Family::circle, x.size());
  internal::for_each_part(x.size(), [&](std::size_t first, std::size_t count) {
    make_angles(words, 0, first, x.subspan(first, count), y.subspan(first, count));
    for (std::size_t i = first; i < first + count; ++i) {
      x[i] *= radius[i];
      y[i] *= radius[i];
    }
  });
}

void fill_sphere(const Stream& stream, const Draws& draws, std::span<double> x, std::span<double> y,
                 std::span<double> z, const Parameter& radius) {
  check_lengths(x, y, "y");
  check_lengths(x, z, "z");
  internal::check_size(radius, x.size(), "radius");
  const Words words(stream, draws, internal::Family::sphere, x.size());
  internal::for_each_part(x.size(), [&](std::size_t first, std::size_t count) {
    make_angles(words, 0, first, x.subspan(first, count), y.subspan(first, count));
    words.make(1, first, z.subspan(first, count), fastest_kernels().reals);
    for (std::size_t i = first; i < first + count; ++i) {
      const double height = 1 - 2 * z[i];  // uniform on a sphere, as Archimedes found
      const double across = std::sqrt((1 - height) * (1 + height));
      x[i] *= radius[i] * across;
      y[i] *= radius[i] * across;
      z[i] = radius[i] * height;
    }
  });
}

}  // namespace ramet::inline v1::random
