#include "ramet/fit/curve.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "ramet/core/error.hpp"
#include "ramet/core/object_pool.hpp"
#include "ramet/fit/internal/bin_terms.hpp"
#include "ramet/fit/internal/exact_sum.hpp"
#include "ramet/fit/internal/general/formula_shape.hpp"

namespace ramet::inline v1::fit {
namespace {

using internal::GeneralShape;

constexpr std::size_t bins_at_once = 128;

/// Of Gauss' rule, from -1 to 1.
struct Place {
  double at, weight;
};
// Eight points: a peak whose sigma is a quarter of a bin is integrated to 1e-6.
constexpr std::array<Place, 8> places = {{{-0.9602898564975362, 0.05061426814518853},
                                          {-0.7966664774136267, 0.11119051722668721},
                                          {-0.525532409916329, 0.15685332293894344},
                                          {-0.18343464249564978, 0.18134189168918083},
                                          {0.18343464249564978, 0.18134189168918083},
                                          {0.525532409916329, 0.15685332293894344},
                                          {0.7966664774136267, 0.11119051722668721},
                                          {0.9602898564975362, 0.05061426814518853}}};

/// A bin that counts. Threads: a value.
struct CurveBin {
  double low, high, content, variance;
};

/// The values of a formula, and its derivatives, at the points of some bins. Threads: one thread.
struct Values {
  std::vector<double> x, values, slopes;
  std::vector<double*> rows;
};

/// Threads: immutable; memory of evaluations is lent to each.
class CostOfCurve final : public Cost {
 public:
  CostOfCurve(std::shared_ptr<const GeneralShape> formula, std::vector<CurveBin> bins)
      : Cost(parameters_of(*formula), bins.size()), formula_(std::move(formula)), bins_(std::move(bins)) {}

 private:
  static std::vector<Parameter> parameters_of(const GeneralShape& formula) {
    std::vector<Parameter> parameters;
    for (const internal::ShapeParameter& one : formula.parameters())
      parameters.push_back({.name = std::string(one.name), .low = one.low, .high = one.high});
    return parameters;
  }

  Evaluation compute(std::span<const double> parameters, std::span<double> gradient,
                     schedule::Executor& /*executor*/) const override {
    const auto values = values_.lend();
    internal::ExactSum sum;
    std::vector<internal::ExactSum> slopes(gradient.size());
    for (std::size_t first = 0; first < bins_.size(); first += bins_at_once) {
      const std::size_t count = std::min(bins_at_once, bins_.size() - first);
      evaluate(parameters, {bins_.data() + first, count}, !gradient.empty(), *values);
      for (std::size_t i = 0; i < count; ++i) {
        const CurveBin& bin = bins_[first + i];
        const double difference = mean_of(values->values.data(), i) - bin.content;
        sum += difference * difference / bin.variance;
        for (std::size_t k = 0; k < slopes.size(); ++k)
          slopes[k] += 2 * difference / bin.variance * mean_of(values->rows[k], i);
      }
    }
    for (std::size_t k = 0; k < slopes.size(); ++k) gradient[k] = slopes[k].value();
    return {.value = internal::value_of_terms(sum), .absent = 0};
  }

  void evaluate(std::span<const double> parameters, std::span<const CurveBin> bins, bool with_slopes,
                Values& to) const {
    const Interval range;
    to.x.clear();
    for (const CurveBin& bin : bins)
      for (const Place& place : places)
        to.x.push_back(0.5 * (bin.low + bin.high) + 0.5 * (bin.high - bin.low) * place.at);
    to.values.resize(to.x.size());
    formula_->densities(parameters, range, to.x, to.values.data());
    if (!with_slopes) return;
    to.slopes.resize(parameters.size() * to.x.size());
    to.rows.clear();
    for (std::size_t k = 0; k < parameters.size(); ++k) to.rows.push_back(to.slopes.data() + k * to.x.size());
    formula_->slopes(parameters, range, to.x, to.rows.data());
  }

  static double mean_of(const double* values, std::size_t bin) noexcept {
    double mean = 0;
    for (std::size_t i = 0; i < places.size(); ++i) mean += places[i].weight * values[bin * places.size() + i];
    return mean;
  }

  std::shared_ptr<const GeneralShape> formula_;
  std::vector<CurveBin> bins_;
  mutable ObjectPool<Values> values_;
};

}  // namespace

std::shared_ptr<const Cost> curve(const Bins& bins, const std::string& formula) {
  internal::check_bins(bins, {});
  internal::check_contents(bins, BinnedCost::chi_square);
  const std::span<const double> variances = bins.variances.empty() ? bins.contents : bins.variances;
  std::vector<CurveBin> counted;
  for (std::size_t i = 0; i < bins.contents.size(); ++i)
    if (variances[i] > 0) counted.push_back({bins.edges[i], bins.edges[i + 1], bins.contents[i], variances[i]});
  if (counted.empty())
    detail::fail(ErrorKind::misuse, "none of {} bins has a variance: there is nothing to compare", variances.size());
  return std::make_shared<CostOfCurve>(internal::formula_shape(formula), std::move(counted));
}

}  // namespace ramet::inline v1::fit
