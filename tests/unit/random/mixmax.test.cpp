#include "ramet/random/mixmax.hpp"

#include <array>
#include <bit>
#include <random>

#include <doctest/doctest.h>

using ramet::random::MixMax17;

static_assert(std::uniform_random_bit_generator<MixMax17>);

// The answers are those of TRandomMixMax17 of ROOT 6.40, after SetSeed.

TEST_CASE("mixmax: the first numbers are ROOT's") {
  MixMax17 one(1);
  CHECK(one() == 761012854444896900U);
  CHECK(one() == 670648345486424917U);
  CHECK(one() == 1575655645974188348U);
  struct Answer {
    std::uint64_t seed;
    std::array<double, 2> reals;
  };
  for (const Answer& answer :
       {Answer{1, {0.33003671603142087, 0.29084735726007643}}, Answer{4357, {0.35632764787459476, 0.30391438596320625}},
        Answer{123456789, {0.65125800491056873, 0.12084496680400783}},
        Answer{1099511627781, {0.4964752381698585, 0.5738192393159702}}}) {
    MixMax17 engine(answer.seed);
    CHECK(engine.real() == answer.reals[0]);
    CHECK(engine.real() == answer.reals[1]);
  }
}

TEST_CASE("mixmax: a million numbers are ROOT's, by the sum of their bits and the last one") {
  struct Answer {
    std::uint64_t seed;
    std::uint64_t sum;  // of the bits of the million reals, modulo 2^64
    double last;
  };
  for (const Answer& answer :
       {Answer{1U, 4709079936930251505U, 0.7292382149016912}, Answer{4357U, 11366888052008034082U, 0.4648240344906226},
        Answer{123456789U, 1033355985809575135U, 0.5746064251313193},
        Answer{1099511627781U, 16414194431326062358U, 0.08302563000757204},
        Answer{18446744073709551615U, 11390959378499553651U, 0.20081253432928664}}) {
    MixMax17 engine(answer.seed);
    std::uint64_t sum = 0;
    double last = 0;
    for (int i = 0; i < 1'000'000; ++i) sum += std::bit_cast<std::uint64_t>(last = engine.real());
    CHECK(sum == answer.sum);
    CHECK(last == answer.last);
  }
}

TEST_CASE("mixmax: equal seeds give equal engines, and different ones others") {
  CHECK(MixMax17(5) == MixMax17(5));
  CHECK_FALSE(MixMax17(5) == MixMax17(6));
}
