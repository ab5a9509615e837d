#include "ramet/expr/internal/run/element_kernels.hpp"

#include <cmath>
#include <limits>

#include <doctest/doctest.h>

using namespace ramet;
using expr::ElementOperation;
using expr::NumberType;

namespace {

template <class To, class From>
To converted(From value) {
  const void* const from[] = {&value};
  To to{};
  CHECK(expr::element_kernel(ElementOperation::convert, array::number_type<From>(), array::number_type<To>())(from, &to,
                                                                                                              1) == 1);
  return to;
}

template <class T>
T computed(ElementOperation operation, T one, T other) {
  const void* const from[] = {&one, &other};
  T to{};
  expr::element_kernel(operation, array::number_type<T>(), array::number_type<T>())(from, &to, 1);
  return to;
}

}  // namespace

TEST_CASE("numbers that do not fit are converted as by x86") {
  CHECK(converted<std::int32_t>(1e20) == std::numeric_limits<std::int32_t>::min());
  CHECK(converted<std::int32_t>(std::nan("")) == std::numeric_limits<std::int32_t>::min());
  CHECK(converted<std::uint32_t>(-1.0) == 4294967295U);
  CHECK(converted<std::uint8_t>(300.0) == 44);
  CHECK(converted<std::uint64_t>(1.8e19) == 18000000000000000000U);
  CHECK(converted<bool>(0.5));
}

TEST_CASE("whole numbers wrap around") {
  constexpr auto least = std::numeric_limits<std::int32_t>::min();
  CHECK(computed<std::int32_t>(ElementOperation::subtract, least, 1) == std::numeric_limits<std::int32_t>::max());
  CHECK(computed<std::int32_t>(ElementOperation::divide, least, -1) == least);
  CHECK(computed<std::int32_t>(ElementOperation::remainder, least, -1) == 0);
  CHECK(computed<std::int32_t>(ElementOperation::shift_left, 1, 33) == 2);
}

TEST_CASE("a division by zero is where a kernel ends") {
  const std::int32_t ones[] = {1, 1, 1};
  const std::int32_t others[] = {1, 0, 1};
  const void* const from[] = {ones, others};
  std::int32_t to[3];
  CHECK(expr::element_kernel(ElementOperation::divide, NumberType::int32, NumberType::int32)(from, to, 3) == 1);
}

TEST_CASE("there are kernels for the types that functions have, and no others") {
  CHECK(static_cast<bool>(expr::element_kernel(ElementOperation::sin, NumberType::float32, NumberType::float32)));
  CHECK_FALSE(static_cast<bool>(expr::element_kernel(ElementOperation::sin, NumberType::int32, NumberType::int32)));
  CHECK_FALSE(
      static_cast<bool>(expr::element_kernel(ElementOperation::bit_and, NumberType::float64, NumberType::float64)));
  CHECK_FALSE(static_cast<bool>(expr::element_kernel(ElementOperation::add, NumberType::uint8, NumberType::uint8)));
}

TEST_CASE("minus zero keeps its sign") {
  const double zero = 0;
  const void* const from[] = {&zero};
  double to = 1;
  expr::element_kernel(ElementOperation::negate, NumberType::float64, NumberType::float64)(from, &to, 1);
  CHECK(std::signbit(to));
}
