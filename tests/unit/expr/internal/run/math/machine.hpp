#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include <doctest/doctest.h>

#include "ramet/expr/internal/run/math/math_kernels.hpp"

namespace sample {

using namespace ramet;

// Numbers of all sizes, and those at which functions end.
inline std::vector<double> numbers() {
  std::vector<double> all = {0, -0., 1, -1, 0.5, 2, 10, 100, 1000};
  using Limits = std::numeric_limits<double>;
  for (const double one :
       {Limits::infinity(), Limits::quiet_NaN(), Limits::max(), Limits::min(), Limits::denorm_min()}) {
    all.push_back(one);
    all.push_back(-one);
  }
  std::uint64_t state = 1;
  for (int k = 0; k < 3000; ++k) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    all.push_back(std::ldexp(static_cast<double>(state >> 11U), static_cast<int>(state % 60) - 100) *
                  (k % 2 == 0 ? 1 : -1));
  }
  return all;
}

inline std::vector<std::uint64_t> results(expr::ElementKernel kernel) {
  const std::vector<double> from = numbers();
  const std::vector<double> others(from.rbegin(), from.rend());
  std::vector<double> to(from.size());
  const void* const arguments[] = {from.data(), others.data()};
  CHECK(kernel(arguments, to.data(), from.size()) == from.size());
  std::vector<std::uint64_t> bits;
  for (const double value : to) bits.push_back(std::isnan(value) ? 0 : std::bit_cast<std::uint64_t>(value));
  return bits;
}

/// A machine's functions give the bits that those of any machine give.
inline void check_machine(const expr::internal::MathKernels* machine) {
  if (machine == nullptr) return;  // one that this processor is not
  const expr::internal::MathKernels& any = expr::internal::math_kernels_of_any_machine();
  for (std::size_t k = 0; k < expr::internal::math_operations.size(); ++k) {
    CAPTURE(k);
    CHECK(results((*machine)[k]) == results(any[k]));
  }
}

}  // namespace sample
