#include "ramet/random/continuous.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "ramet/random/internal/parameters.hpp"
#include "ramet/random/internal/words.hpp"

namespace ramet::inline v1::random {
namespace {

using internal::apply;
using internal::check_size;
using internal::fastest_kernels;
using internal::for_each_part;
using internal::numbers_at_once;
using internal::Words;

constexpr auto moved = [](double number, double location, double scale) { return location + scale * number; };

/// Numbers of one word, or of both words of a block, and then function(number, a, b).
template <class Function>
void fill(const Words& words, internal::Transform<double> transform, std::span<double> numbers, const Parameter& a,
          const Parameter& b, const Function& function, bool is_identity = false) {
  for_each_part(numbers.size(), [&](std::size_t first, std::size_t count) {
    const std::span<double> part = numbers.subspan(first, count);
    words.make(0, first, part, transform);
    if (!is_identity) apply(part, first, a, b, function);
  });
}

/// Whether location + scale * number is the number, to the last bit: none is -0.
bool are_standard(const Parameter& location, const Parameter& scale) {
  return !location.is_column() && !scale.is_column() && location[0] == 0 && scale[0] == 1;
}

}  // namespace

void fill_uniform(const Stream& stream, const Draws& draws, std::span<double> numbers, const Parameter& low,
                  const Parameter& high) {
  check_size(low, numbers.size(), "low");
  check_size(high, numbers.size(), "high");
  const Words words(stream, draws, internal::Family::uniform, numbers.size());
  fill(
      words, fastest_kernels().reals, numbers, low, high,
      [](double real, double from, double to) { return from + (to - from) * real; }, are_standard(low, high));
}

void fill_normal(const Stream& stream, const Draws& draws, std::span<double> numbers, const Parameter& mean,
                 const Parameter& sigma) {
  check_size(mean, numbers.size(), "mean");
  check_size(sigma, numbers.size(), "sigma");
  const Words words(stream, draws, internal::Family::normal, numbers.size());
  fill(words, fastest_kernels().normals, numbers, mean, sigma, moved, are_standard(mean, sigma));
}

void fill_exponential(const Stream& stream, const Draws& draws, std::span<double> numbers, const Parameter& mean) {
  check_size(mean, numbers.size(), "mean");
  const Words words(stream, draws, internal::Family::exponential, numbers.size());
  fill(words, fastest_kernels().exponentials, numbers, mean, mean,
       [](double number, double scale, double) { return scale * number; });
}

void fill_breit_wigner(const Stream& stream, const Draws& draws, std::span<double> numbers, const Parameter& mean,
                       const Parameter& gamma) {
  check_size(mean, numbers.size(), "mean");
  check_size(gamma, numbers.size(), "gamma");
  const Words words(stream, draws, internal::Family::breit_wigner, numbers.size());
  fill(words, fastest_kernels().cotangents, numbers, mean, gamma,
       [](double cotangent, double location, double width) { return location - 0.5 * width * cotangent; });
}

void fill_logistic(const Stream& stream, const Draws& draws, std::span<double> numbers, const Parameter& mean,
                   const Parameter& scale) {
  check_size(mean, numbers.size(), "mean");
  check_size(scale, numbers.size(), "scale");
  const Words words(stream, draws, internal::Family::logistic, numbers.size());
  fill(words, fastest_kernels().logits, numbers, mean, scale, moved);
}

void fill_triangle(const Stream& stream, const Draws& draws, std::span<double> numbers, const Parameter& low,
                   const Parameter& mode, const Parameter& high) {
  check_size(low, numbers.size(), "low");
  check_size(mode, numbers.size(), "mode");
  check_size(high, numbers.size(), "high");
  const std::size_t triangles = low.is_column() || mode.is_column() || high.is_column() ? numbers.size() : 1;
  for (std::size_t i = 0; i < triangles; ++i)
    if (!(low[i] <= mode[i] && mode[i] <= high[i]))
      detail::fail(ErrorKind::misuse, "low, mode and high of number {} are {}, {} and {}, not in this order", i, low[i],
                   mode[i], high[i]);
  const Words words(stream, draws, internal::Family::triangle, numbers.size());
  for_each_part(numbers.size(), [&](std::size_t first, std::size_t count) {
    const std::span<double> part = numbers.subspan(first, count);
    words.make(0, first, part, fastest_kernels().reals);
    for (std::size_t i = 0; i < count; ++i) {
      const double from = low[first + i], top = mode[first + i], to = high[first + i], width = to - from;
      if (part[i] * width < top - from)
        part[i] = from + std::sqrt(part[i] * width * (top - from));
      else
        part[i] = to - std::sqrt((1 - part[i]) * width * (to - top));
    }
  });
}

void fill_weibull(const Stream& stream, const Draws& draws, std::span<double> numbers, const Parameter& shape,
                  const Parameter& scale) {
  internal::check_positive(shape, numbers.size(), "shape");
  check_size(scale, numbers.size(), "scale");
  const Words words(stream, draws, internal::Family::weibull, numbers.size());
  for_each_part(numbers.size(), [&](std::size_t first, std::size_t count) {
    const std::span<double> part = numbers.subspan(first, count);
    words.make(0, first, part, fastest_kernels().exponentials);
    fastest_kernels().logs(part.data(), count, part.data());
    apply(part, first, shape, shape,
          [](double log, double power, double) { return std::clamp(log / power, -700., 700.); });
    fastest_kernels().exps(part.data(), count, part.data());
    apply(part, first, scale, scale, [](double number, double factor, double) { return factor * number; });
  });
}

void fill_landau(const Stream& stream, const Draws& draws, std::span<double> numbers, const Parameter& location,
                 const Parameter& scale) {
  check_size(location, numbers.size(), "location");
  check_size(scale, numbers.size(), "scale");
  const Words words(stream, draws, internal::Family::landau, numbers.size());
  for_each_part(numbers.size(), [&](std::size_t first, std::size_t count) {
    std::array<std::uint64_t, numbers_at_once> angles, exponents;
    words.get(0, first, std::span(angles).first(count));
    words.get(1, first, std::span(exponents).first(count));
    const std::span<double> part = numbers.subspan(first, count);
    fastest_kernels().landaus(angles.data(), exponents.data(), count, part.data());
    apply(part, first, location, scale, moved);
  });
}

void fill_moyal(const Stream& stream, const Draws& draws, std::span<double> numbers, const Parameter& location,
                const Parameter& scale) {
  check_size(location, numbers.size(), "location");
  check_size(scale, numbers.size(), "scale");
  const Words words(stream, draws, internal::Family::moyal, numbers.size());
  for_each_part(numbers.size(), [&](std::size_t first, std::size_t count) {
    const std::span<double> part = numbers.subspan(first, count);
    words.make(0, first, part, fastest_kernels().normals);
    for (double& number : part) number *= number;  // -log z^2 of a normal z has Moyal's distribution
    fastest_kernels().logs(part.data(), count, part.data());
    apply(part, first, location, scale, [](double log, double from, double factor) { return from - factor * log; });
  });
}

}  // namespace ramet::inline v1::random
