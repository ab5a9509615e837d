#pragma once

#include <span>

#include "ramet/random/parameter.hpp"
#include "ramet/random/stream.hpp"

// Points that are uniformly distributed on a circle or on the surface of a sphere, for directions. The spans are of
// equal length, one number for each point. They throw Error(misuse) as the functions of continuous.hpp do. Threads:
// any.

namespace ramet::inline v1::random {

/// The coordinates of points on a circle around 0.
void fill_circle(const Stream& stream, const Draws& draws, std::span<double> x, std::span<double> y,
                 const Parameter& radius = 1);

/// The coordinates of points on a sphere around 0.
void fill_sphere(const Stream& stream, const Draws& draws, std::span<double> x, std::span<double> y,
                 std::span<double> z, const Parameter& radius = 1);

}  // namespace ramet::inline v1::random
