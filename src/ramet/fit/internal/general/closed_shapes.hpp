#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "ramet/fit/internal/general/general_shape.hpp"

namespace ramet::inline v1::fit::internal {

/// A Breit-Wigner folded with a Gauss: mean, sigma, gamma (the full width of the former). Its integral is computed by
/// 15 points for each part in which it is smooth: relative errors are below 10^-12.
std::shared_ptr<const GeneralShape> voigt_shape();

/// x (1 - (x / end)^2)^power exp(slope (1 - (x / end)^2)) below the end: end, slope, power. Integrated like voigt.
std::shared_ptr<const GeneralShape> argus_shape();

/// Johnson's S_U: mean, width, gamma, delta; (gamma + delta arsinh((x - mean) / width)) has a normal distribution.
std::shared_ptr<const GeneralShape> johnson_shape();

/// A sum of Bernstein's polynomials of a degree in the range, with coefficients from 0.
std::shared_ptr<const GeneralShape> bernstein_shape(std::size_t coefficients);

}  // namespace ramet::inline v1::fit::internal
