#include "ramet/fit/internal/bin_terms.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "ramet/core/error.hpp"
#include "ramet/fit/internal/exact_sum.hpp"

namespace ramet::inline v1::fit::internal {
namespace {

bool is_absent(double expected) noexcept { return !(expected >= least_expected_content && std::isfinite(expected)); }

double at_least(double expected) noexcept { return is_absent(expected) ? least_expected_content : expected; }

/// "bin 7", or "cell (0, 3)" of several axes.
std::string name_of(std::size_t place, std::span<const std::size_t> sizes) {
  if (sizes.empty()) return fmt::format("bin {}", place);
  std::vector<std::size_t> places(sizes.size());
  for (std::size_t axis = sizes.size(); axis-- > 0; place /= sizes[axis]) places[axis] = place % sizes[axis];
  return fmt::format("cell ({})", fmt::join(places, ", "));
}

void check_contents(const Bins& bins, BinnedCost kind, std::span<const std::size_t> sizes) {
  const std::size_t count = bins.contents.size();
  if (!bins.variances.empty() && bins.variances.size() != count)
    detail::fail(ErrorKind::misuse, "there are {} variances of {} bins", bins.variances.size(), count);
  double sum = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const double content = bins.contents[i], variance = bins.variances.empty() ? content : bins.variances[i];
    if (!std::isfinite(content) || !std::isfinite(variance) || (variance < 0 && !bins.variances.empty()))
      detail::fail(ErrorKind::misuse, "{} has the content {} with the variance {}", name_of(i, sizes), content,
                   variance);
    if (kind == BinnedCost::likelihood && content < 0)
      detail::fail(ErrorKind::misuse, "{} has the content {}: a likelihood has no negative contents", name_of(i, sizes),
                   content);
    sum += std::abs(content);
  }
  if (sum == 0) detail::fail(ErrorKind::misuse, "all {} bins are empty", count);
}

/// The factor of a bin's logarithm of the likelihood: its variance is the content then. Empty bins have that of all.
std::vector<double> weights_of_likelihood(const Bins& bins) {
  if (bins.variances.empty()) return {};
  double contents = 0, variances = 0;
  for (std::size_t i = 0; i < bins.contents.size(); ++i) {
    contents += bins.contents[i];
    variances += bins.variances[i];
  }
  std::vector<double> weights;
  for (std::size_t i = 0; i < bins.contents.size(); ++i) {
    const bool is_known = bins.variances[i] > 0 && bins.contents[i] > 0;
    weights.push_back(is_known ? bins.contents[i] / bins.variances[i] : variances > 0 ? contents / variances : 1);
  }
  return weights;
}

std::vector<double> weights_of_chi_square(const Bins& bins) {
  std::vector<double> weights;
  for (const double variance : bins.variances.empty() ? bins.contents : bins.variances)
    weights.push_back(variance > 0 ? 1 / variance : 0);
  return weights;
}

}  // namespace

void check_edges(std::span<const double> edges, const Interval& range, std::string_view of) {
  if (edges.size() < 2) detail::fail(ErrorKind::misuse, "there are {} edges{}, expected two or more", edges.size(), of);
  for (std::size_t i = 0; i + 1 < edges.size(); ++i)
    if (!(edges[i] < edges[i + 1]))
      detail::fail(ErrorKind::misuse, "the edges {} and {} of bin {}{} do not ascend", edges[i], edges[i + 1], i, of);
  if (edges.front() < range.low || edges.back() > range.high)
    detail::fail(ErrorKind::misuse, "the bins from {} to {}{} are not in the model's range {} to {}", edges.front(),
                 edges.back(), of, range.low, range.high);
}

BinTerms::BinTerms(const Bins& bins, BinnedCost kind, bool is_extended, std::span<const std::size_t> sizes)
    : kind_(kind == BinnedCost::chi_square ? Kind::chi_square
            : is_extended                  ? Kind::poisson
                                           : Kind::multinomial),
      contents_(bins.contents.begin(), bins.contents.end()) {
  check_contents(bins, kind, sizes);
  weights_ = kind == BinnedCost::chi_square ? weights_of_chi_square(bins) : weights_of_likelihood(bins);
  if (weights_.empty()) weights_.assign(contents_.size(), 1.0);
  for (std::size_t i = 0; i < contents_.size(); ++i) {
    events_ += contents_[i];
    weighted_events_ += weights_[i] * contents_[i];
  }
  counted_ = static_cast<std::size_t>(std::ranges::count_if(weights_, [](double weight) { return weight > 0; }));
}

BinTotals BinTerms::totals(std::span<const double> expected, std::size_t first) const noexcept {
  BinTotals sums;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    sums.expected += at_least(expected[i]);
    sums.weighted += weights_[first + i] * at_least(expected[i]);
  }
  return sums;
}

/// The factor of the expectation in a bin for which the term is least. With a variance v of the mean m, the
/// likelihood's term is 2 w (f m - n log f) + (f - 1)^2 m^2 / v.
double BinTerms::factor(std::size_t bin, double mean, double variance) const noexcept {
  if (!(variance > 0)) return 1;
  const double weight = weights_[bin], content = contents_[bin];
  if (kind_ == Kind::chi_square) return (mean / variance + weight * content) / (mean / variance + weight * mean);
  const double share = variance / (mean * mean), linear = 1 - weight * mean * share;
  return 0.5 * (linear + std::sqrt(linear * linear + 4 * weight * content * share));
}

Evaluation BinTerms::evaluate(std::span<const double> expected, std::span<const double> variances,
                              const BinTotals& totals, std::size_t first) const noexcept {
  ExactSum sum;
  std::size_t absent = 0;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const double content = contents_[first + i], weight = weights_[first + i];
    const double variance = variances.empty() ? 0 : variances[i];
    const double of_model = at_least(expected[i]), mean = factor(first + i, of_model, variance) * of_model;
    absent += is_absent(expected[i]) ? 1 : 0;
    if (variance > 0) sum += (mean - of_model) * (mean - of_model) / variance;
    const double scaled = kind_ == Kind::multinomial ? mean * (events_ / totals.expected) : mean;
    const double logarithm = kind_ != Kind::chi_square && content > 0 ? content * std::log(content / scaled) : 0;
    sum += kind_ == Kind::chi_square ? weight * (content - mean) * (content - mean)
                                     : 2 * weight * (scaled - content + logarithm);
  }
  return {.value = sum.value(), .absent = absent};
}

void BinTerms::write_slopes(std::span<double> expected, std::span<double> variances, const BinTotals& totals,
                            std::size_t first) const noexcept {
  // of the multinomial distribution: what a bin expects is divided by what all do
  const double share = kind_ == Kind::multinomial ? events_ / totals.expected : 0;
  const double common = kind_ == Kind::multinomial ? (share * totals.weighted - weighted_events_) / totals.expected : 0;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const double content = contents_[first + i], weight = weights_[first + i];
    const double variance = variances.empty() ? 0 : variances[i];
    const double of_model = at_least(expected[i]), moved = factor(first + i, of_model, variance);
    const double mean = moved * of_model;
    double slope = 0;
    if (kind_ == Kind::chi_square) slope = 2 * weight * (mean - content);
    if (kind_ == Kind::poisson) slope = 2 * weight * (1 - content / mean);
    if (kind_ == Kind::multinomial) slope = 2 * (weight * (share - content / mean) - common);
    if (variance > 0) {
      slope = moved * slope + 2 * (moved - 1) * (mean - of_model) / variance;
      const double distance = (mean - of_model) / variance;
      variances[i] = is_absent(expected[i]) ? 0 : -distance * distance;
    }
    expected[i] = is_absent(expected[i]) ? 0 : slope;
  }
}

}  // namespace ramet::inline v1::fit::internal
