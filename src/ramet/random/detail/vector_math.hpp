// Functions of vectors. No operation depends on the machine; see vector.hpp for how to include this header.
#pragma once

#include "ramet/random/detail/vector.hpp"

namespace ramet::inline v1::random::internal::RAMET_RANDOM_MACHINE {

constexpr double log_2_high =
    0x1.62e42fefap-1;  ///< log 2 in two parts; the first has 33 bits, so its multiples are exact
constexpr double log_2_low = 0x1.cf79abc9e3b3ap-40;

/// The sum of coefficients[i] x^i.
template <std::size_t Size>
RAMET_INLINE Reals polynomial(Reals x, const double (&coefficients)[Size]) noexcept {
  Reals sum = all(coefficients[Size - 1]);
  for (std::size_t i = Size - 1; i-- > 0;) sum = sum * x + coefficients[i];
  return sum;
}

/// (k + 1/2) / 2^52 of the upper 52 bits k: an odd multiple of 2^-53, so neither 0 nor 1. Written as the mantissa of a
/// number between 1 and 2, from which the subtraction is exact.
RAMET_INLINE Reals real_of(Bits word) noexcept { return reals_of((word >> 12) | 0x3FF0000000000000) - (1 - 0x1p-53); }

/// The logarithm of positive normal numbers: x = 2^n m with m around 1, log m = 2 artanh((m - 1) / (m + 1)).
RAMET_INLINE Reals log_of(Reals x) noexcept {
  constexpr std::uint64_t sqrt_half = 0x3FE6A09E667F3BCD, one = 0x3FF0000000000000;
  // Chebyshev interpolation of (artanh(s) / s - 1) 2 / s^2 by s^2
  constexpr double series[] = {0.666666666666667,   0.39999999999899505, 0.28571428625975487, 0.2222221113479508,
                               0.18182889125261723, 0.15331721600556042, 0.14616449685043406};
  const Bits shifted = bits_of(x) + (one - sqrt_half);
  const Reals exponent = reals_of((shifted >> 52) | 0x4330000000000000) - (0x1p52 + 1023);
  const Reals mantissa = reals_of((shifted & 0xFFFFFFFFFFFFF) + sqrt_half);
  const Reals s = (mantissa - 1.0) / (mantissa + 1.0);
  const Reals square = s * s;
  const Reals rest = s * (square * polynomial(square, series));
  return exponent * log_2_high + ((s + s) + (rest + exponent * log_2_low));
}

/// The exponential of numbers from -700 to 700: x = n log 2 + r, |r| <= log 2 / 2.
RAMET_INLINE Reals exp_of(Reals x) noexcept {
  constexpr double series[] = {0.5000000000000001,     0.16666666666666669,    0.041666666666624164,
                               0.008333333333330065,   0.0013888888917196719,  0.00019841269863040545,
                               2.4801521322368692e-05, 2.7557268480310024e-06, 2.7620075879983367e-07,
                               2.5100375832561234e-08};
  constexpr double to_integer = 0x1.8p52;
  const Reals moved = x * 0x1.71547652b82fep+0 + to_integer;
  const Reals n = moved - to_integer;
  const Reals r = (x - n * log_2_high) - n * log_2_low;
  const Reals power = 1.0 + (r + r * r * polynomial(r, series));
  return reals_of(bits_of(power) + (bits_of(moved) << 52));
}

struct CosineAndSine {
  Reals cosine, sine;
};

/// Cosine and sine of a number of quarter turns, below 2^50.
RAMET_INLINE CosineAndSine of_quarter_turns(Reals quarters) noexcept {
  constexpr double sines[] = {1.5707963267948966,    -0.6459640975062443,   0.07969262624604301,  -0.004681754132340976,
                              0.0001604411507421909, -3.59864335298231e-06, 5.633933781537854e-08};
  constexpr double cosines[] = {1.0,
                                -1.2337005501361697,
                                0.2536695079010467,
                                -0.02086348076331121,
                                0.0009192602741831558,
                                -2.520203677046026e-05,
                                4.710609726757823e-07,
                                -6.321256869628588e-09};
  constexpr double to_integer = 0x1.8p52;
  const Reals moved = quarters + to_integer;
  const Reals angle = quarters - (moved - to_integer);
  const Reals square = angle * angle;
  const Bits sine = bits_of(angle * polynomial(square, sines)), cosine = bits_of(polynomial(square, cosines));
  const Bits quarter = bits_of(moved);
  const Bits is_odd = Bits{} - (quarter & 1);
  const Bits swapped = (sine ^ cosine) & is_odd;
  constexpr std::uint64_t sign = 0x8000000000000000;
  return {.cosine = reals_of(cosine ^ swapped ^ (((quarter + 1) << 62) & sign)),
          .sine = reals_of(sine ^ swapped ^ ((quarter << 62) & sign))};
}

}  // namespace ramet::inline v1::random::internal::RAMET_RANDOM_MACHINE
