// The densities of shapes and their features, for the machine that the including file is compiled for; see
// vector_kernels.hpp. Parameters are in the comments; shape.cpp makes the constants of them.
#pragma once

#include "ramet/fit/internal/kernels/kernels.hpp"
#include "ramet/random/detail/vector_math.hpp"

namespace ramet::inline v1::fit::internal::RAMET_RANDOM_MACHINE {

using namespace random::internal::RAMET_RANDOM_MACHINE;

using Mask = decltype(Reals{} < Reals{});

RAMET_INLINE Reals choose(Mask mask, Reals first, Reals second) noexcept { return mask ? first : second; }

/// The exponential, with e^-700 instead of what is smaller.
RAMET_INLINE Reals exponential_of(Reals x) noexcept { return exp_of(choose(x > -700.0, x, all(-700.0))); }

/// Density 1.
/// `add` adds weight * feature / density of each feature, where the weight is the density times a factor.
struct Uniform {
  static constexpr std::size_t features = 0;

  explicit Uniform(const double* /*constants*/) noexcept {}
  [[gnu::always_inline]] Reals density(Reals /*x*/) const noexcept { return all(1); }
  [[gnu::always_inline]] void add(Reals, Reals, Reals, Reals*) const noexcept {}
};

/// Density exp(-(x - start) / tau). Constants: start, 1 / tau. Features: density (x - start) / tau.
struct Exponential {
  static constexpr std::size_t features = 1;
  Reals start, inverse;

  explicit Exponential(const double* constants) noexcept : start(all(constants[0])), inverse(all(constants[1])) {}
  [[gnu::always_inline]] Reals density(Reals x) const noexcept { return exponential_of((start - x) * inverse); }
  [[gnu::always_inline]] void add(Reals x, Reals /*density*/, Reals weight, Reals* sums) const noexcept {
    sums[0] += weight * ((x - start) * inverse);
  }
};

/// Density exp(-z^2 / 2) with z = (x - mean) / sigma. Constants: mean, 1 / sigma. Features: density z, density z^2.
struct Gauss {
  static constexpr std::size_t features = 2;
  Reals mean, inverse;

  explicit Gauss(const double* constants) noexcept : mean(all(constants[0])), inverse(all(constants[1])) {}
  [[gnu::always_inline]] Reals density(Reals x) const noexcept {
    const Reals z = (x - mean) * inverse;
    return exponential_of(-0.5 * (z * z));
  }
  [[gnu::always_inline]] void add(Reals x, Reals /*density*/, Reals weight, Reals* sums) const noexcept {
    const Reals z = (x - mean) * inverse;
    const Reals first = weight * z;
    sums[0] += first;
    sums[1] += first * z;
  }
};

/// Density 1 / (1 + u^2) with u = (x - mean) / (gamma / 2). Constants: mean, 2 / gamma. Features: density^2 u,
/// density^2 u^2.
struct BreitWigner {
  static constexpr std::size_t features = 2;
  Reals mean, inverse;

  explicit BreitWigner(const double* constants) noexcept : mean(all(constants[0])), inverse(all(constants[1])) {}
  [[gnu::always_inline]] Reals density(Reals x) const noexcept {
    const Reals u = (x - mean) * inverse;
    return 1.0 / (1.0 + u * u);
  }
  [[gnu::always_inline]] void add(Reals x, Reals density, Reals weight, Reals* sums) const noexcept {
    const Reals u = (x - mean) * inverse;
    const Reals first = weight * density * u;
    sums[0] += first;
    sums[1] += first * u;
  }
};

/// A Gauss with a tail like 1 / t^n where y < -alpha: y = z, or -|z| if both sides have tails;
/// t = 1 - (alpha / n) (alpha + y); density exp(-alpha^2 / 2) t^-n. Constants: mean, 1 / sigma, alpha, n, and for the
/// other side alpha, n. Features, with g the derivative of the density by z: g, g z; for each side, in its tail,
/// density (-alpha + (2 alpha + y) / t), density (1 - 1 / t - log t).
template <bool IsTwoSided>
struct CrystalBall {
  static constexpr std::size_t features = IsTwoSided ? 6 : 4;

  struct Side {
    Reals alpha, power, slope, core;  ///< slope: alpha / n; core: -alpha^2 / 2

    explicit Side(const double* constants) noexcept
        : alpha(all(constants[0])),
          power(all(constants[1])),
          slope(all(constants[0] / constants[1])),
          core(all(-0.5 * constants[0] * constants[0])) {}
  };

  Reals mean, inverse;
  Side low, high;

  explicit CrystalBall(const double* constants) noexcept
      : mean(all(constants[0])),
        inverse(all(constants[1])),
        low(constants + 2),
        high(constants + (IsTwoSided ? 4 : 2)) {}

  /// An event, on the side on which it is.
  struct Place {
    Reals z, y, alpha, power, core, t, log_t;
    Mask is_high, is_tail;
  };

  [[gnu::always_inline]] Place place_of(Reals x) const noexcept {
    Place place;
    place.z = (x - mean) * inverse;
    place.is_high = IsTwoSided ? place.z > 0.0 : Mask{};
    place.y = IsTwoSided ? choose(place.is_high, -place.z, place.z) : place.z;
    place.alpha = side(place.is_high, low.alpha, high.alpha);
    place.power = side(place.is_high, low.power, high.power);
    place.core = side(place.is_high, low.core, high.core);
    place.is_tail = place.y < -place.alpha;
    const Reals t = 1.0 - side(place.is_high, low.slope, high.slope) * (place.alpha + place.y);
    place.t = choose(place.is_tail, t, all(1));
    place.log_t = log_of(place.t);
    return place;
  }
  [[gnu::always_inline]] Reals density(Reals x) const noexcept {
    const Place at = place_of(x);
    return exponential_of(choose(at.is_tail, at.core - at.power * at.log_t, -0.5 * (at.z * at.z)));
  }
  [[gnu::always_inline]] void add(Reals x, Reals /*density*/, Reals weight, Reals* sums) const noexcept {
    const Place at = place_of(x);
    const Reals inverse_t = 1.0 / at.t;
    const Reals tail_slope = at.alpha * inverse_t;  // by y
    const Reals slope = choose(at.is_tail, choose(at.is_high, -tail_slope, tail_slope), -at.z);
    sums[0] += weight * slope;
    sums[1] += weight * slope * at.z;
    const Reals by_alpha = weight * ((2.0 * at.alpha + at.y) * inverse_t - at.alpha);
    const Reals by_power = weight * (1.0 - inverse_t - at.log_t);
    const Mask low_tail = at.is_tail & ~at.is_high, high_tail = at.is_tail & at.is_high;
    sums[2] += choose(low_tail, by_alpha, all(0));
    sums[3] += choose(low_tail, by_power, all(0));
    if constexpr (IsTwoSided) {
      sums[4] += choose(high_tail, by_alpha, all(0));
      sums[5] += choose(high_tail, by_power, all(0));
    }
  }

 private:
  [[gnu::always_inline]] static Reals side(Mask is_high, Reals of_low, Reals of_high) noexcept {
    return IsTwoSided ? choose(is_high, of_high, of_low) : of_low;
  }
};

}  // namespace ramet::inline v1::fit::internal::RAMET_RANDOM_MACHINE
