#include "ramet/random/continuous.hpp"

#include "ramet/core/error.hpp"
#include "ramet/random/internal/words.hpp"

namespace ramet::inline v1::random {
namespace {

using internal::Family;
using internal::for_each_part;
using internal::Kernels;
using internal::Words;

void check_size(const Parameter& parameter, std::size_t count, const char* name) {
  if (parameter.is_column() && parameter.size() != count)
    fail(ErrorKind::misuse, "{} has {} values for {} numbers", name, parameter.size(), count);
}

/// location + scale * number.
void move_and_scale(std::span<double> numbers, std::size_t first, std::size_t count, const Parameter& location,
                    const Parameter& scale) {
  double* const to = numbers.data() + first;
  if (location.is_column() || scale.is_column()) {
    for (std::size_t i = 0; i < count; ++i) to[i] = location[first + i] + scale[first + i] * to[i];
  } else {
    const double shift = location[0], factor = scale[0];
    for (std::size_t i = 0; i < count; ++i) to[i] = shift + factor * to[i];
  }
}

}  // namespace

void fill_uniform(const Stream& stream, const Draws& draws, std::span<double> numbers, const Parameter& low,
                  const Parameter& high) {
  check_size(low, numbers.size(), "low");
  check_size(high, numbers.size(), "high");
  const Words words(stream, draws, Family::uniform, numbers.size());
  for_each_part(numbers.size(), [&](std::size_t first, std::size_t count) {
    double* const to = numbers.data() + first;
    words.make(0, first, {to, count}, internal::fastest_kernels().reals);
    if (low.is_column() || high.is_column()) {
      for (std::size_t i = 0; i < count; ++i) to[i] = low[first + i] + (high[first + i] - low[first + i]) * to[i];
    } else {
      const double shift = low[0], width = high[0] - low[0];
      for (std::size_t i = 0; i < count; ++i) to[i] = shift + width * to[i];
    }
  });
}

void fill_normal(const Stream& stream, const Draws& draws, std::span<double> numbers, const Parameter& mean,
                 const Parameter& sigma) {
  check_size(mean, numbers.size(), "mean");
  check_size(sigma, numbers.size(), "sigma");
  const Words words(stream, draws, Family::normal, numbers.size());
  for_each_part(numbers.size(), [&](std::size_t first, std::size_t count) {
    words.make(0, first, numbers.subspan(first, count), internal::fastest_kernels().normals);
    move_and_scale(numbers, first, count, mean, sigma);
  });
}

void fill_exponential(const Stream& stream, const Draws& draws, std::span<double> numbers, const Parameter& mean) {
  check_size(mean, numbers.size(), "mean");
  const Words words(stream, draws, Family::exponential, numbers.size());
  for_each_part(numbers.size(), [&](std::size_t first, std::size_t count) {
    words.make(0, first, numbers.subspan(first, count), internal::fastest_kernels().exponentials);
    move_and_scale(numbers, first, count, 0, mean);
  });
}

}  // namespace ramet::inline v1::random
