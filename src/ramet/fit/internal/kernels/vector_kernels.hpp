// The kernels, for the machine that the including file is compiled for: it first defines RAMET_RANDOM_MACHINE, the
// namespace of its machine, as for the vectors of module random. No inline function of another header is called here:
// the linker must not take a function of one machine for another's.
#ifndef RAMET_RANDOM_MACHINE
#error "define RAMET_RANDOM_MACHINE first"
#endif
#pragma once

#include "ramet/fit/internal/kernels/vector_shapes.hpp"

namespace ramet::inline v1::fit::internal::RAMET_RANDOM_MACHINE {

constexpr std::size_t vectors = strands / width;  ///< of 8 events

template <class Shape>
static void densities_of(const Constants& constants, const double* x, std::size_t count, double* densities) {
  const Shape shape(constants.values);
  for (std::size_t i = 0; i < count; i += width) store(shape.density(load<Reals>(x + i)), densities + i);
}

template <class Shape>
static void features_of(const Constants& constants, const double* x, const double* densities, const double* ratios,
                        std::size_t count, FeatureSums& sums) {
  constexpr std::size_t all_sums = Shape::features + 1;
  const Shape shape(constants.values);
  double* const stored = &sums.of[0][0];
  Reals parts[vectors][all_sums];
  for (std::size_t v = 0; v < vectors; ++v)
    for (std::size_t k = 0; k < all_sums; ++k) parts[v][k] = load<Reals>(stored + k * strands + v * width);
  for (std::size_t i = 0; i < count; i += strands) {
#pragma GCC unroll 4
    for (std::size_t v = 0; v < vectors; ++v) {
      const std::size_t at = i + v * width;
      const Reals density = load<Reals>(densities + at), weight = density * load<Reals>(ratios + at);
      parts[v][0] += weight;
      shape.add(load<Reals>(x + at), density, weight, parts[v] + 1);
    }
  }
  for (std::size_t v = 0; v < vectors; ++v)
    for (std::size_t k = 0; k < all_sums; ++k) store(parts[v][k], stored + k * strands + v * width);
}

/// Density 1 + the sum of coefficient j times T_j(t), j from 1 on, with t from -1 to 1. Constants: the middle of the
/// range, 2 / its width, the coefficients.
static void chebyshev_densities(const Constants& constants, const double* x, std::size_t count, double* densities) {
  const double* const coefficients = constants.values + 2;
  const Reals middle = all(constants.values[0]), scale = all(coefficients[-1]);
  for (std::size_t i = 0; i < count; i += width) {
    const Reals t = (load<Reals>(x + i) - middle) * scale;
    Reals before = all(1), now = t, sum = all(1);
    for (std::size_t j = 0; j < constants.order; ++j) {
      sum += coefficients[j] * now;
      const Reals next = 2.0 * t * now - before;
      before = now;
      now = next;
    }
    store(sum, densities + i);
  }
}

/// Features: T_j(t).
static void chebyshev_features(const Constants& constants, const double* x, const double* densities,
                               const double* ratios, std::size_t count, FeatureSums& sums) {
  const double* const values = constants.values;
  double* const stored = &sums.of[0][0];
  const Reals middle = all(values[0]), scale = all(values[1]);
  for (std::size_t i = 0; i < count; i += width) {
    double* const to = stored + i % strands;
    const Reals t = (load<Reals>(x + i) - middle) * scale, ratio = load<Reals>(ratios + i);
    store(load<Reals>(to) + ratio * load<Reals>(densities + i), to);
    Reals before = all(1), now = t;
    for (std::size_t j = 1; j <= constants.order; ++j) {
      store(load<Reals>(to + j * strands) + ratio * now, to + j * strands);
      const Reals next = 2.0 * t * now - before;
      before = now;
      now = next;
    }
  }
}

static void mix(const double* const* densities, const double* weights, std::size_t components, std::size_t count,
                double* totals) {
  for (std::size_t i = 0; i < count; i += width) {
    Reals total = weights[0] * load<Reals>(densities[0] + i);
    for (std::size_t k = 1; k < components; ++k) total += weights[k] * load<Reals>(densities[k] + i);
    store(total, totals + i);
  }
}

RAMET_INLINE Mask is_present(Reals total) noexcept { return (total >= least_density) & (total <= 0x1p1023); }

static void multiply(const double* totals, std::size_t count, Products& products) {
  constexpr std::uint64_t mantissa_bits = 0xFFFFFFFFFFFFF, one = 0x3FF0000000000000;
  double* const mantissas = products.mantissas;
  std::int64_t *const exponents = products.exponents, *const absent = products.absent;
  for (std::size_t v = 0; v < vectors; ++v) {
    Reals product = load<Reals>(mantissas + v * width);
    Bits exponent = load<Bits>(exponents + v * width), missing = load<Bits>(absent + v * width);
    for (std::size_t i = v * width; i < count; i += strands) {
      const Reals total = load<Reals>(totals + i);
      const Mask present = is_present(total);
      const Bits bits = bits_of(choose(present, total, all(least_density)));
      missing += reinterpret_cast<Bits>(present) + 1;
      exponent += (bits >> 52) - 1023;
      product *= reals_of((bits & mantissa_bits) | one);
    }
    store(product, mantissas + v * width);
    store(exponent, exponents + v * width);
    store(missing, absent + v * width);
  }
}

static void take_logarithms(Products& products, double (&logarithms)[strands]) {
  constexpr std::uint64_t mantissa_bits = 0xFFFFFFFFFFFFF, one = 0x3FF0000000000000;
  double* const mantissas = products.mantissas;
  std::int64_t* const exponents = products.exponents;
  for (std::size_t i = 0; i < strands; i += width) {
    const Bits bits = load<Bits>(mantissas + i);
    const Reals left = reals_of((bits & mantissa_bits) | one);
    store(load<Bits>(exponents + i) + (bits >> 52) - 1023, exponents + i);
    store(left, mantissas + i);
    store(log_of(left), logarithms + i);
  }
}

static void weigh(const double* totals, const double* weights, std::size_t count, WeightedLogarithms& logarithms) {
  for (std::size_t v = 0; v < vectors; ++v) {
    double* const sums = logarithms.sums + v * width;
    std::int64_t* const absent = logarithms.absent + v * width;
    Reals sum = load<Reals>(sums);
    Bits missing = load<Bits>(absent);
    for (std::size_t i = v * width; i < count; i += strands) {
      const Reals total = load<Reals>(totals + i);
      const Mask present = is_present(total);
      missing += reinterpret_cast<Bits>(present) + 1;
      sum += load<Reals>(weights + i) * log_of(choose(present, total, all(least_density)));
    }
    store(sum, sums);
    store(missing, absent);
  }
}

static void invert(const double* totals, std::size_t count, double* ratios) {
  for (std::size_t i = 0; i < count; i += width) {
    const Reals total = load<Reals>(totals + i);
    const Mask present = is_present(total);
    store(choose(present, 1.0 / choose(present, total, all(1)), all(0)), ratios + i);
  }
}

template <class Shape>
constexpr ShapeKernels kernels_of = {.densities = densities_of<Shape>, .features = features_of<Shape>};

constexpr Kernels all_kernels = {
    .shapes = {kernels_of<Uniform>,
               kernels_of<Exponential>,
               kernels_of<Gauss>,
               kernels_of<BreitWigner>,
               kernels_of<CrystalBall<false>>,
               kernels_of<CrystalBall<true>>,
               {.densities = chebyshev_densities, .features = chebyshev_features}},
    .mix = mix,
    .multiply = multiply,
    .take_logarithms = take_logarithms,
    .weigh = weigh,
    .invert = invert,
};

}  // namespace ramet::inline v1::fit::internal::RAMET_RANDOM_MACHINE
