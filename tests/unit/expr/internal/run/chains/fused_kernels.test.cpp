#include "ramet/expr/internal/run/chains/fused_kernels.hpp"

#include <array>
#include <cmath>
#include <vector>

#include <doctest/doctest.h>

using namespace ramet;
using expr::Fusion;
using expr::NumberType;
using Op = expr::ElementOperation;

namespace {

template <class T>
T basic(Op operation, T a, T b) {
  if (operation == Op::add) return a + b;
  if (operation == Op::subtract) return a - b;
  return operation == Op::multiply ? a * b : a / b;
}

template <class T>
T expected(const Fusion& fusion, const std::array<T, 4>& x) {
  switch (fusion.shape) {
    case Fusion::Shape::left:
      return basic(fusion.outer, basic(fusion.first, x[0], x[1]), x[2]);
    case Fusion::Shape::right:
      return basic(fusion.outer, x[0], basic(fusion.second, x[1], x[2]));
    case Fusion::Shape::both:
      return basic(fusion.outer, basic(fusion.first, x[0], x[1]), basic(fusion.second, x[2], x[3]));
    default:
      return basic(fusion.outer, x[0], x[1]);
  }
}

// Compares a fusion for one point and for many; whether there is one.
template <class T>
bool is_right(const Fusion& fusion) {
  const expr::ElementKernel kernel = expr::fused_kernel(fusion, array::number_type<T>());
  if (kernel == nullptr) return false;
  constexpr std::size_t count = 37;
  std::array<std::vector<T>, 4> columns;
  for (std::size_t k = 0; k < 4; ++k)
    for (std::size_t i = 0; i < count; ++i)
      columns[k].push_back(static_cast<T>(1 + 0.37 * static_cast<double>(i * (k + 1) % 11)));
  const void* const from[] = {columns[0].data(), columns[1].data(), columns[2].data(), columns[3].data()};
  const bool is_wide = fusion.ending == Fusion::Ending::widen;
  std::vector<T> narrow(count);
  std::vector<double> wide(count);
  kernel(from, is_wide ? static_cast<void*>(wide.data()) : narrow.data(), count);
  for (std::size_t i = 0; i < count; ++i) {
    const T value = expected<T>(fusion, {columns[0][i], columns[1][i], columns[2][i], columns[3][i]});
    const T rooted = fusion.ending == Fusion::Ending::root ? std::sqrt(value) : value;
    const bool same = is_wide ? wide[i] == static_cast<double>(rooted)
                              : narrow[i] == rooted || (std::isnan(narrow[i]) && std::isnan(rooted));
    if (!same) return false;
  }
  return true;
}

}  // namespace

TEST_CASE("fusions give what their functions give one by one") {
  int made = 0;
  using Shape = Fusion::Shape;
  for (const Shape shape : {Shape::single, Shape::left, Shape::right, Shape::both})
    for (const Op outer : {Op::add, Op::subtract, Op::multiply, Op::divide})
      for (const Op first : {Op::add, Op::subtract, Op::multiply})
        for (const Op second : {Op::add, Op::subtract, Op::multiply})
          for (const auto ending : {Fusion::Ending::none, Fusion::Ending::widen, Fusion::Ending::root}) {
            const Fusion fusion{shape, outer, first, second, ending};
            for (const NumberType type : {NumberType::float32, NumberType::float64}) {
              if (expr::fused_kernel(fusion, type) == nullptr) continue;
              ++made;
              CAPTURE(static_cast<int>(shape));
              CAPTURE(static_cast<int>(outer));
              CHECK((type == NumberType::float32 ? is_right<float>(fusion) : is_right<double>(fusion)));
            }
          }
  CHECK(made > 100);
}

TEST_CASE("floats are widened before they are combined") {
  const float a = 0.1F;
  const double b = 0.1;
  double to = 0;
  const void* const from[] = {&a, &b};
  expr::fused_kernel({.shape = Fusion::Shape::wide_left, .outer = Op::subtract}, NumberType::float64)(from, &to, 1);
  CHECK(to == static_cast<double>(a) - b);
  const void* const turned[] = {&b, &a};
  expr::fused_kernel({.shape = Fusion::Shape::wide_right, .outer = Op::divide}, NumberType::float64)(turned, &to, 1);
  CHECK(to == b / static_cast<double>(a));
}

TEST_CASE("there is no fusion of other functions, or of a quotient within") {
  CHECK_FALSE(static_cast<bool>(expr::fused_kernel({.outer = Op::exp}, NumberType::float64)));
  CHECK_FALSE(
      static_cast<bool>(expr::fused_kernel({.shape = Fusion::Shape::left, .first = Op::divide}, NumberType::float64)));
}
