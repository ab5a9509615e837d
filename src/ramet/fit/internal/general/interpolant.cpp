#include "ramet/fit/internal/general/interpolant.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace ramet::inline v1::fit::internal {
namespace {

constexpr std::size_t terms = Interpolant::terms;
constexpr std::size_t most_parts = 2000;
constexpr std::size_t most_halvings = 14;
constexpr double tolerance = 1e-12, tolerance_of_all = 1e-16;
/// Below this part of the largest term, the last ones may be the noise of the function, which halving does not lessen.
constexpr double least_noise = 1e-9;
constexpr int most_unimproved = 2;

using Series = std::array<double, terms>;

/// cosines[k][j] = T_k of point j.
using Cosines = std::array<Series, terms>;

Cosines make_cosines() {
  Cosines made;
  for (std::size_t k = 0; k < terms; ++k)
    for (std::size_t j = 0; j < terms; ++j)
      made[k][j] = std::cos(static_cast<double>(k) * (static_cast<double>(j) + 0.5) * std::numbers::pi / terms);
  return made;
}

Series series_of(const double* values, const Cosines& cosines) {
  Series made;
  for (std::size_t k = 0; k < terms; ++k) {
    double sum = 0;
    for (std::size_t j = 0; j < terms; ++j) sum += values[j] * cosines[k][j];
    made[k] = sum * (k == 0 ? 1.0 : 2.0) / terms;
  }
  return made;
}

double last_terms(const Series& series) { return std::abs(series[terms - 1]) + std::abs(series[terms - 2]); }

double largest_term(const Series& series) {
  double most = 0;
  for (const double term : series) most = std::max(most, std::abs(term));
  return most;
}

/// Whether the series of a half ends much as that of the whole, in terms so small that they may be noise; those of a
/// smooth function fall by 2^11.
bool is_unimproved(const Series& half, const Series& whole) {
  const double last = last_terms(half);
  return last < least_noise * largest_term(half) && 16 * last > last_terms(whole);
}

double value_at(const Series& series, double t) noexcept {
  double now = 0, before = 0;
  for (std::size_t k = terms - 1; k > 0; --k) {
    const double next = 2 * t * now - before + series[k];
    before = now;
    now = next;
  }
  return t * now - before + series[0];
}

/// The integral from -1 to t, less a constant.
double antiderivative_at(const Series& series, double t) noexcept {
  double sum = series[0] * t + series[1] * 0.5 * t * t;
  double before = t, now = 2 * t * t - 1;  // T_1, T_2
  for (std::size_t k = 2; k < terms; ++k) {
    const double next = 2 * t * now - before;  // T_k+1
    const auto order = static_cast<double>(k);
    sum += series[k] * 0.5 * (next / (order + 1) - before / (order - 1));
    before = now;
    now = next;
  }
  return sum;
}

}  // namespace

Interpolant::Interpolant(FunctionRef<void(std::span<const double>, double* const*)> functions, std::size_t count,
                         std::span<const double> bounds)
    : count_(count) {
  const Cosines cosines = make_cosines();
  std::vector<Series> rows(count);
  std::vector<double*> pointers(count);
  for (std::size_t k = 0; k < count; ++k) pointers[k] = rows[k].data();
  double largest = 0;
  const auto make = [&](double low, double high, const Part* whole) {
    Series x;
    for (std::size_t j = 0; j < terms; ++j) x[j] = 0.5 * (low + high) + 0.5 * (high - low) * cosines[1][j];
    functions(x, pointers.data());
    Part part{.low = low, .high = high, .of = {}};
    for (const Series& values : rows) part.of.push_back(series_of(values.data(), cosines));
    if (whole != nullptr && is_unimproved(part.of[0], whole->of[0])) part.unimproved = whole->unimproved + 1;
    largest = std::max(largest, largest_term(part.of[0]));
    return part;
  };
  const auto is_rough = [&](const Part& part) {
    const double allowed = std::max(tolerance * largest_term(part.of[0]), tolerance_of_all * largest);
    return last_terms(part.of[0]) > allowed && part.unimproved < most_unimproved;
  };
  std::vector<Part> parts, done;
  for (std::size_t i = 0; i + 1 < bounds.size(); ++i) parts.push_back(make(bounds[i], bounds[i + 1], nullptr));
  for (std::size_t halving = 0; halving < most_halvings && !parts.empty(); ++halving) {
    std::vector<Part> halves;
    for (Part& part : parts) {
      const double middle = 0.5 * (part.low + part.high);
      if (done.size() + halves.size() < most_parts && is_rough(part) && part.low < middle && middle < part.high) {
        halves.push_back(make(part.low, middle, &part));
        halves.push_back(make(middle, part.high, &part));
      } else {
        done.push_back(std::move(part));
      }
    }
    parts = std::move(halves);
  }
  std::ranges::move(parts, std::back_inserter(done));
  take(std::move(done));
}

void Interpolant::take(std::vector<Part> parts) {
  std::ranges::sort(parts, {}, &Part::low);
  double error = 0, sum = 0;
  for (Part& part : parts) {
    bounds_.push_back(part.low);
    error += last_terms(part.of[0]) * (part.high - part.low);
    sum += std::abs(part.of[0][0]) * (part.high - part.low);
    std::ranges::move(part.of, std::back_inserter(series_));
  }
  bounds_.push_back(parts.back().high);
  error_ = sum > 0 ? error / sum : 0;
}

std::size_t Interpolant::part_of(double x) const noexcept {
  const auto found = std::upper_bound(bounds_.begin() + 1, bounds_.end() - 1, x);
  return static_cast<std::size_t>(found - bounds_.begin()) - 1;
}

void Interpolant::values(std::size_t first, std::size_t count, std::span<const double> x,
                         double* const* rows) const noexcept {
  for (std::size_t i = 0; i < x.size(); ++i) {
    const std::size_t part = part_of(x[i]);
    const double low = bounds_[part], high = bounds_[part + 1], place = (2 * x[i] - low - high) / (high - low);
    for (std::size_t k = 0; k < count; ++k) rows[k][i] = value_at(series(part, first + k), place);
  }
}

double Interpolant::integral(std::size_t function, const Interval& part) const noexcept {
  double sum = 0;
  for (std::size_t i = part_of(part.low); i < parts() && bounds_[i] < part.high; ++i) {
    const double low = bounds_[i], high = bounds_[i + 1];
    const auto place = [&](double x) { return (2 * x - low - high) / (high - low); };
    const double from = part.low > low ? place(part.low) : -1, to = part.high < high ? place(part.high) : 1;
    const Series& of = series(i, function);
    sum += 0.5 * (high - low) * (antiderivative_at(of, to) - antiderivative_at(of, from));
  }
  return sum;
}

}  // namespace ramet::inline v1::fit::internal
