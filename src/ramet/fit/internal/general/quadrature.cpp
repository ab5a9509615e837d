#include "ramet/fit/internal/general/quadrature.hpp"

#include <algorithm>
#include <cmath>

namespace ramet::inline v1::fit::internal {
namespace {

constexpr std::size_t most_parts = 2000;
constexpr std::size_t most_halvings = 60;
constexpr int halvings_to_peak = 8;  // of the parts beside it
constexpr double tolerance_of_first = 1e-10, tolerance_of_others = 1e-7;

/// Of one function over one part.
struct Estimate {
  double value, error, absolute;
};

/// A part of the interval with its estimates. Threads: a value.
struct Part {
  double low, high;
  std::vector<Estimate> of;  ///< each function
};

Estimate estimate(const double* values, double half) {
  double kronrod = 0, gauss = 0, absolute = 0;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    kronrod += nodes[i].weight * values[i];
    gauss += nodes[i].of_gauss * values[i];
    absolute += nodes[i].weight * std::abs(values[i]);
  }
  return {.value = half * kronrod, .error = half * std::abs(kronrod - gauss), .absolute = half * absolute};
}

/// Compute the estimates of parts, with the points of all of them at once.
void compute(FunctionRef<void(std::span<const double>, double* const*)> functions, std::size_t count,
             std::span<Part> parts) {
  std::vector<double> x(parts.size() * nodes.size()), values(x.size() * count);
  std::vector<double*> rows(count);
  for (std::size_t k = 0; k < count; ++k) rows[k] = values.data() + k * x.size();
  for (std::size_t p = 0; p < parts.size(); ++p)
    for (std::size_t i = 0; i < nodes.size(); ++i)
      x[p * nodes.size() + i] =
          0.5 * (parts[p].low + parts[p].high) + 0.5 * nodes[i].place * (parts[p].high - parts[p].low);
  functions(x, rows.data());
  for (std::size_t p = 0; p < parts.size(); ++p) {
    parts[p].of.clear();
    for (std::size_t k = 0; k < count; ++k)
      parts[p].of.push_back(estimate(rows[k] + p * nodes.size(), 0.5 * (parts[p].high - parts[p].low)));
  }
}

std::vector<Estimate> sums_of(const std::vector<Part>& parts, std::size_t count) {
  std::vector<Estimate> sums(count, Estimate{});
  for (const Part& part : parts)
    for (std::size_t k = 0; k < count; ++k) {
      sums[k].value += part.of[k].value;
      sums[k].error += part.of[k].error;
      sums[k].absolute += part.of[k].absolute;
    }
  return sums;
}

double allowed(const Estimate& sum, std::size_t function) {
  return (function == 0 ? tolerance_of_first : tolerance_of_others) * sum.absolute;
}

std::vector<Part> first_parts(const Interval& whole, std::size_t parts, std::span<const double> peaks) {
  const double width = (whole.high - whole.low) / static_cast<double>(parts);
  std::vector<double> ends{whole.high};
  const auto add = [&](double end) {
    if (end > whole.low && end < whole.high) ends.push_back(end);
  };
  for (std::size_t p = 0; p < parts; ++p) add(whole.low + width * static_cast<double>(p));
  for (const double peak : peaks) {
    add(peak);
    for (int halving = 1; halving <= halvings_to_peak; ++halving)
      for (const double side : {-1.0, 1.0}) add(peak + side * std::ldexp(width, -halving));
  }
  std::ranges::sort(ends);
  std::vector<Part> all;
  for (double low = whole.low; const double end : ends) {
    if (!(end > low)) continue;
    all.push_back({.low = low, .high = end, .of = {}});
    low = end;
  }
  return all;
}

}  // namespace

Integrals adaptive_integrals(FunctionRef<void(std::span<const double>, double* const*)> functions, std::size_t count,
                             const Interval& part, std::size_t parts, std::span<const double> peaks) {
  std::vector<Part> all = first_parts(part, parts, peaks);
  compute(functions, count, all);
  std::vector<Estimate> sums = sums_of(all, count);
  for (std::size_t halving = 0; halving < most_halvings && all.size() < most_parts; ++halving) {
    std::vector<Part> halves;
    const auto is_rough = [&](const Part& one) {
      for (std::size_t k = 0; k < count; ++k)
        if (sums[k].error > allowed(sums[k], k) &&
            one.of[k].error > 0.5 * allowed(sums[k], k) / static_cast<double>(all.size()))
          return true;
      return false;
    };
    std::vector<Part> kept;
    for (Part& one : all) {
      if (!is_rough(one)) {
        kept.push_back(std::move(one));
        continue;
      }
      const double middle = 0.5 * (one.low + one.high);
      halves.push_back({.low = one.low, .high = middle, .of = {}});
      halves.push_back({.low = middle, .high = one.high, .of = {}});
    }
    all = std::move(kept);
    if (halves.empty()) break;
    compute(functions, count, halves);
    std::ranges::move(halves, std::back_inserter(all));
    sums = sums_of(all, count);
  }
  Integrals found;
  for (const Estimate& sum : sums) found.values.push_back(sum.value);
  found.error = sums[0].absolute > 0 ? sums[0].error / sums[0].absolute : 0;
  return found;
}

}  // namespace ramet::inline v1::fit::internal
