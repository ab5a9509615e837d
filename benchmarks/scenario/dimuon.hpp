#pragma once

#include <cmath>

namespace scenario {

/// The mass of the first two of an event's muons if their charges are opposite and there are no others; else 0.
inline double dimuon(long muons, const float* pt, const float* eta, const float* phi, const int* charge) {
  if (muons != 2 || charge[0] == charge[1]) return 0;
  const double squared = 2.0 * pt[0] * pt[1] * (std::cosh(eta[0] - eta[1]) - std::cos(phi[0] - phi[1]));
  return std::sqrt(squared);
}

}  // namespace scenario
