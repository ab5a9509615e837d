#pragma once

#include <cstddef>
#include <span>

#include "ramet/random/parameter.hpp"
#include "ramet/random/stream.hpp"

namespace ramet::inline v1::random {

/// Where the momenta of one particle are written: a number for each event in each. Threads: a value that borrows.
struct Momenta {
  std::span<double> x, y, z, energy;
};

/// The most particles that a decay may have.
inline constexpr std::size_t most_particles = 18;

/// Decays of a particle at rest into others, whose momenta are distributed as phase space if events count with their
/// weights: the masses of the first k of the others together are drawn, then each of these systems decays into two with
/// any direction (Raubold and Lynch; F. James, "Monte Carlo phase space", CERN 68-15, 1968: GENBOD). A weight is above
/// 0 and at most 1; that of two particles is 1. `mass` is that of the decaying particle, `masses` are those of its 2 to
/// 18 products. All numbers of an event are a function of its entry. Throws Error(misuse) as fill_uniform does, for
/// other numbers of masses than particles, and for masses that are negative or in total not below that of the first.
/// Threads: any.
void fill_phase_space(const Stream& stream, const Draws& draws, const Parameter& mass, std::span<const double> masses,
                      std::span<const Momenta> particles, std::span<double> weights);

}  // namespace ramet::inline v1::random
