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
using internal::exp_of_one;
using internal::Family;
using internal::fastest_kernels;
using internal::logs_of;
using internal::numbers_at_once;
using internal::Words;

/// Gamma-distributed numbers of a part of a call. Each attempt takes a normal number and a uniform one, of two
/// positions behind `first_position`; a shape below 1 takes a uniform number of that position, too. Threads: immutable.
class Gammas {
 public:
  Gammas(const Words& words, std::uint32_t first_position, std::size_t first, std::size_t count)
      : words_(words), position_(first_position), first_(first) {
    words.make(position_ + 1, first, std::span(normals_).first(count), fastest_kernels().normals);
    words.make(position_ + 2, first, std::span(reals_).first(count), fastest_kernels().reals);
  }

  double number(std::size_t index, double shape) const {
    if (shape >= 1) return from_one(index, shape);
    return from_one(index, shape + 1) * exp_of_one(std::max(-700., log_of_factor(index, shape)));
  }

  /// The logarithm, which is also right where the number itself is too small.
  double log(std::size_t index, double shape) const {
    if (shape >= 1) return logs_of<1>({from_one(index, shape)})[0];
    return logs_of<1>({from_one(index, shape + 1)})[0] + log_of_factor(index, shape);
  }

 private:
  double log_of_factor(std::size_t index, double shape) const {
    return -words_.one(position_, first_ + index, fastest_kernels().exponentials) / shape;
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
  std::size_t first_;
  std::array<double, numbers_at_once> normals_, reals_;
};

constexpr std::uint32_t second_positions = 1U << 16;  ///< behind those of all attempts of a first number

}  // namespace

void fill_gamma(const Stream& stream, const Draws& draws, std::span<double> numbers, const Parameter& shape,
                const Parameter& scale) {
  check_positive(shape, numbers.size(), "shape");
  internal::check_size(scale, numbers.size(), "scale");
  const Words words(stream, draws, Family::gamma, numbers.size());
  internal::for_each_part(numbers.size(), [&](std::size_t first, std::size_t count) {
    const Gammas gammas(words, 0, first, count);
    for (std::size_t i = 0; i < count; ++i) numbers[first + i] = scale[first + i] * gammas.number(i, shape[first + i]);
  });
}

void fill_chi_square(const Stream& stream, const Draws& draws, std::span<double> numbers,
                     const Parameter& degrees_of_freedom) {
  check_positive(degrees_of_freedom, numbers.size(), "degrees of freedom");
  const Words words(stream, draws, Family::chi_square, numbers.size());
  internal::for_each_part(numbers.size(), [&](std::size_t first, std::size_t count) {
    const Gammas gammas(words, 0, first, count);
    for (std::size_t i = 0; i < count; ++i)
      numbers[first + i] = 2 * gammas.number(i, 0.5 * degrees_of_freedom[first + i]);
  });
}

void fill_beta(const Stream& stream, const Draws& draws, std::span<double> numbers, const Parameter& a,
               const Parameter& b) {
  check_positive(a, numbers.size(), "a");
  check_positive(b, numbers.size(), "b");
  const Words words(stream, draws, Family::beta, numbers.size());
  internal::for_each_part(numbers.size(), [&](std::size_t first, std::size_t count) {
    const Gammas ones(words, 0, first, count), others(words, second_positions, first, count);
    for (std::size_t i = 0; i < count; ++i) {  // x / (x + y), by logarithms because both may be too small
      const double ratio = others.log(i, b[first + i]) - ones.log(i, a[first + i]);
      numbers[first + i] = 1 / (1 + exp_of_one(std::clamp(ratio, -700., 700.)));
    }
  });
}

void fill_student_t(const Stream& stream, const Draws& draws, std::span<double> numbers,
                    const Parameter& degrees_of_freedom) {
  check_positive(degrees_of_freedom, numbers.size(), "degrees of freedom");
  const Words words(stream, draws, Family::student_t, numbers.size());
  internal::for_each_part(numbers.size(), [&](std::size_t first, std::size_t count) {
    words.make(second_positions, first, numbers.subspan(first, count), fastest_kernels().normals);
    const Gammas gammas(words, 0, first, count);
    for (std::size_t i = 0; i < count; ++i) {
      const double half = 0.5 * degrees_of_freedom[first + i];
      numbers[first + i] *= std::sqrt(half / gammas.number(i, half));
    }
  });
}

}  // namespace ramet::inline v1::random
