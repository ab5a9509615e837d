#include "ramet/random/gamma_family.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "ramet/random/internal/number_source.hpp"
#include "ramet/random/internal/parameters.hpp"
#include "ramet/random/internal/words.hpp"

namespace ramet::inline v1::random {
namespace {

using internal::check_positive;
using internal::Family;
using internal::fastest_kernels;
using internal::logs_of;
using internal::numbers_at_once;
using internal::Words;

using Numbers = std::array<double, numbers_at_once>;

/// Gamma-distributed numbers of a part of a call. Each attempt takes a normal number and a uniform one, of two
/// positions behind `first_position`; a shape below 1 takes an exponential number of that position, too. Threads:
/// immutable.
class Gammas {
 public:
  Gammas(const Words& words, std::uint32_t first_position, std::size_t first, std::size_t count)
      : words_(words), position_(first_position), first_(first), count_(count) {
    words.make(position_ + 1, first, std::span(normals_).first(count), fastest_kernels().normals);
    words.make(position_ + 2, first, std::span(reals_).first(count), fastest_kernels().reals);
  }

  /// Write numbers of shapes; shape(i) is that of number i of the part.
  template <class Shape>
  void write(const Shape& shape, Numbers& numbers) const {
    bool is_any_below_one = false;
    for (std::size_t i = 0; i < count_; ++i) {
      is_any_below_one |= shape(i) < 1;
      numbers[i] = from_one(i, shape(i) < 1 ? shape(i) + 1 : shape(i));
    }
    if (!is_any_below_one) return;
    Numbers factors;
    write_logs_of_factors(shape, factors);
    for (std::size_t i = 0; i < count_; ++i) factors[i] = std::max(-700., factors[i]);
    fastest_kernels().exps(factors.data(), count_, factors.data());
    for (std::size_t i = 0; i < count_; ++i) numbers[i] *= factors[i];
  }

  /// Write their logarithms, which are also right where the numbers themselves are too small.
  template <class Shape>
  void write_logs(const Shape& shape, Numbers& logs) const {
    for (std::size_t i = 0; i < count_; ++i) logs[i] = from_one(i, shape(i) < 1 ? shape(i) + 1 : shape(i));
    fastest_kernels().logs(logs.data(), count_, logs.data());
    Numbers factors;
    write_logs_of_factors(shape, factors);
    for (std::size_t i = 0; i < count_; ++i) logs[i] += factors[i];
  }

 private:
  /// A number of a shape below 1 is one of the shape + 1 times a uniform number to the power 1 / shape.
  template <class Shape>
  void write_logs_of_factors(const Shape& shape, Numbers& logs) const {
    words_.make(position_, first_, std::span(logs).first(count_), fastest_kernels().exponentials);
    for (std::size_t i = 0; i < count_; ++i) logs[i] = shape(i) < 1 ? -logs[i] / shape(i) : 0;
  }

  /// A shape of at least 1.
  double from_one(std::size_t index, double shape) const {
    const double d = shape - 1. / 3;
    const double c = 1 / std::sqrt(9 * d);
    double normal = normals_[index], real = reals_[index];
    for (std::uint32_t position = position_ + 3;; position += 2) {
      const double root = 1 + c * normal;
      const double cube = root * root * root;
      const double square = normal * normal;
      if (root > 0) {
        if (real < 1 - 0.0331 * square * square) return d * cube;
        const auto [log_real, log_cube] = logs_of<2>({real, cube});
        if (log_real < 0.5 * square + d * (1 - cube + log_cube)) return d * cube;
      }
      normal = words_.one(position, first_ + index, fastest_kernels().normals);
      real = words_.one(position + 1, first_ + index, fastest_kernels().reals);
    }
  }

  const Words& words_;
  std::uint32_t position_;
  std::size_t first_, count_;
  Numbers normals_, reals_;
};

constexpr std::uint32_t second_positions = 1U << 16;  ///< behind those of all attempts of a first number

}  // namespace

void fill_gamma(const Stream& stream, const Draws& draws, std::span<double> numbers, const Parameter& shape,
                const Parameter& scale) {
  check_positive(shape, numbers.size(), "shape");
  internal::check_size(scale, numbers.size(), "scale");
  const Words words(stream, draws, Family::gamma, numbers.size());
  internal::for_each_part(numbers.size(), [&](std::size_t first, std::size_t count) {
    Numbers part;
    Gammas(words, 0, first, count).write([&](std::size_t i) { return shape[first + i]; }, part);
    for (std::size_t i = 0; i < count; ++i) numbers[first + i] = scale[first + i] * part[i];
  });
}

void fill_chi_square(const Stream& stream, const Draws& draws, std::span<double> numbers,
                     const Parameter& degrees_of_freedom) {
  check_positive(degrees_of_freedom, numbers.size(), "degrees of freedom");
  const Words words(stream, draws, Family::chi_square, numbers.size());
  internal::for_each_part(numbers.size(), [&](std::size_t first, std::size_t count) {
    Numbers part;
    Gammas(words, 0, first, count).write([&](std::size_t i) { return 0.5 * degrees_of_freedom[first + i]; }, part);
    for (std::size_t i = 0; i < count; ++i) numbers[first + i] = 2 * part[i];
  });
}

void fill_beta(const Stream& stream, const Draws& draws, std::span<double> numbers, const Parameter& a,
               const Parameter& b) {
  check_positive(a, numbers.size(), "a");
  check_positive(b, numbers.size(), "b");
  const Words words(stream, draws, Family::beta, numbers.size());
  internal::for_each_part(numbers.size(), [&](std::size_t first, std::size_t count) {
    Numbers ones, others;  // x / (x + y), by logarithms because both may be too small
    Gammas(words, 0, first, count).write_logs([&](std::size_t i) { return a[first + i]; }, ones);
    Gammas(words, second_positions, first, count).write_logs([&](std::size_t i) { return b[first + i]; }, others);
    for (std::size_t i = 0; i < count; ++i) others[i] = std::clamp(others[i] - ones[i], -700., 700.);
    fastest_kernels().exps(others.data(), count, others.data());
    for (std::size_t i = 0; i < count; ++i) numbers[first + i] = 1 / (1 + others[i]);
  });
}

void fill_student_t(const Stream& stream, const Draws& draws, std::span<double> numbers,
                    const Parameter& degrees_of_freedom) {
  check_positive(degrees_of_freedom, numbers.size(), "degrees of freedom");
  const Words words(stream, draws, Family::student_t, numbers.size());
  internal::for_each_part(numbers.size(), [&](std::size_t first, std::size_t count) {
    words.make(second_positions, first, numbers.subspan(first, count), fastest_kernels().normals);
    const auto half = [&](std::size_t i) { return 0.5 * degrees_of_freedom[first + i]; };
    Numbers part;
    Gammas(words, 0, first, count).write(half, part);
    for (std::size_t i = 0; i < count; ++i) numbers[first + i] *= std::sqrt(half(i) / part[i]);
  });
}

}  // namespace ramet::inline v1::random
