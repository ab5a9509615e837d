#include "ramet/fit/internal/bin_terms.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "ramet/core/error.hpp"
#include "ramet/fit/internal/kernels/kernels.hpp"
#include "ramet/fit/internal/mixture.hpp"

namespace ramet::inline v1::fit::internal {
namespace {

constexpr double most_expected_content = std::numeric_limits<double>::max();

bool is_absent(double expected) noexcept {
  return !(expected >= least_expected_content && expected <= most_expected_content);
}

double at_least(double expected) noexcept { return is_absent(expected) ? least_expected_content : expected; }

/// "bin 7", or "cell (0, 3)" of several axes.
std::string name_of(std::size_t place, std::span<const std::size_t> sizes) {
  if (sizes.empty()) return fmt::format("bin {}", place);
  std::vector<std::size_t> places(sizes.size());
  for (std::size_t axis = sizes.size(); axis-- > 0; place /= sizes[axis]) places[axis] = place % sizes[axis];
  return fmt::format("cell ({})", fmt::join(places, ", "));
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

void check_bins(const Bins& bins, const Interval& range) {
  if (bins.contents.size() + 1 != bins.edges.size() || bins.contents.empty())
    detail::fail(ErrorKind::misuse, "there are {} edges of {} bins, expected one more than bins", bins.edges.size(),
                 bins.contents.size());
  check_edges(bins.edges, range, "");
}

void check_contents(const Bins& bins, BinnedCost kind, std::span<const std::size_t> sizes) {
  const std::size_t count = bins.contents.size();
  if (!bins.variances.empty() && bins.variances.size() != count)
    detail::fail(ErrorKind::misuse, "there are {} variances of {} bins", bins.variances.size(), count);
  for (std::size_t i = 0; i < count; ++i) {
    const double content = bins.contents[i], variance = bins.variances.empty() ? content : bins.variances[i];
    if (!std::isfinite(content) || !std::isfinite(variance) || (variance < 0 && !bins.variances.empty()))
      detail::fail(ErrorKind::misuse, "{} has the content {} with the variance {}", name_of(i, sizes), content,
                   variance);
    if (kind == BinnedCost::likelihood && content < 0)
      detail::fail(ErrorKind::misuse, "{} has the content {}: a likelihood has no negative contents", name_of(i, sizes),
                   content);
  }
}

double value_of_terms(const ExactSum& sum) noexcept {
  return std::isnan(sum.value()) ? std::numeric_limits<double>::infinity() : sum.value();
}

BinTerms::BinTerms(const Bins& bins, BinnedCost kind, bool is_extended, std::span<const std::size_t> sizes)
    : kind_(kind == BinnedCost::chi_square ? Kind::chi_square
            : is_extended                  ? Kind::poisson
                                           : Kind::multinomial),
      contents_(bins.contents.begin(), bins.contents.end()) {
  check_contents(bins, kind, sizes);
  if (std::ranges::all_of(contents_, [](double content) { return content == 0; }))
    detail::fail(ErrorKind::misuse, "all {} bins are empty", contents_.size());
  weights_ = kind == BinnedCost::chi_square ? weights_of_chi_square(bins) : weights_of_likelihood(bins);
  if (weights_.empty()) weights_.assign(contents_.size(), 1.0);
  for (std::size_t i = 0; i < contents_.size(); ++i) weighted_events_ += weights_[i] * contents_[i];
  counted_ = static_cast<std::size_t>(std::ranges::count_if(weights_, [](double weight) { return weight > 0; }));
}

double BinTerms::total(std::span<const double> expected, std::size_t first) const noexcept {
  double sum = 0;
  for (std::size_t i = 0; i < expected.size(); ++i) sum += weights_[first + i] * at_least(expected[i]);
  return sum;
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

Evaluation BinTerms::evaluate(std::span<const double> expected, std::span<const double> variances, double total,
                              std::size_t first) const noexcept {
  if (kind_ != Kind::chi_square && variances.empty()) return likelihood(expected, total, first);
  ExactSum sum;
  std::size_t absent = 0;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const double content = contents_[first + i], weight = weights_[first + i];
    const double variance = variances.empty() ? 0 : variances[i];
    const double of_model = at_least(expected[i]), mean = factor(first + i, of_model, variance) * of_model;
    absent += is_absent(expected[i]) ? 1 : 0;
    if (variance > 0) sum += (mean - of_model) * (mean - of_model) / variance;
    const double scaled = mean * share_of(total);
    const double logarithm = kind_ != Kind::chi_square && content > 0 ? content * std::log(content / scaled) : 0;
    sum += kind_ == Kind::chi_square ? weight * (content - mean) * (content - mean)
                                     : 2 * weight * (scaled - content + logarithm);
  }
  return {.value = value_of_terms(sum), .absent = absent};
}

Evaluation BinTerms::likelihood(std::span<const double> expected, double total, std::size_t first) const noexcept {
  const double share = share_of(total);
  ExactSum sum;
  WeightedLogarithms logarithms;
  std::size_t absent = 0;
  for (std::size_t begin = 0; begin < expected.size(); begin += most_at_once) {
    const std::size_t count = std::min(most_at_once, expected.size() - begin);
    const std::size_t padded = (count + strands - 1) / strands * strands;
    const double* const contents = contents_.data() + first + begin;
    const double* const weights = weights_.data() + first + begin;
    alignas(64) double differences[most_at_once], ratios[most_at_once], factors[most_at_once];
    for (std::size_t i = 0; i < count; ++i) {
      const double mean = share * at_least(expected[begin + i]);
      differences[i] = 2 * weights[i] * (mean - contents[i]);
      ratios[i] = mean / (contents[i] > 0 ? contents[i] : mean);
      factors[i] = -2 * weights[i] * contents[i];
    }
    for (std::size_t i = 0; i < count; ++i) absent += is_absent(expected[begin + i]) ? 1 : 0;
    std::fill(differences + count, differences + padded, 0.0);
    std::fill(ratios + count, ratios + padded, 1.0);  // the logarithm is 0
    std::fill(factors + count, factors + padded, 0.0);
    double sums[strands] = {};
    for (std::size_t i = 0; i < padded; i += strands)
      for (std::size_t strand = 0; strand < strands; ++strand) sums[strand] += differences[i + strand];
    sum += sum_of(sums);
    fastest_kernels().weigh(ratios, factors, padded, logarithms);
  }
  sum += sum_of(logarithms.sums);
  return {.value = value_of_terms(sum), .absent = absent};
}

double BinTerms::share_of(double total) const noexcept {
  return kind_ == Kind::multinomial ? std::min(weighted_events_ / total, most_expected_content) : 1;
}

void BinTerms::write_slopes(std::span<double> expected, std::span<double> variances, double total,
                            std::size_t first) const noexcept {
  const double* const contents = contents_.data() + first;
  const double* const weights = weights_.data() + first;
  const double share = share_of(total);
  const bool is_chi_square = kind_ == Kind::chi_square;
  const auto slope_at = [&](std::size_t i, double mean) {
    return is_chi_square ? 2 * weights[i] * (mean - contents[i]) : 2 * weights[i] * (share - contents[i] / mean);
  };
  for (std::size_t i = 0; i < expected.size() && variances.empty(); ++i)
    expected[i] = is_absent(expected[i]) ? 0 : slope_at(i, at_least(expected[i]));
  for (std::size_t i = 0; i < variances.size(); ++i) {
    const double variance = variances[i], of_model = at_least(expected[i]);
    const double moved = factor(first + i, of_model, variance), mean = moved * of_model;
    double slope = slope_at(i, mean);
    if (variance > 0) {
      slope = moved * slope + 2 * (moved - 1) * (mean - of_model) / variance;
      const double distance = (mean - of_model) / variance;
      variances[i] = is_absent(expected[i]) ? 0 : -distance * distance;
    }
    expected[i] = is_absent(expected[i]) ? 0 : slope;
  }
}

}  // namespace ramet::inline v1::fit::internal
