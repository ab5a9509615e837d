// The loops of a machine's mathematical functions. A file that includes this header is compiled for the machine, and
// first defines
//
//     RAMET_MATH_MACHINE               the namespace of the machine
//     RAMET_MATH_DOUBLE(name, errors)  SLEEF's function for a vector of doubles, as RAMET_MATH_DOUBLE(exp, u10)
//     RAMET_MATH_FLOAT(name, errors)   the same for floats
//     RAMET_MATH_DOUBLES, RAMET_MATH_FLOATS: the types of the vectors
//
// No inline function of another header is called here: the linker must not take a function of one machine for
// another's.
#pragma once

#include <cstddef>

#include <sleef.h>

#include "ramet/expr/internal/run/math/math_kernels.hpp"

namespace ramet::inline v1::expr::internal::RAMET_MATH_MACHINE {

/// results[k...] = compute(k...) for vectors of numbers; behind the last whole vector, with zeros for what is missing.
template <class Vector, class Number, std::size_t Arguments, class Compute>
[[gnu::always_inline]] static inline std::size_t run(const void* const* arguments, void* to, std::size_t count,
                                                     const Compute& compute) noexcept {
  constexpr std::size_t width = sizeof(Vector) / sizeof(Number);
  const Number* const first = static_cast<const Number*>(arguments[0]);
  const Number* const second = static_cast<const Number*>(arguments[Arguments - 1]);
  Number* const results = static_cast<Number*>(to);
  std::size_t k = 0;
  for (; k + width <= count; k += width) {
    Vector a, b;
    __builtin_memcpy(&a, first + k, sizeof a);
    __builtin_memcpy(&b, second + k, sizeof b);
    const Vector found = compute(a, b);
    __builtin_memcpy(results + k, &found, sizeof found);
  }
  if (k == count) return count;
  const std::size_t rest = (count - k) * sizeof(Number);
  Vector a{}, b{};
  __builtin_memcpy(&a, first + k, rest);
  __builtin_memcpy(&b, second + k, rest);
  const Vector found = compute(a, b);
  __builtin_memcpy(results + k, &found, rest);
  return count;
}

#define RAMET_MATH_UNARY(name, errors)                                                                              \
  static std::size_t name##_of_doubles(const void* const* from, void* to, std::size_t count) {                      \
    return run<RAMET_MATH_DOUBLES, double, 1>(                                                                      \
        from, to, count,                                                                                            \
        [](const RAMET_MATH_DOUBLES& x, const RAMET_MATH_DOUBLES&) { return RAMET_MATH_DOUBLE(name, errors)(x); }); \
  }                                                                                                                 \
  static std::size_t name##_of_floats(const void* const* from, void* to, std::size_t count) {                       \
    return run<RAMET_MATH_FLOATS, float, 1>(                                                                        \
        from, to, count,                                                                                            \
        [](const RAMET_MATH_FLOATS& x, const RAMET_MATH_FLOATS&) { return RAMET_MATH_FLOAT(name, errors)(x); });    \
  }
#define RAMET_MATH_BINARY(name, errors)                                                                               \
  static std::size_t name##_of_doubles(const void* const* from, void* to, std::size_t count) {                        \
    return run<RAMET_MATH_DOUBLES, double, 2>(from, to, count,                                                        \
                                              [](const RAMET_MATH_DOUBLES& x, const RAMET_MATH_DOUBLES& y) {          \
                                                return RAMET_MATH_DOUBLE(name, errors)(x, y);                         \
                                              });                                                                     \
  }                                                                                                                   \
  static std::size_t name##_of_floats(const void* const* from, void* to, std::size_t count) {                         \
    return run<RAMET_MATH_FLOATS, float, 2>(                                                                          \
        from, to, count,                                                                                              \
        [](const RAMET_MATH_FLOATS& x, const RAMET_MATH_FLOATS& y) { return RAMET_MATH_FLOAT(name, errors)(x, y); }); \
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
RAMET_MATH_UNARY(sinh, u10)
RAMET_MATH_UNARY(cosh, u10)
RAMET_MATH_UNARY(tanh, u10)
RAMET_MATH_BINARY(pow, u10)
RAMET_MATH_BINARY(atan2, u10)

#undef RAMET_MATH_UNARY
#undef RAMET_MATH_BINARY

inline constexpr MathKernels kernels = {
    {exp_of_doubles, exp2_of_doubles, expm1_of_doubles, log_of_doubles, log2_of_doubles, log10_of_doubles,
     sin_of_doubles, cos_of_doubles, tan_of_doubles, asin_of_doubles, acos_of_doubles, atan_of_doubles, sinh_of_doubles,
     cosh_of_doubles, tanh_of_doubles, pow_of_doubles, atan2_of_doubles},
    {exp_of_floats, exp2_of_floats, expm1_of_floats, log_of_floats, log2_of_floats, log10_of_floats, sin_of_floats,
     cos_of_floats, tan_of_floats, asin_of_floats, acos_of_floats, atan_of_floats, sinh_of_floats, cosh_of_floats,
     tanh_of_floats, pow_of_floats, atan2_of_floats}};

}  // namespace ramet::inline v1::expr::internal::RAMET_MATH_MACHINE
