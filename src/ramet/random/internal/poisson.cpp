#include "ramet/random/internal/poisson.hpp"

#include <cmath>

#include "ramet/random/internal/log_probability.hpp"
#include "ramet/random/internal/number_source.hpp"

namespace ramet::inline v1::random::internal {
namespace {

/// Probabilities of 0, 1, 2, ... and their sum so far. It is the same arithmetic for tables and for single numbers.
class Terms {
 public:
  Terms(double mean, double none) : mean_(mean), probability_(none), sum_(none) {}

  double sum() const noexcept { return sum_; }
  std::uint32_t count() const noexcept { return count_; }

  /// The sum does not reach 1 exactly: a count with a smaller probability takes what is left.
  bool is_last() const noexcept { return count_ > mean_ && probability_ < 0x1p-60; }

  void step() noexcept {
    ++count_;
    probability_ *= mean_ / count_;
    sum_ += probability_;
  }

 private:
  double mean_, probability_, sum_;
  std::uint32_t count_ = 0;
};

}  // namespace

SmallPoisson::SmallPoisson(double mean) {
  Terms terms(mean, exp_of_one(-mean));
  std::size_t guide = 0;
  const auto add = [&](double cumulative) {
    cumulative_[terms.count()] = cumulative;
    for (; guide < guide_size && static_cast<double>(guide) / guide_size < cumulative; ++guide)
      first_[guide] = static_cast<std::uint8_t>(terms.count());
  };
  for (; !terms.is_last(); terms.step()) add(terms.sum());
  add(2);
}

std::int64_t SmallPoisson::count(double mean, double none, double real) noexcept {
  Terms terms(mean, none);
  while (!terms.is_last() && real >= terms.sum()) terms.step();
  return terms.count();
}

LargePoisson::LargePoisson(double mean)
    : mean_(mean),
      b_(0.931 + 2.53 * std::sqrt(mean)),
      a_(-0.059 + 0.02483 * b_),
      factor_(1.1239 + 1.1328 / (b_ - 3.4)),
      squeeze_(0.9277 - 3.6224 / (b_ - 2)) {}

std::int64_t LargePoisson::count(double first, double second) const {
  const double u = first - 0.5;
  const double distance = 0.5 - std::fabs(u);
  const double count = std::floor((2 * a_ / distance + b_) * u + mean_ + 0.43);
  if (distance >= 0.07 && second <= squeeze_) return static_cast<std::int64_t>(count);
  if (count < 0 || (distance < 0.013 && second > distance)) return -1;
  const double height = second * factor_ / (a_ / (distance * distance) + b_);
  const bool is_accepted = logs_of<1>({height})[0] <= log_poisson(count, mean_);
  return is_accepted ? static_cast<std::int64_t>(count) : -1;
}

}  // namespace ramet::inline v1::random::internal
