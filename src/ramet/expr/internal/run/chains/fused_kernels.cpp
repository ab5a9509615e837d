#include "ramet/expr/internal/run/chains/fused_kernels.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <type_traits>
#include <utility>

#include "ramet/bytes/detail/each_machine.hpp"

namespace ramet::inline v1::expr {

namespace {

using Op = ElementOperation;
using Shape = Fusion::Shape;
using Ending = Fusion::Ending;

template <Op Operation, class T>
T basic(T a, T b) {
  if constexpr (Operation == Op::add) return a + b;
  if constexpr (Operation == Op::subtract) return a - b;
  if constexpr (Operation == Op::multiply) return a * b;
  if constexpr (Operation == Op::divide) return a / b;
}

template <Shape Form, Op Outer, Op First, Op Second, class T>
T combined(T a, T b, T c, T d) {
  if constexpr (Form == Shape::left) return basic<Outer>(basic<First>(a, b), c);
  if constexpr (Form == Shape::right) return basic<Outer>(a, basic<Second>(b, c));
  if constexpr (Form == Shape::both) return basic<Outer>(basic<First>(a, b), basic<Second>(c, d));
  return basic<Outer>(a, b);
}

constexpr std::size_t arguments_of(Shape shape) {
  if (shape == Shape::both) return 4;
  return shape == Shape::left || shape == Shape::right ? 3 : 2;
}

template <class T, Shape Form, Op Outer, Op First, Op Second, Ending End>
struct Fused {
  using Result = std::conditional_t<End == Ending::widen, double, T>;

  RAMET_EACH_MACHINE static std::size_t run(const void* const* arguments, void* to, std::size_t count) {
    constexpr std::size_t last = arguments_of(Form) - 1;
    const T* const __restrict a = static_cast<const T*>(arguments[0]);
    const T* const __restrict b = static_cast<const T*>(arguments[1]);
    const T* const __restrict c = static_cast<const T*>(arguments[last < 2 ? last : 2]);
    const T* const __restrict d = static_cast<const T*>(arguments[last]);
    Result* const __restrict results = static_cast<Result*>(to);
    for (std::size_t k = 0; k < count; ++k) {
      const T found = combined<Form, Outer, First, Second>(a[k], b[k], c[k], d[k]);
      results[k] = End == Ending::root ? std::sqrt(found) : found;
    }
    return count;
  }
};

template <class A, class B, Op Outer>
struct Widened {
  RAMET_EACH_MACHINE static std::size_t run(const void* const* arguments, void* to, std::size_t count) {
    const A* const __restrict a = static_cast<const A*>(arguments[0]);
    const B* const __restrict b = static_cast<const B*>(arguments[1]);
    double* const __restrict results = static_cast<double*>(to);
    for (std::size_t k = 0; k < count; ++k)
      results[k] = basic<Outer>(static_cast<double>(a[k]), static_cast<double>(b[k]));
    return count;
  }
};

constexpr std::array<Op, 4> operations = {Op::add, Op::subtract, Op::multiply, Op::divide};
constexpr std::size_t inner_operations = 3;  // those of `operations` that first and second may be
constexpr std::size_t shapes = 7;
constexpr std::size_t endings = 3;

constexpr std::size_t number_of(Op operation) {
  for (std::size_t k = 0; k < operations.size(); ++k)
    if (operations[k] == operation) return k;
  return operations.size();
}

// The fusions that are worth a kernel: each is a loop for every generation of processors.
constexpr bool is_made(Shape shape, Op outer, Op first, Op second, Ending ending, bool is_float) {
  const bool has_first = shape == Shape::left || shape == Shape::both;
  const bool has_second = shape == Shape::right || shape == Shape::both;
  if ((!has_first && first != Op::add) || (!has_second && second != Op::add)) return false;
  if (shape >= Shape::wide_left) return ending == Ending::none && !is_float;
  if (ending == Ending::widen && !is_float) return false;
  const bool commutes = outer == Op::add || outer == Op::multiply;
  if (shape == Shape::single && ending == Ending::none) return false;
  if (shape == Shape::right && commutes) return false;
  if (shape == Shape::both && (outer == Op::divide || (commutes && number_of(first) > number_of(second)))) return false;
  if (ending != Ending::root) return true;
  // Roots of sums of squares.
  return (outer == Op::add || outer == Op::subtract) && (!has_first || first == Op::multiply) &&
         (!has_second || second == Op::multiply);
}

template <class T, std::size_t Place>
constexpr ElementKernel kernel_at() {
  constexpr auto ending = static_cast<Ending>(Place % endings);
  constexpr Op second = operations[Place / endings % inner_operations];
  constexpr Op first = operations[Place / endings / inner_operations % inner_operations];
  constexpr std::size_t rest = Place / endings / inner_operations / inner_operations;
  constexpr Op outer = operations[rest % operations.size()];
  constexpr auto shape = static_cast<Shape>(rest / operations.size());
  if constexpr (!is_made(shape, outer, first, second, ending, std::is_same_v<T, float>)) {
    return nullptr;
  } else if constexpr (shape >= Shape::wide_left) {
    using A = std::conditional_t<shape == Shape::wide_right, double, float>;
    using B = std::conditional_t<shape == Shape::wide_left, double, float>;
    return &Widened<A, B, outer>::run;
  } else {
    return &Fused<T, shape, outer, first, second, ending>::run;
  }
}

constexpr std::size_t places = shapes * operations.size() * inner_operations * inner_operations * endings;

template <class T, std::size_t... Places>
constexpr std::array<ElementKernel, places> all_kernels(std::index_sequence<Places...>) {
  return {kernel_at<T, Places>()...};
}

template <class T>
constexpr std::array<ElementKernel, places> kernels_of = all_kernels<T>(std::make_index_sequence<places>());

}  // namespace

ElementKernel fused_kernel(const Fusion& fusion, NumberType type) noexcept {
  const std::size_t outer = number_of(fusion.outer), first = number_of(fusion.first), second = number_of(fusion.second);
  if (outer == operations.size() || first >= inner_operations || second >= inner_operations) return nullptr;
  std::size_t place = static_cast<std::size_t>(fusion.shape) * operations.size() + outer;
  place = (place * inner_operations + first) * inner_operations + second;
  place = place * endings + static_cast<std::size_t>(fusion.ending);
  return type == NumberType::float32 ? kernels_of<float>[place] : kernels_of<double>[place];
}

}  // namespace ramet::inline v1::expr
