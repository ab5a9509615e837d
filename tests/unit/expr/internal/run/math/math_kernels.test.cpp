#include "ramet/expr/internal/run/math/math_kernels.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include <doctest/doctest.h>

using namespace ramet;
using expr::ElementKernel;
using expr::ElementOperation;
using expr::NumberType;

namespace {

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
std::vector<Bits<T>> results(ElementKernel kernel) {
  const std::vector<T> from = numbers<T>();
  const std::vector<T> others(from.rbegin(), from.rend());
  std::vector<T> to(from.size());
  const void* const arguments[] = {from.data(), others.data()};
  CHECK(kernel(arguments, to.data(), from.size()) == from.size());
  std::vector<Bits<T>> bits;
  for (const T value : to) bits.push_back(std::isnan(value) ? 0 : std::bit_cast<Bits<T>>(value));
  return bits;
}

double computed(ElementOperation operation, double one, double other = 0) {
  const void* const from[] = {&one, &other};
  double to = 0;
  expr::math_kernel(operation, NumberType::float64)(from, &to, 1);
  return to;
}

}  // namespace

TEST_CASE("mathematical functions give the same bits on all machines") {
  using expr::internal::MathKernels;
  const MathKernels& any = expr::internal::math_kernels_of_any_machine();
  for (const MathKernels* const machine :
       {expr::internal::math_kernels_of_avx(), expr::internal::math_kernels_of_avx512()}) {
    if (machine == nullptr) continue;
    for (std::size_t k = 0; k < expr::internal::math_operations.size(); ++k) {
      CAPTURE(k);
      CHECK(results<double>(machine->doubles[k]) == results<double>(any.doubles[k]));
      CHECK(results<float>(machine->floats[k]) == results<float>(any.floats[k]));
    }
  }
}

TEST_CASE("results that can be exact are") {
  for (int base = -20; base <= 20; ++base)
    for (int exponent = 0; exponent <= 10; ++exponent) {
      double product = 1;
      for (int k = 0; k < exponent; ++k) product *= base;
      CHECK(computed(ElementOperation::power, base, exponent) == product);
    }
  for (int k = -1000; k <= 1000; ++k) {
    CHECK(computed(ElementOperation::exp2, k) == std::ldexp(1., k));
    CHECK(computed(ElementOperation::log2, std::ldexp(1., k)) == k);
  }
  CHECK(computed(ElementOperation::log10, 1000) == 3);
  CHECK(computed(ElementOperation::sin, 0) == 0);
  CHECK(computed(ElementOperation::cos, 0) == 1);
  CHECK(computed(ElementOperation::exp, 0) == 1);
}

TEST_CASE("errors are at most a unit in the last place of the system's library") {
  const auto near = [](double found, double expected) {
    return std::fabs(found - expected) <= 2 * (std::nextafter(std::fabs(expected), INFINITY) - std::fabs(expected));
  };
  for (double x = -30; x < 30; x += 0.37) {
    CAPTURE(x);
    CHECK(near(computed(ElementOperation::exp, x), std::exp(x)));
    CHECK(near(computed(ElementOperation::sin, x), std::sin(x)));
    CHECK(near(computed(ElementOperation::cos, x), std::cos(x)));
    CHECK(near(computed(ElementOperation::tan, x), std::tan(x)));
    CHECK(near(computed(ElementOperation::atan2, x, 2), std::atan2(x, 2)));
    CHECK(near(computed(ElementOperation::log, std::fabs(x)), std::log(std::fabs(x))));
    CHECK(near(computed(ElementOperation::power, std::fabs(x), 1.7), std::pow(std::fabs(x), 1.7)));
  }
}

TEST_CASE("other functions and types are left to the system's library") {
  CHECK_FALSE(static_cast<bool>(expr::math_kernel(ElementOperation::erf, NumberType::float64)));
  CHECK_FALSE(static_cast<bool>(expr::math_kernel(ElementOperation::add, NumberType::float64)));
  CHECK_FALSE(static_cast<bool>(expr::math_kernel(ElementOperation::exp, NumberType::int32)));
}
