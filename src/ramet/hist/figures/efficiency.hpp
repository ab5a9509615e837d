#pragma once

#include <string>
#include <utility>
#include <vector>

#include "ramet/hist/binned/histogram.hpp"
#include "ramet/hist/figures/function.hpp"
#include "ramet/hist/figures/interval.hpp"
#include "ramet/object/payload.hpp"

namespace ramet::inline v1::hist {

/// The prior Beta(alpha, beta) of a Bayesian interval. Threads: a value.
struct BetaPrior {
  double alpha = 1;
  double beta = 1;

  bool operator==(const BetaPrior&) const = default;
};

/// What an efficiency consists of. Threads: a value.
struct EfficiencyParts {
  std::string class_name = {};
  std::string name = {};
  std::string title = {};
  IntervalKind interval = IntervalKind::clopper_pearson;
  double confidence_level = 0;
  BetaPrior prior = {};
  std::vector<BetaPrior> bin_priors = {};  ///< by cell; beyond them `prior` holds
  bool is_bayesian = false;
  bool uses_mode = false;      ///< Bayesian: the value is the posterior's mode, not its mean
  bool uses_shortest = false;  ///< Bayesian: the interval is the shortest one, not the central one
  bool uses_bin_priors = false;
  bool uses_weights = false;  ///< the histograms are weighted
  double weight = 1;          ///< of this sample in a combination of several
  std::vector<Function> functions = {};

  bool operator==(const EfficiencyParts&) const = default;
};

/// How many of all entries passed, bin by bin, with confidence intervals: TEfficiency. Threads: immutable.
class Efficiency {
 public:
  /// Throws Error(misuse) unless both histograms have the same cells.
  Efficiency(EfficiencyParts parts, Histogram passed, Histogram total);

  const EfficiencyParts& parts() const noexcept { return parts_; }
  const Histogram& passed() const noexcept { return passed_; }
  const Histogram& total() const noexcept { return total_; }

  /// What GetEfficiency gives for each cell; 0 where there is no entry.
  std::vector<double> values(Flow flow = Flow::excluded) const;
  /// The interval of each cell: values - GetEfficiencyErrorLow and values + GetEfficiencyErrorUp. Throws
  /// Error(unsupported) for Feldman-Cousins.
  std::vector<Interval> intervals() const;

  bool operator==(const Efficiency&) const = default;

 private:
  /// The posterior Beta(alpha, beta) of a cell.
  BetaPrior posterior(std::size_t cell) const noexcept;
  double value(std::size_t cell) const noexcept;
  Interval interval(std::size_t cell) const;

  EfficiencyParts parts_;
  Histogram passed_;
  Histogram total_;
  std::vector<double> passed_squares_;
  std::vector<double> total_squares_;
};

}  // namespace ramet::inline v1::hist

/// Writes it as a TEfficiency, byte by byte as ROOT does, with its histograms as they are called; fitted functions are
/// left out.
template <>
struct ramet::object::PayloadOf<ramet::hist::Efficiency> {
  /// Throws Error(unsupported) when its histograms are no TH1, TH2 or TH3, or larger than the format allows.
  static Payload of(const hist::Efficiency& efficiency);
};
