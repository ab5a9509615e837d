#pragma once

#include <cstdint>

namespace ramet::inline v1::random::internal {

/// The binomial distribution of a probability of at most 1/2: by inversion where few successes are expected, otherwise
/// by transformed rejection (W. Hörmann, J. Stat. Comput. Simul. 46, 1993, algorithm BTRS). Threads: immutable.
class Binomial {
 public:
  Binomial(double trials, double probability);

  /// The count of two real numbers between 0 and 1; -1 if they are rejected.
  std::int64_t count(double first, double second) const { return is_small_ ? invert(first) : transform(first, second); }

 private:
  std::int64_t invert(double real) const noexcept;
  std::int64_t transform(double first, double second) const;

  double trials_, probability_;
  bool is_small_;
  double none_ = 0;  ///< the probability of no success, if few are expected
  double b_ = 0, a_ = 0, squeeze_ = 0, factor_ = 0, log_mode_ = 0;  ///< otherwise: of Hörmann's algorithm
};

}  // namespace ramet::inline v1::random::internal
