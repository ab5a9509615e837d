// The kernels, for the machine that the including file is compiled for; see vector.hpp.
#pragma once

#include "ramet/random/detail/vector_math.hpp"
#include "ramet/random/internal/kernels.hpp"

namespace ramet::inline v1::random::internal::RAMET_RANDOM_MACHINE {

/// Both words of `Vectors` vectors of blocks: Philox4x32, with each word of 32 bits in the lower half of 64. What is in
/// the upper half is never used: products are of the lower halves.
template <std::size_t Vectors>
RAMET_INLINE void philox(Bits (&counters)[Vectors][4], std::uint64_t key, Pair<Bits> (&blocks)[Vectors]) noexcept {
  auto low_key = static_cast<std::uint32_t>(key);
  auto high_key = static_cast<std::uint32_t>(key >> 32);
#pragma GCC unroll 10
  for (int round = 0; round < 10; ++round) {
#pragma GCC unroll 4
    for (std::size_t i = 0; i < Vectors; ++i) {
      Bits(&counter)[4] = counters[i];
      const Bits first = product32(Bits{} + 0xD2511F53, counter[0]);
      const Bits second = product32(Bits{} + 0xCD9E8D57, counter[2]);
      counter[0] = (second >> 32) ^ counter[1] ^ low_key;
      counter[1] = second;
      counter[2] = (first >> 32) ^ counter[3] ^ high_key;
      counter[3] = first;
    }
    low_key += 0x9E3779B9;
    high_key += 0xBB67AE85;
  }
  constexpr std::uint64_t low = 0xFFFFFFFF;
#pragma GCC unroll 4
  for (std::size_t i = 0; i < Vectors; ++i)
    blocks[i] = {.first = (counters[i][0] & low) | (counters[i][1] << 32),
                 .second = (counters[i][2] & low) | (counters[i][3] << 32)};
}

RAMET_INLINE Pair<Bits> listed_blocks(const BlockInput& input, const std::uint64_t* entries,
                                      const std::uint32_t* elements) noexcept {
  Bits draws{};
  if (elements != nullptr)
    for (std::size_t i = 0; i < width; ++i) draws[i] = elements[i];
  const Bits pairs = load<Bits>(entries) >> 1;
  Bits counters[1][4] = {{draws + input.draw, Bits{} + input.stream, pairs, pairs >> 32}};
  Pair<Bits> block[1];
  philox(counters, input.key, block);
  return block[0];
}

RAMET_INLINE void store_words(Pair<Bits> block, std::uint64_t* words) noexcept {
  const Pair<Bits> inner = alternate(block.first, block.second);
  store(inner.first, words);
  store(inner.second, words + width);
}

constexpr std::size_t at_once = 4;  ///< vectors: one alone would wait for its products; 1.0 instead of 1.4 ns with AVX2

/// Write the words of `Vectors` vectors of consecutive blocks.
template <std::size_t Vectors>
RAMET_INLINE void consecutive_blocks(const BlockInput& input, Bits pairs, std::uint64_t* words) noexcept {
  Bits counters[Vectors][4];
#pragma GCC unroll 4
  for (std::size_t i = 0; i < Vectors; ++i, pairs += width) {
    counters[i][0] = Bits{} + input.draw;
    counters[i][1] = Bits{} + input.stream;
    counters[i][2] = pairs;
    counters[i][3] = pairs >> 32;
  }
  Pair<Bits> made[Vectors];
  philox(counters, input.key, made);
#pragma GCC unroll 4
  for (std::size_t i = 0; i < Vectors; ++i) store_words(made[i], words + 2 * width * i);
}

static void blocks_of_list(const BlockInput& input, std::size_t count, std::uint64_t* words) noexcept {
  std::size_t done = 0;
  for (; done + width <= count; done += width) {
    const std::uint32_t* elements = input.elements == nullptr ? nullptr : input.elements + done;
    store_words(listed_blocks(input, input.entries + done, elements), words + 2 * done);
  }
  if (done == count) return;
  std::uint64_t entries[width] = {}, last[2 * width];
  std::uint32_t elements[width] = {};
  for (std::size_t i = 0; done + i < count; ++i) {
    entries[i] = input.entries[done + i];
    if (input.elements != nullptr) elements[i] = input.elements[done + i];
  }
  store_words(listed_blocks(input, entries, elements), last);
  __builtin_memcpy(words + 2 * done, last, (count - done) * 16);
}

static void blocks(const BlockInput& input, std::size_t count, std::uint64_t* words) {
  if (input.entries != nullptr) return blocks_of_list(input, count, words);
  Bits pairs{};
  for (std::size_t i = 0; i < width; ++i) pairs[i] = input.first_pair + i;
  std::size_t done = 0;
  for (; done + at_once * width <= count; done += at_once * width, pairs += at_once * width)
    consecutive_blocks<at_once>(input, pairs, words + 2 * done);
  for (; done + width <= count; done += width, pairs += width) consecutive_blocks<1>(input, pairs, words + 2 * done);
  if (done == count) return;
  std::uint64_t last[2 * width];
  consecutive_blocks<1>(input, pairs, last);
  __builtin_memcpy(words + 2 * done, last, (count - done) * 16);
}

/// Write function(vector) of all numbers. The last ones, fewer than a vector, are put into one.
template <class Number, class Function>
RAMET_INLINE void for_each_vector(const Number* from, std::size_t count, double* to, Function function) noexcept {
  using Vector [[gnu::vector_size(8 * width)]] = Number;
  std::size_t done = 0;
  for (; done + width <= count; done += width) store(function(load<Vector>(from + done)), to + done);
  if (done == count) return;
  Number rest[width];
  double last[width];
  for (std::size_t i = 0; i < width; ++i) rest[i] = from[done + i < count ? done + i : done];
  store(function(load<Vector>(rest)), last);
  __builtin_memcpy(to + done, last, (count - done) * 8);
}

/// Write both numbers of function(first words, second words) of all pairs.
template <class Function>
RAMET_INLINE void for_each_pair(const std::uint64_t* words, std::size_t count, double* to, Function function) noexcept {
  const auto step = [&](const std::uint64_t* from, double* numbers) __attribute__((always_inline)) {
    const Pair<Bits> pair = separate(load<Bits>(from), load<Bits>(from + width));
    const Pair<Reals> made = function(pair.first, pair.second);
    const Pair<Reals> inner = alternate(made.first, made.second);
    store(inner.first, numbers);
    store(inner.second, numbers + width);
  };
  std::size_t done = 0;
  for (; done + 2 * width <= count; done += 2 * width) step(words + done, to + done);
  if (done == count) return;
  std::uint64_t rest[2 * width] = {};
  double last[2 * width];
  __builtin_memcpy(rest, words + done, (count - done) * 8);
  step(rest, last);
  __builtin_memcpy(to + done, last, (count - done) * 8);
}

static void reals(const std::uint64_t* words, std::size_t count, double* numbers) {
  for_each_vector(words, count, numbers, [](Bits word) { return real_of(word); });
}

static void exponentials(const std::uint64_t* words, std::size_t count, double* numbers) {
  for_each_vector(words, count, numbers, [](Bits word) { return -log_of(real_of(word)); });
}

static void normals(const std::uint64_t* words, std::size_t count, double* numbers) {
  for_each_pair(words, count, numbers, [](Bits first, Bits second) {
    const Reals radius = square_root(-2.0 * log_of(real_of(first)));
    const CosineAndSine angle = of_quarter_turns(4.0 * real_of(second));
    return Pair<Reals>{.first = radius * angle.cosine, .second = radius * angle.sine};
  });
}

static void cotangents(const std::uint64_t* words, std::size_t count, double* numbers) {
  for_each_vector(words, count, numbers, [](Bits word) {
    const CosineAndSine angle = of_quarter_turns(2.0 * real_of(word));
    return angle.cosine / angle.sine;
  });
}

static void logits(const std::uint64_t* words, std::size_t count, double* numbers) {
  for_each_vector(words, count, numbers, [](Bits word) {
    const Reals real = real_of(word);
    return log_of(real / (1.0 - real));
  });
}

/// Landau's distribution is the stable one of index 1 and skewness 1, for which Chambers, Mallows and Stuck (J. Am.
/// Stat. Assoc. 71, 1976) give a function of a uniform number u and an exponential one, here with CERNLIB's location
/// and scale.
RAMET_INLINE Reals landau_of(Bits first, Bits second) noexcept {
  constexpr double pi = 0x1.921fb54442d18p+1;
  const Reals real = real_of(first);
  const CosineAndSine angle = of_quarter_turns(2.0 * real);
  const Reals exponential = -log_of(real_of(second));
  return -pi * real * (angle.cosine / angle.sine) - log_of(exponential * angle.sine / (pi * real));
}

static void landaus(const std::uint64_t* first, const std::uint64_t* second, std::size_t count, double* numbers) {
  std::size_t done = 0;
  for (; done + width <= count; done += width)
    store(landau_of(load<Bits>(first + done), load<Bits>(second + done)), numbers + done);
  if (done == count) return;
  std::uint64_t rest[2][width] = {};
  double last[width];
  __builtin_memcpy(rest[0], first + done, (count - done) * 8);
  __builtin_memcpy(rest[1], second + done, (count - done) * 8);
  store(landau_of(load<Bits>(rest[0]), load<Bits>(rest[1])), last);
  __builtin_memcpy(numbers + done, last, (count - done) * 8);
}

static void circle(const std::uint64_t* words, std::size_t count, double* numbers) {
  for_each_pair(words, count, numbers, [](Bits first, Bits /*second*/) {
    const CosineAndSine angle = of_quarter_turns(4.0 * real_of(first));
    return Pair<Reals>{.first = angle.cosine, .second = angle.sine};
  });
}

static void logs(const double* from, std::size_t count, double* to) {
  for_each_vector(from, count, to, [](Reals number) { return log_of(number); });
}

static void exps(const double* from, std::size_t count, double* to) {
  for_each_vector(from, count, to, [](Reals number) { return exp_of(number); });
}

constexpr Kernels all_kernels{.blocks = blocks,
                              .reals = reals,
                              .exponentials = exponentials,
                              .normals = normals,
                              .cotangents = cotangents,
                              .logits = logits,
                              .circle = circle,
                              .landaus = landaus,
                              .logs = logs,
                              .exps = exps};

}  // namespace ramet::inline v1::random::internal::RAMET_RANDOM_MACHINE
