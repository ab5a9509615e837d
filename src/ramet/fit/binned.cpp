#include "ramet/fit/binned.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>
#include <vector>

#include "ramet/core/error.hpp"
#include "ramet/core/object_pool.hpp"
#include "ramet/fit/internal/bin_terms.hpp"
#include "ramet/fit/internal/mixture.hpp"

namespace ramet::inline v1::fit {
namespace {

using internal::BinTerms;
using internal::Mixture;
using internal::MixturePoint;

/// The integrals of the components over the bins, and their derivatives. Threads: one thread.
struct Integrals {
  std::vector<double> expected;   ///< of each bin
  std::vector<double> parts;      ///< of each component and bin: the integral, then its derivatives
  std::vector<double> variances;  ///< of what is expected in each bin; empty if it is known
};

/// Threads: immutable; memory of evaluations is lent to each.
class CostOfBins final : public Cost {
 public:
  CostOfBins(Model model, std::vector<double> edges, BinTerms terms)
      : Cost(model.parameters(), terms.counted()),
        model_(std::move(model)),
        edges_(std::move(edges)),
        terms_(std::move(terms)) {
    for (std::size_t k = 0; k < model_.mixture().components().size(); ++k)
      for (std::size_t bin = 0; bin < bins(); ++bin) variances_.push_back(variance_of(k, bin));
    if (std::ranges::all_of(variances_, [](double one) { return one == 0; })) variances_.clear();
    if (!variances_.empty() && terms_.is_of_shape())
      detail::fail(ErrorKind::misuse, "a template with errors is fitted without yields: give the model yields");
  }

 private:
  Evaluation compute(std::span<const double> parameters, std::span<double> gradient,
                     schedule::Executor& /*executor*/) const override {
    MixturePoint point;
    model_.mixture().prepare(parameters, point);
    if (!point.is_defined) return {.value = std::numeric_limits<double>::infinity(), .absent = points()};
    const auto integrals = integrals_.lend();
    integrate(point, !gradient.empty(), *integrals);
    const double total = terms_.total(integrals->expected);
    const Evaluation found = terms_.evaluate(integrals->expected, integrals->variances, total);
    if (!gradient.empty()) {
      terms_.write_slopes(integrals->expected, integrals->variances, total);
      add_gradient(parameters, point, *integrals, gradient);
    }
    return found;
  }

  std::size_t bins() const noexcept { return edges_.size() - 1; }
  std::size_t width(std::size_t component) const noexcept {
    return model_.mixture().components()[component].arguments.size() + 1;
  }

  void integrate(const MixturePoint& point, bool with_slopes, Integrals& to) const {
    const Mixture& mixture = model_.mixture();
    std::size_t all = 0;
    for (std::size_t k = 0; k < mixture.components().size(); ++k) all += width(k) * bins();
    to.parts.resize(all);
    to.expected.assign(bins(), 0.0);
    double* part = to.parts.data();
    for (std::size_t k = 0; k < mixture.components().size(); ++k)
      for (std::size_t bin = 0; bin < bins(); ++bin, part += width(k)) {
        const Interval interval{.low = edges_[bin], .high = edges_[bin + 1]};
        part[0] = mixture.integral(point.components[k], k, interval, with_slopes ? part + 1 : nullptr);
        to.expected[bin] += point.components[k].scale() * part[0];
      }
    to.variances.assign(variances_.empty() ? 0 : bins(), 0.0);
    for (std::size_t i = 0; i < variances_.size(); ++i) {
      const double scale = point.components[i / bins()].scale();
      to.variances[i % bins()] += scale * scale * variances_[i];
    }
  }

  double variance_of(std::size_t component, std::size_t bin) const noexcept {
    const auto& general = model_.mixture().components()[component].general;
    return general ? general->variance({.low = edges_[bin], .high = edges_[bin + 1]}) : 0;
  }

  /// `integrals.expected` has the derivatives by what is expected in each bin, `integrals.variances` those by these.
  void add_gradient(std::span<const double> parameters, const MixturePoint& point, const Integrals& integrals,
                    std::span<double> gradient) const {
    const double* part = integrals.parts.data();
    for (std::size_t k = 0; k < model_.mixture().components().size(); ++k) {
      std::array<double, internal::most_parameters + 1> sums{};
      for (const double slope : integrals.expected)
        for (std::size_t i = 0; i < width(k); ++i) sums[i] += slope * *part++;
      for (std::size_t bin = 0; bin < integrals.variances.size(); ++bin)
        sums[0] += 2 * point.components[k].scale() * variances_[k * bins() + bin] * integrals.variances[bin];
      model_.mixture().add_gradient(parameters, point, k, sums[0], sums.data() + 1, gradient);
    }
  }

  Model model_;
  std::vector<double> edges_;
  BinTerms terms_;
  std::vector<double> variances_;  ///< of the integrals, of each component and bin; empty if all are 0
  mutable ObjectPool<Integrals> integrals_;
};

}  // namespace

std::shared_ptr<const Cost> binned(const Bins& bins, const Model& model, BinnedCost kind) {
  internal::check_bins(bins, model.range());
  if (kind == BinnedCost::chi_square && !model.is_extended())
    detail::fail(ErrorKind::misuse, "chi square compares numbers of events: the model needs yields");
  return std::make_shared<CostOfBins>(model, std::vector(bins.edges.begin(), bins.edges.end()),
                                      BinTerms(bins, kind, model.is_extended()));
}

}  // namespace ramet::inline v1::fit
