// The loops of a machine's mathematical functions. A file that includes this header is compiled for the machine, and
// first defines
//
//     RAMET_MATH_MACHINE        the namespace of the machine
//     RAMET_MATH(name, errors)  SLEEF's function for a vector of doubles, as RAMET_MATH(exp, u10)
//     RAMET_MATH_VECTOR         the type of the vectors
//
// No inline function of another header is called here: the linker must not take a function of one machine for
// another's.
#pragma once

#include <cstddef>

#include <sleef.h>

#include "ramet/expr/internal/run/math/math_kernels.hpp"

namespace ramet::inline v1::expr::internal::RAMET_MATH_MACHINE {

/// results[k...] = compute(k...) for vectors of numbers; behind the last whole vector, with zeros for what is missing.
template <std::size_t Arguments, class Compute>
[[gnu::always_inline]] static inline std::size_t run(const void* const* arguments, void* to, std::size_t count,
                                                     const Compute& compute) noexcept {
  using Vector = RAMET_MATH_VECTOR;
  constexpr std::size_t width = sizeof(Vector) / sizeof(double);
  const double* const first = static_cast<const double*>(arguments[0]);
  const double* const second = static_cast<const double*>(arguments[Arguments - 1]);
  double* const results = static_cast<double*>(to);
  std::size_t k = 0;
  for (; k + width <= count; k += width) {
    Vector a, b;
    __builtin_memcpy(&a, first + k, sizeof a);
    __builtin_memcpy(&b, second + k, sizeof b);
    const Vector found = compute(a, b);
    __builtin_memcpy(results + k, &found, sizeof found);
  }
  if (k == count) return count;
  const std::size_t rest = (count - k) * sizeof(double);
  Vector a{}, b{};
  __builtin_memcpy(&a, first + k, rest);
  __builtin_memcpy(&b, second + k, rest);
  const Vector found = compute(a, b);
  __builtin_memcpy(results + k, &found, rest);
  return count;
}

#define RAMET_MATH_UNARY(name, errors)                                                                               \
  static std::size_t name##_of(const void* const* from, void* to, std::size_t count) {                               \
    return run<1>(from, to, count,                                                                                   \
                  [](const RAMET_MATH_VECTOR& x, const RAMET_MATH_VECTOR&) { return RAMET_MATH(name, errors)(x); }); \
  }
#define RAMET_MATH_BINARY(name, errors)                                                         \
  static std::size_t name##_of(const void* const* from, void* to, std::size_t count) {          \
    return run<2>(from, to, count, [](const RAMET_MATH_VECTOR& x, const RAMET_MATH_VECTOR& y) { \
      return RAMET_MATH(name, errors)(x, y);                                                    \
    });                                                                                         \
  }

/// SLEEF's sinh and cosh are infinite from about 709.8 on; the numbers are too large for double from 710.5 on only.
template <bool IsOdd>
static void write_large_hyperbolic(const void* const* from, void* to, std::size_t count) noexcept {
  constexpr double large = 709;
  const double* const x = static_cast<const double*>(from[0]);
  double* const results = static_cast<double*>(to);
  for (std::size_t k = 0; k < count; ++k) {
    const double size = x[k] < 0 ? -x[k] : x[k];
    if (!(size > large)) continue;
    RAMET_MATH_VECTOR root{};
    root[0] = 0.5 * size;
    root = RAMET_MATH(exp, u10)(root);
    const double found = 0.5 * root[0] * root[0];
    results[k] = IsOdd && x[k] < 0 ? -found : found;
  }
}

#define RAMET_MATH_HYPERBOLIC(name, is_odd)                                                                \
  static std::size_t name##_of(const void* const* from, void* to, std::size_t count) {                     \
    run<1>(from, to, count,                                                                                \
           [](const RAMET_MATH_VECTOR& x, const RAMET_MATH_VECTOR&) { return RAMET_MATH(name, u10)(x); }); \
    write_large_hyperbolic<is_odd>(from, to, count);                                                       \
    return count;                                                                                          \
  }

RAMET_MATH_UNARY(exp, u10)
RAMET_MATH_UNARY(exp2, u10)
RAMET_MATH_UNARY(expm1, u10)
RAMET_MATH_UNARY(log, u10)
RAMET_MATH_UNARY(log2, u10)
RAMET_MATH_UNARY(log10, u10)
RAMET_MATH_UNARY(sin, u10)
RAMET_MATH_UNARY(cos, u10)
RAMET_MATH_UNARY(tan, u10)
RAMET_MATH_UNARY(asin, u10)
RAMET_MATH_UNARY(acos, u10)
RAMET_MATH_UNARY(atan, u10)
RAMET_MATH_HYPERBOLIC(sinh, true)
RAMET_MATH_HYPERBOLIC(cosh, false)
RAMET_MATH_UNARY(tanh, u10)
RAMET_MATH_BINARY(pow, u10)
RAMET_MATH_BINARY(atan2, u10)

#undef RAMET_MATH_UNARY
#undef RAMET_MATH_BINARY
#undef RAMET_MATH_HYPERBOLIC

inline constexpr MathKernels kernels = {exp_of,  exp2_of, expm1_of, log_of,  log2_of, log10_of, sin_of, cos_of,  tan_of,
                                        asin_of, acos_of, atan_of,  sinh_of, cosh_of, tanh_of,  pow_of, atan2_of};

}  // namespace ramet::inline v1::expr::internal::RAMET_MATH_MACHINE
