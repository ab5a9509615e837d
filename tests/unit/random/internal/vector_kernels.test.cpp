// Included here for the machine of the test, and compared with those of the library.
#define RAMET_RANDOM_MACHINE machine_of_test
#include "ramet/random/internal/vector_kernels.hpp"

#include <bit>
#include <cmath>
#include <vector>

#include <doctest/doctest.h>

using namespace ramet::random::internal;

namespace {

std::vector<const Kernels*> all_machines() {
  std::vector<const Kernels*> all{&kernels_of_any_machine(), &machine_of_test::all_kernels};
  for (const Kernels* kernels : {kernels_of_avx2(), kernels_of_avx512()})
    if (kernels != nullptr) all.push_back(kernels);
  return all;
}

std::vector<std::uint64_t> words_of(const Kernels& kernels, std::size_t count) {
  std::vector<std::uint64_t> words(count);
  kernels.blocks({.key = 1, .stream = 2, .draw = 3}, count / 2, words.data());
  return words;
}

std::vector<std::uint64_t> bits_of(const std::vector<double>& numbers) {
  std::vector<std::uint64_t> bits;
  for (const double number : numbers) bits.push_back(std::bit_cast<std::uint64_t>(number));
  return bits;
}

}  // namespace

TEST_CASE("vector kernels: all machines give the same bits") {
  constexpr std::size_t count = 20014;
  const Kernels& plain = kernels_of_any_machine();
  const std::vector<std::uint64_t> words = words_of(plain, count);
  for (const Kernels* kernels : all_machines()) {
    CHECK(words_of(*kernels, count) == words);
    for (const auto transform :
         {&Kernels::reals, &Kernels::exponentials, &Kernels::normals, &Kernels::cotangents, &Kernels::circle}) {
      std::vector<double> expected(count), numbers(count);
      (plain.*transform)(words.data(), count, expected.data());
      (kernels->*transform)(words.data(), count, numbers.data());
      CHECK(bits_of(numbers) == bits_of(expected));
    }
    std::vector<double> arguments(count), expected(count), numbers(count);
    for (std::size_t i = 0; i < count; ++i)
      arguments[i] = std::ldexp(1.0 + static_cast<double>(i), -700 + int(i % 1400));
    plain.logs(arguments.data(), count, expected.data());
    kernels->logs(arguments.data(), count, numbers.data());
    CHECK(bits_of(numbers) == bits_of(expected));
    plain.exps(expected.data(), count, arguments.data());
    kernels->exps(expected.data(), count, expected.data());
    CHECK(bits_of(expected) == bits_of(arguments));
  }
}

TEST_CASE("vector kernels: any number of words gives the same numbers, and writes nothing behind them") {
  for (const Kernels* kernels : all_machines())
    for (std::size_t count = 0; count <= 40; count += 2) {
      const std::vector<std::uint64_t> words = words_of(*kernels, count);
      for (const auto transform : {&Kernels::reals, &Kernels::normals}) {
        std::vector<double> expected(64), numbers(count + 1, -9);
        std::vector<std::uint64_t> more = words;
        more.resize(64);
        (kernels->*transform)(more.data(), more.size(), expected.data());
        (kernels->*transform)(words.data(), count, numbers.data());
        CHECK(numbers.back() == -9);
        for (std::size_t i = 0; i < count; ++i) REQUIRE(numbers[i] == expected[i]);
      }
    }
}
