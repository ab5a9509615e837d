#include "ramet/fit/minimum.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "ramet/core/error.hpp"

namespace ramet::inline v1::fit {
namespace {

constexpr std::size_t most_steps = 300;
constexpr double near_enough = 1e-9;  // of the cost, where 1 is a standard deviation
constexpr double good_step = 0.05;    // how much less is left of the distance when the curvature still fits
constexpr double rounding = 1e-14;    // of a cost
constexpr double first_damping = 1e-3, most_damping = 1e10;
constexpr double step_of_errors = 1e-2, step_of_values = 1e-4;  // of differences
// How much the cost rises by a step that tells of the second derivative, and not of rounding.
constexpr double least_rise = 1e-13, most_rise = 1e-2, wanted_rise = 1e-5;
constexpr int tries_of_steps = 12;

using Numbers = std::vector<double>;

/// A factor L of a symmetric matrix L L^T. Threads: a value.
class Cholesky {
 public:
  /// Nothing if the matrix is not positive.
  static std::optional<Cholesky> of(Numbers matrix, std::size_t size) {
    for (std::size_t i = 0; i < size; ++i)
      for (std::size_t j = 0; j <= i; ++j) {
        double sum = matrix[i * size + j];
        for (std::size_t k = 0; k < j; ++k) sum -= matrix[i * size + k] * matrix[j * size + k];
        if (i == j && !(sum > 0 && std::isfinite(sum))) return std::nullopt;
        matrix[i * size + j] = i == j ? std::sqrt(sum) : sum / matrix[j * size + j];
      }
    return Cholesky(std::move(matrix), size);
  }

  Numbers solve(Numbers right) const {
    for (std::size_t i = 0; i < size_; ++i) {
      for (std::size_t k = 0; k < i; ++k) right[i] -= lower_[i * size_ + k] * right[k];
      right[i] /= lower_[i * size_ + i];
    }
    for (std::size_t i = size_; i-- > 0;) {
      for (std::size_t k = i + 1; k < size_; ++k) right[i] -= lower_[k * size_ + i] * right[k];
      right[i] /= lower_[i * size_ + i];
    }
    return right;
  }

 private:
  Cholesky(Numbers lower, std::size_t size) : lower_(std::move(lower)), size_(size) {}

  Numbers lower_;
  std::size_t size_;
};

/// Where the search is. Threads: one thread.
class Search {
 public:
  Search(const Cost& cost, std::span<const double> start, schedule::Executor& executor)
      : cost_(cost), executor_(executor), values_(start.begin(), start.end()), gradient_(start.size()) {
    value_ = cost_.evaluate(values_, gradient_, executor_).value;
    if (!std::isfinite(value_))
      detail::fail(ErrorKind::misuse, "the cost has no value where the search for its minimum begins");
    find_curvature();
  }

  /// Returns false if there is no step that leads down.
  bool step() {
    // Of a large cost rounding is more than what the last steps gain.
    const double noise = rounding * std::abs(value_);
    const double most = distance() < noise ? value_ + noise : value_;
    for (; damping_ < most_damping; damping_ *= 8) {
      Numbers damped = curvature_;
      for (std::size_t i = 0; i < size(); ++i) damped[i * size() + i] += damping_ * std::abs(damped[i * size() + i]);
      const auto factor = Cholesky::of(std::move(damped), size());
      if (factor && moves(factor->solve(gradient_), most)) {
        damping_ = std::max(damping_ / 32, 1e-12);
        is_fresh_ = false;
        return true;
      }
    }
    damping_ = first_damping;
    return false;
  }

  /// Whether the second derivatives are those of this place.
  bool is_fresh() const noexcept { return is_fresh_; }

  double distance() const {
    const auto factor = Cholesky::of(curvature_, size());
    if (!factor) return std::numeric_limits<double>::infinity();
    const Numbers way = factor->solve(gradient_);
    double sum = 0;
    for (std::size_t i = 0; i < size(); ++i) sum += 0.5 * way[i] * gradient_[i];
    return sum;
  }

  void find_curvature() {
    Numbers found(size() * size(), 0.0);
    for (std::size_t i = 0; i < size(); ++i) {
      const double known = curvature_.empty() ? 0 : curvature_[i * size() + i];
      const Numbers slopes = known > 0 ? differences(i, step_of_errors * std::sqrt(2 / known)) : first_differences(i);
      for (std::size_t j = 0; j < size(); ++j) {
        found[i * size() + j] += 0.5 * slopes[j];
        found[j * size() + i] += 0.5 * slopes[j];
      }
    }
    curvature_ = std::move(found);
    is_fresh_ = true;
  }

  Minimum result(std::size_t steps) const {
    Minimum found{.values = values_,
                  .covariance = Numbers(size() * size(), std::numeric_limits<double>::quiet_NaN()),
                  .cost = value_,
                  .distance = distance(),
                  .is_valid = false,
                  .steps = steps};
    const auto factor = Cholesky::of(curvature_, size());
    found.is_valid = factor && found.distance < 1e-4;
    for (std::size_t i = 0; i < size() && factor; ++i) {
      Numbers unit(size());
      unit[i] = 2;  // of half of the second derivatives
      const Numbers row = factor->solve(std::move(unit));
      std::ranges::copy(row, found.covariance.begin() + static_cast<std::ptrdiff_t>(i * size()));
    }
    return found;
  }

 private:
  std::size_t size() const noexcept { return values_.size(); }

  /// The derivatives of the gradient by a parameter.
  Numbers differences(std::size_t parameter, double step) const {
    Numbers above = values_, below = values_, slopes(size()), slopes_below(size());
    above[parameter] = within(parameter, values_[parameter] + step);
    below[parameter] = within(parameter, values_[parameter] - step);
    cost_.evaluate(above, slopes, executor_);
    cost_.evaluate(below, slopes_below, executor_);
    for (std::size_t j = 0; j < size(); ++j)
      slopes[j] = (slopes[j] - slopes_below[j]) / (above[parameter] - below[parameter]);
    return slopes;
  }

  /// The same where no error is known: parameters may have any unit, and a value says little about their scale.
  Numbers first_differences(std::size_t parameter) const {
    const double value = std::abs(values_[parameter]);
    const double first = step_of_values * (value > 0 ? value : 1e-3);
    Numbers slopes = differences(parameter, first);
    double step = first;
    for (int i = 0; i < tries_of_steps; ++i) {
      const double rise = 0.5 * std::abs(slopes[parameter]) * step * step;
      if (rise >= least_rise && rise <= most_rise) break;
      if (rise > 0 && std::isfinite(rise))
        step *= std::clamp(std::sqrt(wanted_rise / rise), 1e-3, 1e3);
      else  // too short, or so long that nothing is left there
        step = first * std::pow(1e3, (i / 2 + 1) * (i % 2 == 0 ? -1 : 1));
      if (!(step > 4 * std::numeric_limits<double>::epsilon() * value) || !std::isfinite(step)) continue;
      Numbers others = differences(parameter, step);
      const bool is_number = std::ranges::all_of(others, [](double one) { return std::isfinite(one); });
      if (is_number && (others[parameter] != 0 || rise > 0)) slopes = std::move(others);
    }
    return slopes;
  }

  double within(std::size_t parameter, double value) const {
    const Parameter& of = cost_.parameters()[parameter];
    return std::clamp(value, of.low, of.high);
  }

  /// Go against `way`, if the cost is smaller than `most` there.
  bool moves(const Numbers& way, double most) {
    Numbers moved(size()), gradient(size());
    for (std::size_t i = 0; i < size(); ++i) moved[i] = within(i, values_[i] - way[i]);
    const double value = cost_.evaluate(moved, gradient, executor_).value;
    const auto is_number = [](double one) { return std::isfinite(one); };
    if (!(value < most) || !std::ranges::all_of(gradient, is_number)) return false;
    values_ = std::move(moved);
    gradient_ = std::move(gradient);
    value_ = value;
    return true;
  }

  const Cost& cost_;
  schedule::Executor& executor_;
  Numbers values_, gradient_, curvature_;
  double value_ = 0, damping_ = first_damping;
  bool is_fresh_ = false;
};

}  // namespace

Minimum minimise(const Cost& cost, std::span<const double> start, schedule::Executor& executor) {
  Search search(cost, start, executor);
  // Second derivatives take twice as many evaluations as there are parameters: they are found anew when steps with
  // those of an earlier place do not come much nearer, and at the end.
  std::size_t steps = 0;
  while (steps < most_steps) {
    const double left = search.distance();
    const bool is_near = left < near_enough;
    if (is_near && search.is_fresh()) break;
    if (!is_near && search.step()) {
      ++steps;
      if (search.distance() < good_step * left) continue;
    } else if (search.is_fresh()) {
      break;
    }
    search.find_curvature();
  }
  if (!search.is_fresh()) search.find_curvature();
  return search.result(steps);
}

}  // namespace ramet::inline v1::fit
