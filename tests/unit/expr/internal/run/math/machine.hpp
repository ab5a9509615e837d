#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

#include <doctest/doctest.h>

#include "ramet/expr/internal/run/math/math_kernels.hpp"

namespace sample {

using namespace ramet;

template <class T>
using Bits = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;

// Numbers of all sizes, and those at which functions end.
template <class T>
std::vector<T> numbers() {
  std::vector<T> all = {0, -T{0}, 1, -1, T(0.5), 2, 10, 100, 1000};
  using Limits = std::numeric_limits<T>;
  for (const T one : {Limits::infinity(), Limits::quiet_NaN(), Limits::max(), Limits::min(), Limits::denorm_min()}) {
    all.push_back(one);
    all.push_back(-one);
  }
  std::uint64_t state = 1;
  for (int k = 0; k < 3000; ++k) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    all.push_back(static_cast<T>(std::ldexp(static_cast<double>(state >> 11U), static_cast<int>(state % 60) - 100)) *
                  (k % 2 == 0 ? 1 : -1));
  }
  return all;
}

template <class T>
std::vector<Bits<T>> results(expr::ElementKernel kernel) {
  const std::vector<T> from = numbers<T>();
  const std::vector<T> others(from.rbegin(), from.rend());
  std::vector<T> to(from.size());
  const void* const arguments[] = {from.data(), others.data()};
  CHECK(kernel(arguments, to.data(), from.size()) == from.size());
  std::vector<Bits<T>> bits;
  for (const T value : to) bits.push_back(std::isnan(value) ? 0 : std::bit_cast<Bits<T>>(value));
  return bits;
}

/// A machine's functions give the bits that those of any machine give.
inline void check_machine(const expr::internal::MathKernels* machine) {
  if (machine == nullptr) return;  // one that this processor is not
  const expr::internal::MathKernels& any = expr::internal::math_kernels_of_any_machine();
  for (std::size_t k = 0; k < expr::internal::math_operations.size(); ++k) {
    CAPTURE(k);
    CHECK(results<double>(machine->doubles[k]) == results<double>(any.doubles[k]));
    CHECK(results<float>(machine->floats[k]) == results<float>(any.floats[k]));
  }
}

}  // namespace sample
