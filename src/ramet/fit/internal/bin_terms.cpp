#include "ramet/fit/internal/bin_terms.hpp"

#include <algorithm>
#include <cmath>

#include "ramet/core/error.hpp"

namespace ramet::inline v1::fit::internal {
namespace {

bool is_absent(double expected) noexcept { return !(expected >= least_expected_content && std::isfinite(expected)); }

double at_least(double expected) noexcept { return is_absent(expected) ? least_expected_content : expected; }

void check_contents(const Bins& bins, BinnedCost kind) {
  const std::size_t count = bins.contents.size();
  if (!bins.variances.empty() && bins.variances.size() != count)
    detail::fail(ErrorKind::misuse, "there are {} variances of {} bins", bins.variances.size(), count);
  double sum = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const double content = bins.contents[i], variance = bins.variances.empty() ? content : bins.variances[i];
    if (!std::isfinite(content) || !std::isfinite(variance) || (variance < 0 && !bins.variances.empty()))
      detail::fail(ErrorKind::misuse, "bin {} has the content {} with the variance {}", i, content, variance);
    if (kind == BinnedCost::likelihood && content < 0)
      detail::fail(ErrorKind::misuse, "bin {} has the content {}: a likelihood has no negative contents", i, content);
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

BinTerms::BinTerms(const Bins& bins, BinnedCost kind, bool is_extended)
    : kind_(kind == BinnedCost::chi_square ? Kind::chi_square
            : is_extended                  ? Kind::poisson
                                           : Kind::multinomial),
      contents_(bins.contents.begin(), bins.contents.end()) {
  check_contents(bins, kind);
  weights_ = kind == BinnedCost::chi_square ? weights_of_chi_square(bins) : weights_of_likelihood(bins);
  if (weights_.empty()) weights_.assign(contents_.size(), 1.0);
  counted_ = static_cast<std::size_t>(std::ranges::count_if(weights_, [](double weight) { return weight > 0; }));
}

double BinTerms::total(std::span<const double> expected) const noexcept {
  double sum = 0;
  for (const double one : expected) sum += at_least(one);
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

Evaluation BinTerms::evaluate(std::span<const double> expected, std::span<const double> variances) const noexcept {
  Evaluation found;
  const double all = total(expected);
  double events = 0;
  for (const double content : contents_) events += content;
  for (std::size_t i = 0; i < contents_.size(); ++i) {
    const double content = contents_[i], variance = variances.empty() ? 0 : variances[i];
    const double of_model = at_least(expected[i]), moved = factor(i, of_model, variance), mean = moved * of_model;
    found.absent += is_absent(expected[i]) ? 1 : 0;
    if (variance > 0) found.value += (mean - of_model) * (mean - of_model) / variance;
    const double scaled = kind_ == Kind::multinomial ? mean * (events / all) : mean;
    const double logarithm = content > 0 ? content * std::log(content / scaled) : 0;
    if (kind_ == Kind::chi_square)
      found.value += weights_[i] * (content - mean) * (content - mean);
    else
      found.value += 2 * weights_[i] * (scaled - content + logarithm);
  }
  return found;
}

void BinTerms::write_slopes(std::span<double> expected, std::span<double> variances) const noexcept {
  const double all = total(expected);
  double events = 0;
  for (const double content : contents_) events += content;
  // of the multinomial distribution: what a bin expects is divided by what all do
  double weighted = 0;
  if (kind_ == Kind::multinomial)
    for (std::size_t i = 0; i < contents_.size(); ++i)
      weighted += weights_[i] * (events * at_least(expected[i]) / all - contents_[i]);
  for (std::size_t i = 0; i < contents_.size(); ++i) {
    const double content = contents_[i], variance = variances.empty() ? 0 : variances[i];
    const double of_model = at_least(expected[i]), moved = factor(i, of_model, variance), mean = moved * of_model;
    double slope = 0;
    if (kind_ == Kind::chi_square) slope = 2 * weights_[i] * (mean - content);
    if (kind_ == Kind::poisson) slope = 2 * weights_[i] * (1 - content / mean);
    if (kind_ == Kind::multinomial) slope = 2 * (weights_[i] * (events / all - content / mean) - weighted / all);
    if (variance > 0) {
      slope = moved * slope + 2 * (moved - 1) * (mean - of_model) / variance;
      const double distance = (mean - of_model) / variance;
      variances[i] = is_absent(expected[i]) ? 0 : -distance * distance;
    }
    expected[i] = is_absent(expected[i]) ? 0 : slope;
  }
}

}  // namespace ramet::inline v1::fit::internal
