#define RAMET_RANDOM_MACHINE machine_of_test
#include "ramet/random/detail/vector.hpp"

#include <array>

#include <doctest/doctest.h>

namespace vectors = ramet::random::internal::machine_of_test;

TEST_CASE("vector: products are those of the lower halves") {
  const vectors::Bits product = vectors::product32(vectors::Bits{} + 0x7700000003, vectors::Bits{} + 0xFFFFFFFF);
  CHECK(product[0] == 3 * 0xFFFFFFFFULL);
  CHECK(product[vectors::width - 1] == 3 * 0xFFFFFFFFULL);
}

TEST_CASE("vector: two vectors alternate, and are separated again") {
  std::array<double, 2 * vectors::width> numbers{};
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<double>(i);
  const auto parts = vectors::separate(vectors::load<vectors::Reals>(numbers.data()),
                                       vectors::load<vectors::Reals>(numbers.data() + vectors::width));
  CHECK(parts.first[1] == 2);
  CHECK(parts.second[0] == 1);
  const auto again = vectors::alternate(parts.first, parts.second);
  std::array<double, 2 * vectors::width> stored{};
  vectors::store(again.first, stored.data());
  vectors::store(again.second, stored.data() + vectors::width);
  CHECK(stored == numbers);
}

TEST_CASE("vector: square roots are exact") { CHECK(vectors::square_root(vectors::all(2.25))[1] == 1.5); }
