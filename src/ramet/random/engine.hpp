#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "ramet/random/generators.hpp"
#include "ramet/random/stream.hpp"

namespace ramet::inline v1::random {

/// A uniform_random_bit_generator of the blocks of a generator, for std:: distributions and other libraries. Each entry
/// of a stream has a sequence of its own, so it can be made where it is needed: `Engine<> engine(stream, entry)` in a
/// loop costs nothing. What std:: distributions make of it differs between standard libraries; the fill functions'
/// numbers are the same everywhere, and are not of these sequences. An entry has 2^34 words of 32 bits. Threads: one
/// thread.
template <class Generator = Philox4x32>
class Engine {
 public:
  using result_type = typename Generator::Word;

  explicit Engine(const Stream& stream = {}, std::uint64_t entry = 0) noexcept {
    const std::uint64_t key = stream.seed ^ 0x9FB21C651E98DF25;  // not a key of the fill functions; without a pattern
    if constexpr (sizeof(result_type) == 4) {
      key_ = {static_cast<std::uint32_t>(key), static_cast<std::uint32_t>(key >> 32)};
      counter_ = {0, stream.number, static_cast<std::uint32_t>(entry), static_cast<std::uint32_t>(entry >> 32)};
    } else {
      key_[0] = key;
      key_[1] = stream.number;
      counter_[1] = entry;
    }
  }

  static constexpr result_type min() noexcept { return 0; }
  static constexpr result_type max() noexcept { return std::numeric_limits<result_type>::max(); }

  /// The next word.
  result_type operator()() noexcept {
    if (next_ == words) {
      block_ = Generator::block(counter_, key_);
      ++counter_[0];
      next_ = 0;
    }
    return block_[next_++];
  }

  /// Leave out so many words. Takes the same time for any number.
  void discard(std::uint64_t count) noexcept {
    const std::size_t left = words - next_;
    if (count < left) {
      next_ += static_cast<std::size_t>(count);
      return;
    }
    count -= left;
    counter_[0] += static_cast<result_type>(count / words);
    next_ = words;
    for (std::uint64_t rest = count % words; rest > 0; --rest) (*this)();
  }

  bool operator==(const Engine&) const = default;

 private:
  static constexpr std::size_t words = std::tuple_size_v<typename Generator::Counter>;

  typename Generator::Key key_{};
  typename Generator::Counter counter_{}, block_{};
  std::size_t next_ = words;
};

}  // namespace ramet::inline v1::random
