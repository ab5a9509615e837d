#pragma once

#include <cstddef>
#include <cstdint>

namespace ramet::inline v1::random::internal {

/// The counters and the key of a sequence of blocks of Philox4x32:
///
///     counter | draw 4 | stream 4 | entry / 2, low half 4 | high half 4 |    key | seed 8, plus that of the word |
///     block   | word of the even entry 8 | word of the odd entry 8 |
struct BlockInput {
  std::uint64_t key = 0;
  std::uint32_t stream = 0;
  std::uint32_t draw = 0;                   ///< call in the upper 8 bits, added to the element
  std::uint64_t first_pair = 0;             ///< block i is of the entries 2 * (first_pair + i) and the one after,
  const std::uint64_t* entries = nullptr;   ///< or, if there are any, of entries[i]
  const std::uint32_t* elements = nullptr;  ///< the element of block i; 0 if there are none
};

/// Write both words of each block.
using Blocks = void (*)(const BlockInput& input, std::size_t count, std::uint64_t* words);

/// Make a number of each word, or two of two. `count` is even for functions of pairs.
template <class Number>
using Transform = void (*)(const std::uint64_t* words, std::size_t count, Number* numbers);

/// Make a number of two words.
using Combine = void (*)(const std::uint64_t* first, const std::uint64_t* second, std::size_t count, double* numbers);

/// A function of each number. `to` may equal `from`.
using Map = void (*)(const double* from, std::size_t count, double* to);

/// The inner loops. All machines' give the same bits: they do the same operations in the same order, never a * b + c in
/// one step, and call no mathematical library. A word's real number is (52 bits + 1/2) / 2^52, between 0 and 1.
/// Errors of log and exp are below 2 units in the last place, those of sine and cosine below 2^-52.
struct Kernels {
  Blocks blocks;
  Transform<double> reals;         ///< the word's real number u
  Transform<double> exponentials;  ///< -log u
  Transform<double> normals;       ///< Box and Muller's transformation of pairs of words
  Transform<double> cotangents;    ///< 1 / tan(pi u)
  Transform<double> logits;        ///< log(u / (1 - u))
  Transform<double> circle;        ///< pairs: cosine and sine of 2 pi u of the first word; the second is not used
  Combine landaus;                 ///< Landau's distribution; see landau_of
  Map logs;                        ///< of positive normal numbers
  Map exps;                        ///< of numbers from -700 to 700
};

const Kernels& kernels_of_any_machine() noexcept;
const Kernels* kernels_of_avx2() noexcept;    ///< null if this machine or build cannot run them
const Kernels* kernels_of_avx512() noexcept;  ///< null if this machine or build cannot run them

/// The fastest ones that this machine can run.
const Kernels& fastest_kernels() noexcept;

}  // namespace ramet::inline v1::random::internal
