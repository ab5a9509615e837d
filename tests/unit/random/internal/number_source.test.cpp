#include "ramet/random/internal/number_source.hpp"

#include <cmath>

#include <doctest/doctest.h>

using namespace ramet::random;
using namespace ramet::random::internal;

TEST_CASE("number source: the real number of a word is that of the kernels") {
  for (const std::uint64_t word : {0ULL, 0xFFFULL, 0x123456789ABCDEFULL, 0xFFFFFFFFFFFFFFFFULL}) {
    double kernel = 0;
    fastest_kernels().reals(&word, 1, &kernel);
    CHECK(real_of_word(word) == kernel);
  }
}

TEST_CASE("number source: log(1 + x) keeps the digits of a small x") {
  for (const double x : {-0.5, -1e-3, -1e-10, 1e-17, 0.0, 1e-8, 0.7})
    CHECK(log_of_one_plus(x) == doctest::Approx(std::log1p(x)).epsilon(1e-15));
}

TEST_CASE("number source: attempts are the words of the number, the first made at once") {
  const Words words({.seed = 1, .number = 2}, {}, Family::poisson, 10);
  const Attempts attempts(words, 4, 6);
  CHECK(attempts.pair(3, 0).first == real_of_word(words.at(0, 7)));
  CHECK(attempts.pair(3, 0).second == real_of_word(words.at(1, 7)));
  CHECK(attempts.pair(3, 2).first == real_of_word(words.at(4, 7)));
  CHECK(attempts.pair(3, 2).second == real_of_word(words.at(5, 7)));
}
