#pragma once

#include <span>

#include "ramet/random/parameter.hpp"
#include "ramet/random/stream.hpp"

// Real numbers that are a function of one or two words: no rejection, so they are made by vector instructions. A
// location and a scale may be any numbers; each of the given columns has a value for each number. All functions write
// the same bits for any split of the numbers into calls, and on any machine. They throw Error(misuse) for entries,
// elements or columns whose number is not that of `numbers`, for elements of 2^24 or more, and for shapes outside their
// range. Threads: any.

namespace ramet::inline v1::random {

/// Between low and high: (k + 1/2) / 2^52 of the way for a whole number k, so neither end occurs, unless by rounding.
void fill_uniform(const Stream& stream, const Draws& draws, std::span<double> numbers, const Parameter& low = 0,
                  const Parameter& high = 1);

/// Gauss's distribution, by Box and Muller's transformation; up to 8.5 standard deviations from the mean.
void fill_normal(const Stream& stream, const Draws& draws, std::span<double> numbers, const Parameter& mean = 0,
                 const Parameter& sigma = 1);

/// Density exp(-x / mean) / mean.
void fill_exponential(const Stream& stream, const Draws& draws, std::span<double> numbers, const Parameter& mean = 1);

/// Breit and Wigner's distribution, also called Cauchy's or Lorentz's; gamma is its full width at half of the maximum.
void fill_breit_wigner(const Stream& stream, const Draws& draws, std::span<double> numbers, const Parameter& mean = 0,
                       const Parameter& gamma = 1);

/// Cumulative distribution 1 / (1 + exp(-(x - mean) / scale)).
void fill_logistic(const Stream& stream, const Draws& draws, std::span<double> numbers, const Parameter& mean = 0,
                   const Parameter& scale = 1);

/// A density that rises linearly from low to mode and falls linearly to high. Throws Error(misuse) unless
/// low <= mode <= high.
void fill_triangle(const Stream& stream, const Draws& draws, std::span<double> numbers, const Parameter& low,
                   const Parameter& mode, const Parameter& high);

/// Cumulative distribution 1 - exp(-(x / scale)^shape). Throws Error(misuse) unless the shape is above 0.
void fill_weibull(const Stream& stream, const Draws& draws, std::span<double> numbers, const Parameter& shape,
                  const Parameter& scale = 1);

/// Landau's distribution with CERNLIB's and ROOT's location and scale: the maximum is at location - 0.22278 scale.
void fill_landau(const Stream& stream, const Draws& draws, std::span<double> numbers, const Parameter& location = 0,
                 const Parameter& scale = 1);

/// Moyal's approximation of Landau's distribution: density exp(-(y + exp(-y)) / 2) / sqrt(2 pi) / scale of
/// y = (x - location) / scale.
void fill_moyal(const Stream& stream, const Draws& draws, std::span<double> numbers, const Parameter& location = 0,
                const Parameter& scale = 1);

}  // namespace ramet::inline v1::random
