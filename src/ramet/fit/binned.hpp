#pragma once

#include <memory>
#include <span>

#include "ramet/fit/cost.hpp"

namespace ramet::inline v1::fit {

/// What a binned cost compares contents and expectations by. An expectation is the integral of the model over the bin.
enum class BinnedCost {
  /// Baker and Cousins' likelihood ratio of Poisson's distribution, or, for a model without yields, of the multinomial
  /// one
  /// of the events inside the bins. Its value at the minimum measures how good the fit is, as chi square does.
  likelihood,
  /// The squares of the differences, divided by the variances of the contents; bins without one are left out. The model
  /// has yields.
  chi_square,
};

/// The bins of a histogram. Borrows. Threads: a value.
struct Bins {
  std::span<const double> edges;     ///< ascending, one more than bins
  std::span<const double> contents;  ///< of each bin
  /// Of the contents, if these are sums of weights: the likelihood then has as many events as have this precision.
  /// Empty for counts, whose variances are their contents.
  std::span<const double> variances = {};
};

/// The cost of a histogram, whose bins lie in the model's range. If the model has templates with errors (see
/// shapes.hpp), what each bin expects has an error: Barlow and Beeston's method with one factor for a bin. Throws
/// Error(misuse) for edges, contents and variances that do not fit together, do not ascend or are not numbers; for
/// negative contents with the likelihood; if there are no contents; and for chi square with a model that has no yields.
std::shared_ptr<const Cost> binned(const Bins& bins, const Model& model, BinnedCost kind = BinnedCost::likelihood);

}  // namespace ramet::inline v1::fit
