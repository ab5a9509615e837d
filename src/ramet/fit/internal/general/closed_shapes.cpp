#include "ramet/fit/internal/general/closed_shapes.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "ramet/core/error.hpp"
#include "ramet/fit/internal/dual.hpp"
#include "ramet/fit/internal/general/faddeeva.hpp"
#include "ramet/fit/internal/general/quadrature.hpp"

namespace ramet::inline v1::fit::internal {
namespace {

using Arguments = std::span<const double>;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double least_exponent = -700;  ///< e^-700 stands for what is smaller

/// A shape of so many parameters, whose formulas are written once for numbers with derivatives and without.
template <class Formulas, std::size_t Count>
class ClosedShape final : public GeneralShape {
 public:
  std::string_view name() const noexcept override { return Formulas::name; }
  std::span<const ShapeParameter> parameters() const noexcept override { return Formulas::parameters; }
  bool is_slow() const noexcept override { return Formulas::is_smooth; }

  bool is_defined(Arguments arguments, const Interval& range) const noexcept override {
    return std::ranges::all_of(arguments, [](double one) { return std::isfinite(one); }) &&
           Formulas::is_defined(arguments, range);
  }

  void densities(Arguments arguments, const Interval& /*range*/, std::span<const double> x,
                 double* densities) const noexcept override {
    std::array<double, Count> numbers;
    std::copy_n(arguments.begin(), Count, numbers.begin());
    for (const double one : x) *densities++ = Formulas::density(one, numbers);
  }

  void slopes(Arguments arguments, const Interval& /*range*/, std::span<const double> x,
              double* const* rows) const noexcept override {
    const auto numbers = duals(arguments);
    for (std::size_t i = 0; i < x.size(); ++i) {
      const Dual<Count> found = Formulas::density(Dual<Count>(x[i]), numbers);
      for (std::size_t k = 0; k < Count; ++k) rows[k][i] = found.slopes[k];
    }
  }

  double integral(Arguments arguments, const Interval& /*range*/, const Interval& part,
                  double* slopes) const noexcept override {
    if (slopes == nullptr) {
      std::array<double, Count> numbers;
      std::copy_n(arguments.begin(), Count, numbers.begin());
      return Formulas::integral(numbers, part);
    }
    const Dual<Count> found = Formulas::integral(duals(arguments), part);
    std::ranges::copy(found.slopes, slopes);
    return found.value;
  }

  std::vector<double> bounds(Arguments arguments, const Interval& range) const override {
    std::vector<double> found;
    if (std::isfinite(range.low)) found.push_back(range.low);
    for (const double bound : Formulas::bounds(arguments))
      if (bound > range.low && bound < range.high) found.push_back(bound);
    if (std::isfinite(range.high)) found.push_back(range.high);
    return found;
  }

 private:
  static std::array<Dual<Count>, Count> duals(Arguments arguments) noexcept {
    std::array<Dual<Count>, Count> numbers;
    for (std::size_t k = 0; k < Count; ++k) numbers[k] = Dual<Count>::of(arguments[k], k);
    return numbers;
  }
};

template <class Number>
Number bounded_exponential(const Number& x) noexcept {
  return value_of(x) < least_exponent ? Number(std::exp(least_exponent)) : exponential(x);
}

template <class Number>
Number square_root(const Number& x) noexcept {
  const double root = std::sqrt(value_of(x));
  return through(x, root, 0.5 / root);
}

// --- Voigt

/// The real part of w(x + i y), and its derivatives by both.
double real_of_w(double x, double y) noexcept { return faddeeva(x, y).real; }

template <std::size_t Variables>
Dual<Variables> real_of_w(const Dual<Variables>& x, const Dual<Variables>& y) noexcept {
  const Faddeeva w = faddeeva(x.value, y.value);
  // w' = -2 z w + 2 i / sqrt(pi)
  const double by_x = -2 * (x.value * w.real - y.value * w.imaginary);
  const double by_y = 2 * (x.value * w.imaginary + y.value * w.real) - 2 * std::numbers::inv_sqrtpi;
  return x.through(w.real, by_x) + y.through(0, by_y);
}

struct Voigt {
  static constexpr std::string_view name = "voigt";
  static constexpr bool is_smooth = true;
  static constexpr ShapeParameter parameters[] = {
      {"mean", -infinity, infinity}, {"sigma", 0, infinity}, {"gamma", 0, infinity}};

  static bool is_defined(Arguments at, const Interval&) noexcept {
    return std::isfinite(1 / at[1]) && at[1] > 0 && at[2] >= 0;
  }

  template <class Number>
  static Number density(const Number& x, const std::array<Number, 3>& at) noexcept {
    const Number scale = 1 / (std::numbers::sqrt2 * at[1]);
    return std::numbers::inv_sqrtpi * scale * real_of_w(Number((x - at[0]) * scale), Number(0.5 * at[2] * scale));
  }

  template <class Number>
  static Number integral(const std::array<Number, 3>& at, const Interval& part) noexcept {
    if (part.low == -infinity && part.high == infinity) return Number(1.0);
    const double scale = std::max(value_of(at[1]), 0.5 * value_of(at[2]));
    return integral_around<Number>([&](const Number& x) { return density(x, at); }, value_of(at[0]), scale, part);
  }

  static std::vector<double> bounds(Arguments at) {
    std::vector<double> found;
    for (const double distance :
         {-1e5, -1e4, -1e3, -100.0, -10.0, -3.0, -1.0, 0.0, 1.0, 3.0, 10.0, 100.0, 1e3, 1e4, 1e5})
      found.push_back(at[0] + distance * (at[1] + at[2]));
    return found;
  }
};

// --- Argus

struct Argus {
  static constexpr std::string_view name = "argus";
  static constexpr bool is_smooth = false;  // at its end
  static constexpr ShapeParameter parameters[] = {
      {"end", 0, infinity}, {"slope", -infinity, infinity}, {"power", 0, infinity}};

  static bool is_defined(Arguments at, const Interval& range) noexcept { return at[0] > std::max(range.low, 0.0); }

  template <class Number>
  static Number density(const Number& x, const std::array<Number, 3>& at) noexcept {
    const Number ratio = x / at[0], rest = 1 - ratio * ratio;
    if (!(value_of(rest) > 0) || value_of(x) <= 0) return Number(0.0);
    return x * bounded_exponential(Number(at[2] * logarithm(rest) + at[1] * rest));
  }

  /// By q^2 = 1 - (x / end)^2: end^2 times the integral of q^(2 power + 1) exp(slope q^2), which ends at q = 0.
  template <class Number>
  static Number integral(const std::array<Number, 3>& at, const Interval& part) noexcept {
    const double low = std::max(part.low, 0.0), high = part.high;
    if (!(low < value_of(at[0])) || !(low < high)) return Number(0.0);
    const auto q_of = [&](double x) {
      const Number ratio = x / at[0];
      return square_root(Number(1 - ratio * ratio));
    };
    const Number first = high < value_of(at[0]) ? q_of(high) : Number(0.0), last = q_of(low);
    const auto function = [&](const Number& q) {
      return q * bounded_exponential(Number(2 * at[2] * logarithm(q) + at[1] * q * q));
    };
    constexpr std::array<double, 10> ends = {0, 1e-4, 1e-2, 0.06, 0.15, 0.3, 0.45, 0.6, 0.8, 1};  // denser at q = 0
    Number sum = 0.0;
    for (std::size_t i = 0; i + 1 < ends.size(); ++i)
      sum = sum + integral_of<Number>(function, Number(first + ends[i] * (last - first)),
                                      Number(first + ends[i + 1] * (last - first)));
    return at[0] * at[0] * sum;
  }

  static std::vector<double> bounds(Arguments at) { return {0.5 * at[0], 0.9 * at[0], 0.99 * at[0], at[0]}; }
};

// --- Johnson

struct Johnson {
  static constexpr std::string_view name = "johnson_su";
  static constexpr bool is_smooth = true;
  static constexpr ShapeParameter parameters[] = {
      {"mean", -infinity, infinity}, {"width", 0, infinity}, {"gamma", -infinity, infinity}, {"delta", 0, infinity}};

  static bool is_defined(Arguments at, const Interval&) noexcept {
    return at[1] > 0 && std::isfinite(1 / at[1]) && at[3] > 0;
  }

  template <class Number>
  static Number z_of(const Number& u, const std::array<Number, 4>& at) noexcept {
    const double value = value_of(u);
    return at[2] + at[3] * through(u, std::asinh(value), 1 / std::hypot(1.0, value));
  }

  template <class Number>
  static Number density(const Number& x, const std::array<Number, 4>& at) noexcept {
    constexpr double inverse_root = 0.5 * std::numbers::inv_sqrtpi * std::numbers::sqrt2;  // 1 / sqrt(2 pi)
    const Number u = (x - at[0]) / at[1], z = z_of(u, at);
    return inverse_root * at[3] / (at[1] * square_root(Number(1 + u * u))) * bounded_exponential(Number(-0.5 * z * z));
  }

  template <class Number>
  static Number integral(const std::array<Number, 4>& at, const Interval& part) noexcept {
    const auto z = [&](double x) {
      if (std::isinf(x)) return Number(x);
      return z_of(Number((x - at[0]) / at[1]), at);
    };
    return normal_between(z(part.low), z(part.high));
  }

  static std::vector<double> bounds(Arguments at) {
    std::vector<double> found;
    for (const double z : {-8.0, -6.0, -4.0, -2.0, -1.0, 0.0, 1.0, 2.0, 4.0, 6.0, 8.0})
      found.push_back(at[0] + at[1] * std::sinh((z - at[2]) / at[3]));
    return found;
  }
};

// --- Bernstein

/// Threads: immutable.
class Bernstein final : public GeneralShape {
 public:
  explicit Bernstein(std::size_t coefficients) : count_(coefficients) {}

  std::string_view name() const noexcept override { return "bernstein"; }
  std::span<const ShapeParameter> parameters() const noexcept override { return known_parameters; }

  void check_range(const Interval& range) const override {
    GeneralShape::check_range(range);
    if (std::isinf(range.low) || std::isinf(range.high))
      detail::fail(ErrorKind::misuse, "the range of '{}' is {} to {}: it has no integral there", name(), range.low,
                   range.high);
  }

  bool is_defined(Arguments arguments, const Interval& /*range*/) const noexcept override {
    return std::ranges::all_of(arguments, [](double one) { return std::isfinite(one); });
  }

  void densities(Arguments arguments, const Interval& range, std::span<const double> x,
                 double* densities) const noexcept override {
    for (const double one : x) {
      const Basis basis = basis_at((one - range.low) / (range.high - range.low), count_ - 1);
      double sum = 0;
      for (std::size_t k = 0; k < count_; ++k) sum += arguments[k] * basis[k];
      *densities++ = sum;
    }
  }

  void slopes(Arguments /*arguments*/, const Interval& range, std::span<const double> x,
              double* const* rows) const noexcept override {
    for (std::size_t i = 0; i < x.size(); ++i) {
      const Basis basis = basis_at((x[i] - range.low) / (range.high - range.low), count_ - 1);
      for (std::size_t k = 0; k < count_; ++k) rows[k][i] = basis[k];
    }
  }

  /// The integral of one is the sum of those of the next degree that follow it, divided by the number of them.
  double integral(Arguments arguments, const Interval& range, const Interval& part,
                  double* slopes) const noexcept override {
    const double width = range.high - range.low;
    const Basis low = basis_at((part.low - range.low) / width, count_);
    const Basis high = basis_at((part.high - range.low) / width, count_);
    double sum = 0, following = 0;
    for (std::size_t k = count_; k-- > 0;) {
      following += high[k + 1] - low[k + 1];
      const double one = width / static_cast<double>(count_) * following;
      sum += arguments[k] * one;
      if (slopes != nullptr) slopes[k] = one;
    }
    return sum;
  }

  std::vector<double> bounds(Arguments /*arguments*/, const Interval& range) const override {
    return {range.low, range.high};
  }

 private:
  using Basis = std::array<double, most_parameters + 2>;
  static constexpr ShapeParameter known_parameters[] = {{"b", 0, infinity}};

  /// The polynomials of a degree at t, by de Casteljau's steps.
  static Basis basis_at(double t, std::size_t degree) noexcept {
    Basis basis{};
    basis[0] = 1;
    for (std::size_t d = 1; d <= degree; ++d) {
      for (std::size_t k = d; k > 0; --k) basis[k] = (1 - t) * basis[k] + t * basis[k - 1];
      basis[0] *= 1 - t;
    }
    return basis;
  }

  std::size_t count_;
};

}  // namespace

std::shared_ptr<const GeneralShape> voigt_shape() { return std::make_shared<const ClosedShape<Voigt, 3>>(); }
std::shared_ptr<const GeneralShape> argus_shape() { return std::make_shared<const ClosedShape<Argus, 3>>(); }
std::shared_ptr<const GeneralShape> johnson_shape() { return std::make_shared<const ClosedShape<Johnson, 4>>(); }
std::shared_ptr<const GeneralShape> bernstein_shape(std::size_t coefficients) {
  return std::make_shared<const Bernstein>(coefficients);
}

}  // namespace ramet::inline v1::fit::internal
