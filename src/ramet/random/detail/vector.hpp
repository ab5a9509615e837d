// Vectors of the widest registers that a source file is compiled for. A file that includes this header first defines
// RAMET_RANDOM_MACHINE, the namespace of its machine: files for several machines are linked into one program, and the
// linker must not take a function of one for the other's. For the same reason no inline function of another header is
// called here.
#ifndef RAMET_RANDOM_MACHINE
#error "define RAMET_RANDOM_MACHINE first"
#endif
#pragma once

#include <cstddef>
#include <cstdint>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace ramet::inline v1::random::internal::RAMET_RANDOM_MACHINE {

#if defined(__AVX512F__) && defined(__AVX512DQ__)
constexpr std::size_t width = 8;  ///< numbers in a vector
#elif defined(__AVX2__)
constexpr std::size_t width = 4;
#else
constexpr std::size_t width = 2;
#endif

using Bits = std::uint64_t __attribute__((vector_size(8 * width)));
using Reals = double __attribute__((vector_size(8 * width)));

#define RAMET_INLINE [[gnu::always_inline]] static inline

/// The products of the low 32 bits of each number.
RAMET_INLINE Bits product32(Bits first, Bits second) noexcept {
#if defined(__AVX512F__) && defined(__AVX512DQ__)
  // with a mask, which the compiler drops: its own form without one makes g++ 12 warn
  return reinterpret_cast<Bits>(
      _mm512_maskz_mul_epu32(0xFF, reinterpret_cast<__m512i>(first), reinterpret_cast<__m512i>(second)));
#elif defined(__AVX2__)
  return reinterpret_cast<Bits>(_mm256_mul_epu32(reinterpret_cast<__m256i>(first), reinterpret_cast<__m256i>(second)));
#elif defined(__SSE2__)
  return reinterpret_cast<Bits>(_mm_mul_epu32(reinterpret_cast<__m128i>(first), reinterpret_cast<__m128i>(second)));
#else
  constexpr std::uint64_t low = 0xFFFFFFFF;
  return (first & low) * (second & low);
#endif
}

RAMET_INLINE Reals square_root(Reals of) noexcept {
#if defined(__AVX512F__) && defined(__AVX512DQ__)
  return _mm512_maskz_sqrt_pd(0xFF, of);
#elif defined(__AVX2__)
  return _mm256_sqrt_pd(of);
#elif defined(__SSE2__)
  return _mm_sqrt_pd(of);
#else
  return Reals{__builtin_sqrt(of[0]), __builtin_sqrt(of[1])};
#endif
}

template <class Vector, class Number>
RAMET_INLINE Vector load(const Number* from) noexcept {
  Vector vector;
  __builtin_memcpy(&vector, from, sizeof vector);
  return vector;
}

template <class Vector, class Number>
RAMET_INLINE void store(Vector vector, Number* to) noexcept {
  __builtin_memcpy(to, &vector, sizeof vector);
}

RAMET_INLINE Bits bits_of(Reals reals) noexcept { return reinterpret_cast<Bits>(reals); }

RAMET_INLINE Reals reals_of(Bits bits) noexcept { return reinterpret_cast<Reals>(bits); }

RAMET_INLINE Reals all(double number) noexcept { return Reals{} + number; }

/// Two vectors as one sequence whose numbers alternate between them.
template <class Vector>
struct Pair {
  Vector first, second;
};

/// first[0], second[0], first[1], second[1], ...
template <class Vector>
RAMET_INLINE Pair<Vector> alternate(Vector first, Vector second) noexcept {
  if constexpr (width == 8)
    return {__builtin_shufflevector(first, second, 0, 8, 1, 9, 2, 10, 3, 11),
            __builtin_shufflevector(first, second, 4, 12, 5, 13, 6, 14, 7, 15)};
  else if constexpr (width == 4)
    return {__builtin_shufflevector(first, second, 0, 4, 1, 5), __builtin_shufflevector(first, second, 2, 6, 3, 7)};
  else
    return {__builtin_shufflevector(first, second, 0, 2), __builtin_shufflevector(first, second, 1, 3)};
}

/// The inverse of alternate.
template <class Vector>
RAMET_INLINE Pair<Vector> separate(Vector first, Vector second) noexcept {
  if constexpr (width == 8)
    return {__builtin_shufflevector(first, second, 0, 2, 4, 6, 8, 10, 12, 14),
            __builtin_shufflevector(first, second, 1, 3, 5, 7, 9, 11, 13, 15)};
  else if constexpr (width == 4)
    return {__builtin_shufflevector(first, second, 0, 2, 4, 6), __builtin_shufflevector(first, second, 1, 3, 5, 7)};
  else
    return {__builtin_shufflevector(first, second, 0, 2), __builtin_shufflevector(first, second, 1, 3)};
}

}  // namespace ramet::inline v1::random::internal::RAMET_RANDOM_MACHINE
