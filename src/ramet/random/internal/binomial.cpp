#include "ramet/random/internal/binomial.hpp"

#include <cmath>

#include "ramet/random/internal/log_probability.hpp"
#include "ramet/random/internal/number_source.hpp"

namespace ramet::inline v1::random::internal {

Binomial::Binomial(double trials, double probability)
    : trials_(trials), probability_(probability), is_small_(trials * probability < 10) {
  if (is_small_) {
    none_ = exp_of_one(trials * log_of_one_plus(-probability));
    return;
  }
  const double spread = std::sqrt(trials * probability * (1 - probability));
  b_ = 1.15 + 2.53 * spread;
  a_ = -0.0873 + 0.0248 * b_ + 0.01 * probability;
  squeeze_ = 0.92 - 4.2 / b_;
  factor_ = (2.83 + 5.1 / b_) * spread;
  log_mode_ = log_binomial(std::floor((trials + 1) * probability), trials, probability, 1 - probability);
}

std::int64_t Binomial::invert(double real) const noexcept {
  const double odds = probability_ / (1 - probability_), mean = trials_ * probability_;
  double term = none_, sum = none_, count = 0;
  while (real >= sum && count < trials_ && !(count > mean && term < 0x1p-60)) {
    ++count;
    term *= (trials_ - count + 1) / count * odds;
    sum += term;
  }
  return static_cast<std::int64_t>(count);
}

std::int64_t Binomial::transform(double first, double second) const {
  const double u = first - 0.5;
  const double distance = 0.5 - std::fabs(u);
  const double count = std::floor((2 * a_ / distance + b_) * u + trials_ * probability_ + 0.5);
  if (distance >= 0.07 && second <= squeeze_) return static_cast<std::int64_t>(count);
  if (count < 0 || count > trials_) return -1;
  const double height = second * factor_ / (a_ / (distance * distance) + b_);
  const double log_ratio = log_binomial(count, trials_, probability_, 1 - probability_) - log_mode_;
  return logs_of<1>({height})[0] <= log_ratio ? static_cast<std::int64_t>(count) : -1;
}

}  // namespace ramet::inline v1::random::internal
