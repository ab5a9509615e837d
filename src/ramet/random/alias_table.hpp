#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace ramet::inline v1::random {

/// Choices with given probabilities, each made with one word in constant time (A. J. Walker, 1977; the table is built
/// as by M. D. Vose, 1991). Threads: immutable.
class AliasTable {
 public:
  /// Throws Error(misuse) if there is no weight, for one that is negative or not finite, and if all are 0.
  explicit AliasTable(std::span<const double> weights);

  std::size_t size() const noexcept { return slots_.size(); }

  /// The choice of a word, below size(). The word times the size has the slot above the point and a fraction below it.
  std::size_t choice(std::uint64_t word) const noexcept {
    const Wide product = Wide{word} * slots_.size();
    const auto slot = static_cast<std::size_t>(product >> 64);
    return static_cast<std::uint64_t>(product) < slots_[slot].limit ? slot : slots_[slot].other;
  }

 private:
  __extension__ using Wide = unsigned __int128;

  struct Slot {
    std::uint64_t limit;  ///< fractions below it are for the slot's own choice,
    std::size_t other;    ///< the others for this one
  };

  std::vector<Slot> slots_;
};

}  // namespace ramet::inline v1::random
