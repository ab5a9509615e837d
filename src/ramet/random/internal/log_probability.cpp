#include "ramet/random/internal/log_probability.hpp"

#include <array>
#include <cmath>

#include "ramet/random/internal/number_source.hpp"

namespace ramet::inline v1::random::internal {
namespace {

constexpr double two_pi = 0x1.921fb54442d18p+2;

/// log n! minus Stirling's formula, (n + 1/2) log n - n + log(2 pi) / 2, for whole n from 1 on.
double stirling_rest(double n) noexcept {
  constexpr std::array small{0.0,
                             0.08106146679532726,
                             0.0413406959554093,
                             0.02767792568499834,
                             0.020790672103765093,
                             0.016644691189821193,
                             0.013876128823070748,
                             0.01189670994589177,
                             0.010411265261972096,
                             0.009255462182712733,
                             0.00833056343336287,
                             0.007573675487951841,
                             0.00694284010720953,
                             0.006408994188004207,
                             0.0059513701127588475,
                             0.005554733551962801};
  if (n < small.size()) return small[static_cast<std::size_t>(n)];
  const double z = 1 / (n * n);
  return (1. / 12 - z * (1. / 360 - z * (1. / 1260 - z * (1. / 1680 - z / 1188)))) / n;
}

/// count log(count / mean) + mean - count, by a series where the terms cancel.
double deviance(double count, double mean) {
  const double difference = count - mean;
  if (std::fabs(difference) >= 0.1 * (count + mean)) return count * logs_of<1>({count / mean})[0] - difference;
  const double v = difference / (count + mean);
  double sum = difference * v, term = 2 * count * v;
  for (int i = 3;; i += 2) {
    term *= v * v;
    const double next = sum + term / i;
    if (next == sum) return sum;
    sum = next;
  }
}

}  // namespace

double log_poisson(double count, double mean) {
  if (count == 0) return -mean;
  return -0.5 * logs_of<1>({two_pi * count})[0] - stirling_rest(count) - deviance(count, mean);
}

double log_binomial(double count, double trials, double success, double failure) {
  if (count == 0) return trials * log_of_one_plus(-success);
  const double others = trials - count;
  if (others == 0) return trials * log_of_one_plus(-failure);
  const double rest = stirling_rest(trials) - stirling_rest(count) - stirling_rest(others);
  return rest - deviance(count, trials * success) - deviance(others, trials * failure) +
         0.5 * logs_of<1>({trials / (two_pi * count * others)})[0];
}

}  // namespace ramet::inline v1::random::internal
