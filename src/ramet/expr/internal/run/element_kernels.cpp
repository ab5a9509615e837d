#include "ramet/expr/internal/run/element_kernels.hpp"

#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

#include "ramet/bytes/detail/each_machine.hpp"
#include "ramet/expr/internal/run/math/math_kernels.hpp"

namespace ramet::inline v1::expr {

namespace {

using Op = ElementOperation;

/// Whole numbers wrap around, also signed ones, for which C++ leaves it open.
template <class T>
using Wrapping = typename std::conditional_t<std::is_integral_v<T>, std::make_unsigned<T>, std::type_identity<T>>::type;

/// As x86 converts: what does not fit into the whole number becomes the least one of int32 or int64.
template <class To, class From>
To converted(From value) {
  if constexpr (std::is_same_v<To, bool>) {
    return value != From{};
  } else if constexpr (std::is_floating_point_v<From> && std::is_integral_v<To>) {
    using Via = std::conditional_t<(sizeof(To) < 4 || std::is_same_v<To, std::int32_t>), std::int32_t, std::int64_t>;
    constexpr auto limit = static_cast<From>(std::numeric_limits<Via>::min());
    if (value >= limit && value < -limit) return static_cast<To>(static_cast<Via>(value));
    if (std::is_same_v<To, std::uint64_t> && value >= -limit && value < -2 * limit)
      return static_cast<To>(static_cast<std::uint64_t>(static_cast<Via>(value + limit)) + (std::uint64_t{1} << 63U));
    return static_cast<To>(std::numeric_limits<Via>::min());
  } else {
    return static_cast<To>(value);
  }
}

/// Python's a // b: the remainder has the sign of b, and a == b * (a // b) + a % b, as exactly as T has it.
template <class T>
T floor_divided(T a, T b) {
  if constexpr (std::is_floating_point_v<T>) {
    if (b == 0) return a / b;
    const T rest = std::fmod(a, b);
    T quotient = (a - rest) / b;
    if (rest != 0 && (b < 0) != (rest < 0)) quotient -= 1;
    if (quotient == 0) return std::copysign(T{}, a / b);
    const T whole = std::floor(quotient);
    return quotient - whole > T{0.5} ? whole + 1 : whole;
  } else {
    if (b == 0) return T{};
    if (std::is_signed_v<T> && b == static_cast<T>(-1))
      return static_cast<T>(Wrapping<T>{} - static_cast<Wrapping<T>>(a));  // the least number by -1 would trap
    const auto quotient = static_cast<T>(a / b);
    return a % b != 0 && (a < 0) != (b < 0) ? static_cast<T>(quotient - 1) : quotient;
  }
}

/// Python's a % b.
template <class T>
T floor_rest(T a, T b) {
  if constexpr (std::is_floating_point_v<T>) {
    const T rest = std::fmod(a, b);
    if (b == 0 || rest != rest) return rest;
    if (rest == 0) return std::copysign(T{}, b);
    return (b < 0) != (rest < 0) ? rest + b : rest;
  } else {
    if (b == 0 || (std::is_signed_v<T> && b == static_cast<T>(-1))) return T{};
    const auto rest = static_cast<T>(a % b);
    return rest != 0 && (rest < 0) != (b < 0) ? static_cast<T>(rest + b) : rest;
  }
}

template <Op Operation, class T>
T arithmetic(T a, T b) {
  using W = Wrapping<T>;
  constexpr unsigned bits = sizeof(T) * 8 - 1;
  if constexpr (Operation == Op::add) return static_cast<T>(static_cast<W>(a) + static_cast<W>(b));
  if constexpr (Operation == Op::subtract) return static_cast<T>(static_cast<W>(a) - static_cast<W>(b));
  if constexpr (Operation == Op::multiply) return static_cast<T>(static_cast<W>(a) * static_cast<W>(b));
  if constexpr (Operation == Op::minimum) return b < a ? b : a;
  if constexpr (Operation == Op::maximum) return a < b ? b : a;
  if constexpr (Operation == Op::floor_divide) return floor_divided(a, b);
  if constexpr (Operation == Op::floor_remainder) return floor_rest(a, b);
  if constexpr (Operation == Op::divide && std::is_floating_point_v<T>) return a / b;
  if constexpr (std::is_integral_v<T>) {
    if constexpr (Operation == Op::bit_and) return a & b;
    if constexpr (Operation == Op::bit_or) return a | b;
    if constexpr (Operation == Op::bit_xor) return a ^ b;
    if constexpr (Operation == Op::shift_left) return static_cast<T>(static_cast<W>(a) << (static_cast<W>(b) & bits));
    if constexpr (Operation == Op::shift_right) return static_cast<T>(a >> (static_cast<W>(b) & bits));
  }
  if constexpr (std::is_floating_point_v<T>) {
    if constexpr (Operation == Op::power) return std::pow(a, b);
    if constexpr (Operation == Op::atan2) return std::atan2(a, b);
    if constexpr (Operation == Op::fmod) return std::fmod(a, b);
    if constexpr (Operation == Op::ieee_remainder) return std::remainder(a, b);
    if constexpr (Operation == Op::hypot) return std::hypot(a, b);
    if constexpr (Operation == Op::fdim) return std::fdim(a, b);
    if constexpr (Operation == Op::copysign) return std::copysign(a, b);
    if constexpr (Operation == Op::nextafter) return std::nextafter(a, b);
    if constexpr (Operation == Op::fmin) return std::fmin(a, b);
    if constexpr (Operation == Op::fmax) return std::fmax(a, b);
  }
}

// Without the global variable for the sign that std::lgamma has.
float log_of_gamma(float x) {
  int sign = 0;
  return ::lgammaf_r(x, &sign);
}
double log_of_gamma(double x) {
  int sign = 0;
  return ::lgamma_r(x, &sign);
}

// Of float: those of double are SLEEF's.
template <Op Operation, class T>
T function_of_libm(T x) {
  if constexpr (Operation == Op::exp) return std::exp(x);
  if constexpr (Operation == Op::exp2) return std::exp2(x);
  if constexpr (Operation == Op::expm1) return std::expm1(x);
  if constexpr (Operation == Op::log) return std::log(x);
  if constexpr (Operation == Op::log2) return std::log2(x);
  if constexpr (Operation == Op::log10) return std::log10(x);
  if constexpr (Operation == Op::sin) return std::sin(x);
  if constexpr (Operation == Op::cos) return std::cos(x);
  if constexpr (Operation == Op::tan) return std::tan(x);
  if constexpr (Operation == Op::asin) return std::asin(x);
  if constexpr (Operation == Op::acos) return std::acos(x);
  if constexpr (Operation == Op::atan) return std::atan(x);
  if constexpr (Operation == Op::sinh) return std::sinh(x);
  if constexpr (Operation == Op::cosh) return std::cosh(x);
  if constexpr (Operation == Op::tanh) return std::tanh(x);
}

template <Op Operation, class T>
T function(T x) {
  if constexpr (Operation == Op::negate && std::is_floating_point_v<T>) return -x;
  if constexpr (Operation == Op::negate) return static_cast<T>(Wrapping<T>{} - static_cast<Wrapping<T>>(x));
  if constexpr (Operation == Op::absolute) {
    if constexpr (std::is_floating_point_v<T>) return std::fabs(x);
    if constexpr (std::is_unsigned_v<T>) return x;
    return x < T{} ? static_cast<T>(Wrapping<T>{} - static_cast<Wrapping<T>>(x)) : x;
  }
  if constexpr (Operation == Op::bit_not && std::is_integral_v<T>) return static_cast<T>(~x);
  if constexpr (std::is_floating_point_v<T>) {
    if constexpr (internal::is_math(Operation)) return function_of_libm<Operation>(x);
    if constexpr (Operation == Op::log1p) return std::log1p(x);
    if constexpr (Operation == Op::sqrt) return std::sqrt(x);
    if constexpr (Operation == Op::cbrt) return std::cbrt(x);
    if constexpr (Operation == Op::asinh) return std::asinh(x);
    if constexpr (Operation == Op::acosh) return std::acosh(x);
    if constexpr (Operation == Op::atanh) return std::atanh(x);
    if constexpr (Operation == Op::floor) return std::floor(x);
    if constexpr (Operation == Op::ceil) return std::ceil(x);
    if constexpr (Operation == Op::trunc) return std::trunc(x);
    if constexpr (Operation == Op::round) return std::round(x);
    if constexpr (Operation == Op::nearbyint) return std::nearbyint(x);
    if constexpr (Operation == Op::erf) return std::erf(x);
    if constexpr (Operation == Op::erfc) return std::erfc(x);
    if constexpr (Operation == Op::lgamma) return log_of_gamma(x);
    if constexpr (Operation == Op::tgamma) return std::tgamma(x);
  }
}

template <Op Operation, class T>
bool test(T a, T b) {
  if constexpr (Operation == Op::equal) return a == b;
  if constexpr (Operation == Op::not_equal) return a != b;
  if constexpr (Operation == Op::less) return a < b;
  if constexpr (Operation == Op::less_equal) return a <= b;
  if constexpr (std::is_floating_point_v<T>) {
    if constexpr (Operation == Op::is_nan) return std::isnan(a);
    if constexpr (Operation == Op::is_infinite) return std::isinf(a);
    if constexpr (Operation == Op::is_finite) return std::isfinite(a);
    if constexpr (Operation == Op::sign_bit) return std::signbit(a);
  }
  if constexpr (Operation == Op::logical_and) return a && b;
  if constexpr (Operation == Op::logical_or) return a || b;
  if constexpr (Operation == Op::logical_not) return !a;
}

constexpr bool is_test(Op operation) {
  return operation == Op::equal || operation == Op::not_equal || operation == Op::less || operation == Op::less_equal ||
         operation == Op::is_nan || operation == Op::is_infinite || operation == Op::is_finite ||
         operation == Op::sign_bit || operation == Op::logical_and || operation == Op::logical_or ||
         operation == Op::logical_not;
}

constexpr bool is_unary(Op operation) {
  return operation == Op::negate || operation == Op::absolute || operation == Op::bit_not || operation >= Op::exp ||
         operation == Op::logical_not;
}

template <Op Operation, class T>
struct Kernel {
  using Result = std::conditional_t<is_test(Operation), bool, T>;

  RAMET_EACH_MACHINE static std::size_t run(const void* const* arguments, void* to, std::size_t count) {
    const T* const __restrict a = static_cast<const T*>(arguments[0]);
    Result* const __restrict results = static_cast<Result*>(to);
    if constexpr (is_unary(Operation) && !is_test(Operation)) {
      for (std::size_t k = 0; k < count; ++k) results[k] = function<Operation>(a[k]);
    } else if constexpr (is_unary(Operation)) {
      for (std::size_t k = 0; k < count; ++k) results[k] = test<Operation>(a[k], a[k]);
    } else {
      const T* const __restrict b = static_cast<const T*>(arguments[1]);
      if constexpr (is_test(Operation)) {
        for (std::size_t k = 0; k < count; ++k) results[k] = test<Operation>(a[k], b[k]);
      } else {
        for (std::size_t k = 0; k < count; ++k) results[k] = arithmetic<Operation>(a[k], b[k]);
      }
    }
    return count;
  }
};

template <Op Operation, class T>
std::size_t run_division(const void* const* arguments, void* to, std::size_t count) {
  const T* const a = static_cast<const T*>(arguments[0]);
  const T* const b = static_cast<const T*>(arguments[1]);
  T* const results = static_cast<T*>(to);
  for (std::size_t k = 0; k < count; ++k) {
    if (b[k] == 0) return k;
    const bool negates = std::is_signed_v<T> && b[k] == static_cast<T>(-1);  // the least number by -1 would trap
    if constexpr (Operation == Op::divide)
      results[k] = negates ? function<Op::negate>(a[k]) : static_cast<T>(a[k] / b[k]);
    if constexpr (Operation == Op::remainder) results[k] = negates ? T{} : static_cast<T>(a[k] % b[k]);
  }
  return count;
}

// By squaring: at most 64 steps.
template <class T>
std::size_t run_whole_power(const void* const* arguments, void* to, std::size_t count) {
  using W = std::make_unsigned_t<T>;
  for (std::size_t k = 0; k < count; ++k) {
    auto base = static_cast<W>(static_cast<const T*>(arguments[0])[k]);
    const T exponent = static_cast<const T*>(arguments[1])[k];
    if (exponent < 0) return k;
    W result = 1;
    for (auto rest = static_cast<W>(exponent); rest != 0; rest >>= 1U, base *= base)
      if ((rest & 1U) != 0) result *= base;
    static_cast<T*>(to)[k] = static_cast<T>(result);
  }
  return count;
}

template <class From, class To>
struct Convert {
  RAMET_EACH_MACHINE static std::size_t run(const void* const* arguments, void* to, std::size_t count) {
    const From* const __restrict from = static_cast<const From*>(arguments[0]);
    To* const __restrict results = static_cast<To*>(to);
    for (std::size_t k = 0; k < count; ++k) results[k] = converted<To>(from[k]);
    return count;
  }
};

/// Without a condition, so that compilers vectorise it: truths are often random, and branches are foreseen wrongly.
template <class Word>
struct Select {
  RAMET_EACH_MACHINE static std::size_t run(const void* const* arguments, void* to, std::size_t count) {
    const bool* const __restrict condition = static_cast<const bool*>(arguments[0]);
    const Word* const __restrict a = static_cast<const Word*>(arguments[1]);
    const Word* const __restrict b = static_cast<const Word*>(arguments[2]);
    Word* const __restrict results = static_cast<Word*>(to);
    for (std::size_t k = 0; k < count; ++k) {
      const auto mask = static_cast<Word>(Word{0} - static_cast<Word>(condition[k]));
      results[k] = static_cast<Word>((a[k] & mask) | (b[k] & static_cast<Word>(~mask)));
    }
    return count;
  }
};

template <class T>
std::size_t run_fused(const void* const* arguments, void* to, std::size_t count) {
  for (std::size_t k = 0; k < count; ++k)
    static_cast<T*>(to)[k] = std::fma(static_cast<const T*>(arguments[0])[k], static_cast<const T*>(arguments[1])[k],
                                      static_cast<const T*>(arguments[2])[k]);
  return count;
}

template <Op Operation, class T>
constexpr bool is_for = [] {
  if (Operation == Op::logical_and || Operation == Op::logical_or || Operation == Op::logical_not)
    return std::is_same_v<T, bool>;
  if (Operation == Op::equal || Operation == Op::not_equal) return std::is_same_v<T, bool> || sizeof(T) >= 4;
  if (sizeof(T) < 4 || (internal::is_math(Operation) && !std::is_same_v<T, float>)) return false;
  if (Operation == Op::bit_and || Operation == Op::bit_or || Operation == Op::bit_xor || Operation == Op::bit_not ||
      Operation == Op::shift_left || Operation == Op::shift_right || Operation == Op::remainder ||
      Operation == Op::whole_power)
    return std::is_integral_v<T>;
  if (Operation >= Op::power) return std::is_floating_point_v<T>;
  return true;
}();

template <Op Operation, class T>
constexpr ElementKernel kernel_of() {
  if constexpr (!is_for<Operation, T>) {
    return nullptr;
  } else if constexpr (Operation == Op::whole_power) {
    return &run_whole_power<T>;
  } else if constexpr (Operation == Op::fused_multiply_add) {
    return &run_fused<T>;
  } else if constexpr (std::is_integral_v<T> && (Operation == Op::divide || Operation == Op::remainder)) {
    return &run_division<Operation, T>;
  } else {
    return &Kernel<Operation, T>::run;
  }
}

template <unsigned Number = 0>
ElementKernel find_kernel(Op wanted, NumberType type) {
  if constexpr (Number < element_operations) {
    constexpr auto operation = static_cast<Op>(Number);
    if (wanted != operation) return find_kernel<Number + 1>(wanted, type);
    if constexpr (operation != Op::convert && operation != Op::select)
      return with_number(type, [](auto zero) -> ElementKernel { return kernel_of<operation, decltype(zero)>(); });
  }
  return nullptr;
}

template <class Word, class Index>
struct Gather {
  RAMET_EACH_MACHINE static void run(const void* values, const Index* __restrict from, void* to, std::size_t count) {
    const Word* const __restrict words = static_cast<const Word*>(values);
    Word* const __restrict results = static_cast<Word*>(to);
    for (std::size_t k = 0; k < count; ++k) results[k] = words[from[k]];
  }
};

template <class Index>
void gather_any(const void* values, const Index* from, void* to, std::size_t count, std::size_t size) {
  if (size == 1) return Gather<std::uint8_t, Index>::run(values, from, to, count);
  if (size == 2) return Gather<std::uint16_t, Index>::run(values, from, to, count);
  if (size == 4) return Gather<std::uint32_t, Index>::run(values, from, to, count);
  Gather<std::uint64_t, Index>::run(values, from, to, count);
}

}  // namespace

ElementKernel element_kernel(ElementOperation operation, NumberType type, NumberType result) noexcept {
  if (operation == Op::convert)
    return with_number(type, [&](auto from) {
      return with_number(result, [&](auto to) -> ElementKernel { return &Convert<decltype(from), decltype(to)>::run; });
    });
  if (operation == Op::select) {
    const std::size_t size = array::size_of(type);
    if (size == 1) return &Select<std::uint8_t>::run;
    if (size == 2) return &Select<std::uint16_t>::run;
    return size == 4 ? &Select<std::uint32_t>::run : &Select<std::uint64_t>::run;
  }
  if (const ElementKernel kernel = math_kernel(operation, type)) return kernel;
  return find_kernel(operation, type);
}

void gather(const void* values, const std::uint32_t* from, void* to, std::size_t count, std::size_t size) noexcept {
  gather_any(values, from, to, count, size);
}
void gather(const void* values, const std::int64_t* from, void* to, std::size_t count, std::size_t size) noexcept {
  gather_any(values, from, to, count, size);
}

}  // namespace ramet::inline v1::expr
