#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace ramet::inline v1::random {

/// MIXMAX with N = 17, s = 0 and m = 2^36 + 1 (K. Savvidy, Comput. Phys. Commun. 196, 2015; K. and G. Savvidy, Chaos,
/// Solitons and Fractals 91, 2016): a vector of 17 numbers is multiplied by a matrix, modulo 2^61 - 1. The period is
/// about 10^294. A uniform_random_bit_generator with the numbers of ROOT's TRandomMixMax17, for programs that must
/// reproduce them; for anything new, a Stream is faster and needs no state. Threads: one thread.
class MixMax17 {
 public:
  using result_type = std::uint64_t;

  /// The sequence of ROOT's SetSeed(seed): different seeds begin at places that are more than 2^500 numbers apart.
  explicit MixMax17(std::uint64_t seed) noexcept;

  static constexpr result_type min() noexcept { return 0; }
  static constexpr result_type max() noexcept { return 0x1FFFFFFFFFFFFFFE; }

  /// The next number.
  result_type operator()() noexcept;

  /// The next number divided by 2^61 - 1, ROOT's Rndm().
  double real() noexcept;

  bool operator==(const MixMax17&) const = default;

 private:
  using Vector = std::array<std::uint64_t, 17>;

  Vector state_{};
  std::size_t next_ = 1;  // element 0 is not used
};

}  // namespace ramet::inline v1::random
