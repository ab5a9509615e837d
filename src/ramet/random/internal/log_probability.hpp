#pragma once

namespace ramet::inline v1::random::internal {

/// Logarithm of the probability of a whole `count` >= 0 in Poisson's distribution. Accurate also for a large mean,
/// where the terms of the usual formula cancel (C. Loader, "Fast and accurate computation of binomial probabilities",
/// 2000).
double log_poisson(double count, double mean);

/// Logarithm of the probability of `count` successes of `trials`, with success and failure of these probabilities above
/// 0, which are both given because 1 - p would lose digits.
double log_binomial(double count, double trials, double success, double failure);

}  // namespace ramet::inline v1::random::internal
