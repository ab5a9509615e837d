#pragma once

#include <cstddef>
#include <span>

#include "ramet/fit/internal/mixture.hpp"

namespace ramet::inline v1::fit::internal {

enum class SlopesOf { densities, logarithms };

/// Write the derivatives of the density, or of its logarithm, by all parameters, at up to 8 x: a row for each. Behind
/// the last x are copies of one. Where there is no density, the logarithm's are 0.
void write_slopes(const Mixture& mixture, const MixturePoint& point, std::span<const double> parameters,
                  const double (&x)[strands], std::size_t count, SlopesOf of, double* to);

}  // namespace ramet::inline v1::fit::internal
