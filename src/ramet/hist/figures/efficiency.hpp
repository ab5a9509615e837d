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

/// The parts of an efficiency. Threads: a value.
struct EfficiencyParts {
  std::string class_name = {};
  std::string name = {};
  std::string title = {};
  IntervalKind interval = IntervalKind::clopper_pearson;
  double confidence_level = 0;
  BetaPrior prior = {};
  std::vector<BetaPrior> bin_priors = {};  ///< by cell; `prior` is used for cells beyond them
  bool is_bayesian = false;
  bool uses_mode = false;      ///< Bayesian: the value is the posterior's mode, not its mean
  bool uses_shortest = false;  ///< Bayesian: the interval is the shortest one, not the central one
  bool uses_bin_priors = false;
  bool uses_weights = false;  ///< the histograms are weighted
  double weight = 1;          ///< of this sample in a combination of several
  std::vector<Function> functions = {};

  bool operator==(const EfficiencyParts&) const = default;
};

/// The fraction of entries that passed, in each bin, with confidence intervals: TEfficiency. Threads: immutable.
class Efficiency {
 public:
  /// Throws Error(misuse) unless both histograms have the same cells.
  Efficiency(EfficiencyParts parts, Histogram passed, Histogram total);

  const EfficiencyParts& parts() const noexcept { return parts_; }
  const Histogram& passed() const noexcept { return passed_; }
  const Histogram& total() const noexcept { return total_; }

  /// The result of GetEfficiency for each cell; 0 without entries.
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

/// Writes the same bytes as ROOT for a TEfficiency; its histograms keep their names, and fitted functions are left out.
template <>
struct ramet::object::PayloadOf<ramet::hist::Efficiency> {
  /// Throws Error(unsupported) when its histograms are not TH1, TH2 or TH3, or too large for the format.
  static Payload of(const hist::Efficiency& efficiency);
};
