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

TEST_CASE("number source: cosine and sine of an angle belong together, and positions differ") {
  const Words words({.seed = 1, .number = 2}, {}, Family::sphere, 100);
  std::array<double, 100> cosines{}, sines{}, others{}, other_sines{};
  make_angles(words, 0, 0, cosines, sines);
  make_angles(words, 2, 0, others, other_sines);
  for (std::size_t k = 0; k < cosines.size(); ++k) {
    CHECK(cosines[k] * cosines[k] + sines[k] * sines[k] == doctest::Approx(1).epsilon(1e-14));
    CHECK(cosines[k] != others[k]);
  }
  std::array<double, 10> part{}, part_sines{};
  make_angles(words, 0, 33, part, part_sines);
  CHECK(part[4] == cosines[37]);
}
