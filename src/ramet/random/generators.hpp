#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

// Counter-based generators: functions from a counter and a key to a block of random bits, without state (Salmon,
// Moraes, Dror, Shaw: "Parallel random numbers: as easy as 1, 2, 3", SC11). Bit for bit those of the library Random123.

namespace ramet::inline v1::random {

/// Philox with four words of 32 bits: each of ten rounds multiplies two words of the counter. Threads: functions.
struct Philox4x32 {
  using Word = std::uint32_t;
  using Counter = std::array<Word, 4>;
  using Key = std::array<Word, 2>;

  static constexpr Counter block(Counter counter, Key key) noexcept {
    for (int round = 0; round < 10; ++round) {
      const std::uint64_t first = std::uint64_t{0xD2511F53} * counter[0];
      const std::uint64_t second = std::uint64_t{0xCD9E8D57} * counter[2];
      counter = {static_cast<Word>(second >> 32) ^ counter[1] ^ key[0], static_cast<Word>(second),
                 static_cast<Word>(first >> 32) ^ counter[3] ^ key[1], static_cast<Word>(first)};
      key = {key[0] + 0x9E3779B9U, key[1] + 0xBB67AE85U};
    }
    return counter;
  }
};

/// Philox with four words of 64 bits, ten rounds. numpy.random.Philox is this one; it adds 1 to its counter before it
/// makes a block. Threads: functions.
struct Philox4x64 {
  using Word = std::uint64_t;
  using Counter = std::array<Word, 4>;
  using Key = std::array<Word, 2>;

  static constexpr Counter block(Counter counter, Key key) noexcept {
    for (int round = 0; round < 10; ++round) {
      const Wide first = Wide{0xD2E7470EE14C6C93} * counter[0];
      const Wide second = Wide{0xCA5A826395121157} * counter[2];
      counter = {static_cast<Word>(second >> 64) ^ counter[1] ^ key[0], static_cast<Word>(second),
                 static_cast<Word>(first >> 64) ^ counter[3] ^ key[1], static_cast<Word>(first)};
      key = {key[0] + 0x9E3779B97F4A7C15, key[1] + 0xBB67AE8584CAA73B};
    }
    return counter;
  }

 private:
  __extension__ using Wide = unsigned __int128;
};

/// Threefry with words of 64 bits, twenty rounds: additions, rotations and exclusive ors, as in the cipher Threefish.
/// Threads: functions.
template <std::size_t Size>
  requires(Size == 2 || Size == 4)
struct Threefry {
  using Word = std::uint64_t;
  using Counter = std::array<Word, Size>;
  using Key = std::array<Word, Size>;

  static constexpr Counter block(Counter counter, const Key& key) noexcept {
    std::array<Word, Size + 1> keys{};
    keys[Size] = 0x1BD11BDAA9FC1A22;  // the parity of all keys
    for (std::size_t i = 0; i < Size; ++i) {
      keys[i] = key[i];
      keys[Size] ^= key[i];
    }
    add(counter, keys, 0);
    for (std::size_t round = 0; round < 20; ++round) {
      mix(counter, round);
      if (round % 4 == 3) add(counter, keys, round / 4 + 1);
    }
    return counter;
  }

 private:
  static constexpr void add(Counter& counter, const std::array<Word, Size + 1>& keys, std::size_t number) noexcept {
    for (std::size_t i = 0; i < Size; ++i) counter[i] += keys[(number + i) % (Size + 1)];
    counter[Size - 1] += number;
  }

  /// Words are mixed in pairs: 0 with 1 and 2 with 3, in every second round 0 with 3 and 2 with 1.
  static constexpr void mix(Counter& counter, std::size_t round) noexcept {
    constexpr std::array<int, 8> two{16, 42, 12, 31, 16, 32, 24, 21};
    constexpr std::array<std::array<int, 8>, 2> four{
        {{14, 52, 23, 5, 25, 46, 58, 32}, {16, 57, 40, 37, 33, 12, 22, 32}}};
    for (std::size_t first = 0; first < Size; first += 2) {
      const std::size_t second = Size == 4 && round % 2 == 1 ? 3 - first : first + 1;
      const int distance = Size == 2 ? two[round % 8] : four[first / 2][round % 8];
      counter[first] += counter[second];
      counter[second] = std::rotl(counter[second], distance) ^ counter[first];
    }
  }
};

using Threefry2x64 = Threefry<2>;
using Threefry4x64 = Threefry<4>;

}  // namespace ramet::inline v1::random
