// Included here for the machine of the test, and compared with those of the library.
#define RAMET_RANDOM_MACHINE machine_of_test
#include "ramet/fit/internal/kernels/vector_kernels.hpp"

#include <bit>
#include <vector>

#include <doctest/doctest.h>

using namespace ramet::fit::internal;

namespace {

std::vector<const Kernels*> all_machines() {
  std::vector<const Kernels*> all{&kernels_of_any_machine(), &machine_of_test::all_kernels};
  for (const Kernels* kernels : {kernels_of_avx2(), kernels_of_avx512()})
    if (kernels != nullptr) all.push_back(kernels);
  return all;
}

std::vector<std::uint64_t> bits_of(const double* numbers, std::size_t count) {
  std::vector<std::uint64_t> bits;
  for (std::size_t i = 0; i < count; ++i) bits.push_back(std::bit_cast<std::uint64_t>(numbers[i]));
  return bits;
}

/// What all kernels make of some numbers.
std::vector<std::uint64_t> all_of(const Kernels& kernels, std::size_t shape) {
  constexpr std::size_t count = 512;
  std::vector<double> x(count), densities(count), ratios(count);
  for (std::size_t i = 0; i < count; ++i) x[i] = static_cast<double>(i) / 50;
  const Constants constants{.values = {5, 0.7, 1.1, 2.5, 0.9, 1.7}, .order = 3};
  kernels.shapes[shape].densities(constants, x.data(), count, densities.data());
  kernels.invert(densities.data(), count, ratios.data());
  FeatureSums sums;
  kernels.shapes[shape].features(constants, x.data(), densities.data(), ratios.data(), count, sums);
  Products products;
  kernels.multiply(densities.data(), count, products);
  double logarithms[strands];
  kernels.take_logarithms(products, logarithms);
  std::vector<std::uint64_t> bits = bits_of(densities.data(), count);
  for (const auto& more :
       {bits_of(&sums.of[0][0], sizeof sums.of / 8), bits_of(logarithms, strands), bits_of(ratios.data(), count)})
    bits.insert(bits.end(), more.begin(), more.end());
  for (const std::int64_t exponent : products.exponents) bits.push_back(static_cast<std::uint64_t>(exponent));
  return bits;
}

}  // namespace

TEST_CASE("vector kernels of fits: all machines give the same bits") {
  for (std::size_t shape = 0; shape < shape_kinds; ++shape) {
    CAPTURE(shape);
    const std::vector<std::uint64_t> expected = all_of(kernels_of_any_machine(), shape);
    for (const Kernels* kernels : all_machines()) CHECK((all_of(*kernels, shape) == expected));
  }
}
