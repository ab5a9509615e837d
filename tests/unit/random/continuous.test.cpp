#include "ramet/random/continuous.hpp"

#include <cmath>
#include <vector>

#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet::random;

namespace {

constexpr Stream stream{.seed = 1, .number = 2};

std::vector<double> uniforms(std::uint64_t first_entry, std::size_t count) {
  std::vector<double> numbers(count);
  fill_uniform(stream, {.first_entry = first_entry}, numbers);
  return numbers;
}

}  // namespace

TEST_CASE("continuous: the numbers of an entry do not depend on the batch") {
  const std::vector<double> whole = uniforms(3, 3000);
  for (const std::size_t size : {1UL, 5UL, 512UL, 1000UL})
    for (std::size_t first = 0; first + size <= whole.size(); first += 977) {
      const std::vector<double> part = uniforms(3 + first, size);
      CHECK(std::equal(part.begin(), part.end(), whole.begin() + static_cast<std::ptrdiff_t>(first)));
    }
}

TEST_CASE("continuous: columns of parameters give the same bits as one value") {
  std::vector<double> one(1000), each(1000);
  const std::vector<double> threes(1000, 3.0), halves(1000, 0.5);
  fill_uniform(stream, {}, one, 0.5, 3.0);
  fill_uniform(stream, {}, each, halves, threes);
  CHECK(one == each);
  fill_normal(stream, {}, one, 3.0, 0.5);
  fill_normal(stream, {}, each, threes, halves);
  CHECK(one == each);
  fill_exponential(stream, {}, one, 3.0);
  fill_exponential(stream, {}, each, threes);
  CHECK(one == each);
}

TEST_CASE("continuous: a column of another length is an error with its name and both sizes") {
  std::vector<double> numbers(4);
  const std::vector<double> three(3);
  CHECK_THROWS_WITH_AS(fill_normal(stream, {}, numbers, 0, three), "sigma has 3 values for 4 numbers", ramet::Error);
}
