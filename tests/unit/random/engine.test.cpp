#include "ramet/random/engine.hpp"

#include <random>

#include <doctest/doctest.h>

using namespace ramet::random;

static_assert(std::uniform_random_bit_generator<Engine<>>);
static_assert(std::uniform_random_bit_generator<Engine<Philox4x64>>);
static_assert(std::uniform_random_bit_generator<Engine<Threefry2x64>>);
static_assert(std::uniform_random_bit_generator<Engine<Threefry4x64>>);

TEST_CASE("engine: the first words are held") {
  Engine<> small({.seed = 1, .number = 2}, 3);
  CHECK(small() == 1621812397U);
  CHECK(small() == 2739292571U);
  Engine<Threefry2x64> large({.seed = 1, .number = 2}, 3);
  CHECK(large() == 14178099010993093728U);
}

TEST_CASE("engine: discard is the same as so many calls") {
  for (const std::uint64_t count : {0ULL, 1ULL, 3ULL, 4ULL, 5ULL, 8ULL, 1001ULL})
    for (int before = 0; before < 5; ++before) {
      Engine<> stepped, jumped;
      for (int i = 0; i < before; ++i) CHECK(stepped() == jumped());
      for (std::uint64_t i = 0; i < count; ++i) stepped();
      jumped.discard(count);
      CHECK(stepped() == jumped());
      CHECK(stepped == jumped);
    }
}

TEST_CASE("engine: entries, streams and seeds have different sequences") {
  const auto first = [](const Stream& stream, std::uint64_t entry) { return Engine<Philox4x64>(stream, entry)(); };
  const std::uint64_t word = first({.seed = 1, .number = 2}, 3);
  CHECK(first({.seed = 1, .number = 2}, 4) != word);
  CHECK(first({.seed = 1, .number = 3}, 3) != word);
  CHECK(first({.seed = 2, .number = 2}, 3) != word);
}

TEST_CASE("engine: distributions of the standard library take it") {
  Engine<> engine({.seed = 1, .number = 2});
  std::normal_distribution<double> normal(5, 2);
  double sum = 0;
  for (int i = 0; i < 10'000; ++i) sum += normal(engine);
  CHECK(sum / 10'000 == doctest::Approx(5).epsilon(0.02));
}
