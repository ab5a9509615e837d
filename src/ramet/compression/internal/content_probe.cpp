#include "ramet/compression/internal/content_probe.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

namespace ramet::inline v1::compression::internal {
namespace {

constexpr std::size_t smallest_block = 4096;  // smaller blocks take the codec as little time as the probe

constexpr unsigned table_bits = 12;

// The probe samples this many positions of a block of any size. It chooses those whose two bytes hash below a limit,
// that is, by content, so that it samples both places of a repetition or neither.
constexpr std::size_t wanted_positions = 1024;

constexpr std::size_t group = 16;  // positions that are hashed together

// Eight pairs of bytes, in GCC's and Clang's notation for a vector register.
using Pairs [[gnu::vector_size(16)]] = std::uint16_t;

template <class Number>
Number load(const std::byte* from) noexcept {
  Number number;
  std::memcpy(&number, from, sizeof number);
  return number;
}

Pairs hash_of(Pairs pairs) noexcept { return pairs * std::uint16_t{0x9E37} + std::uint16_t{0x3C6F}; }

/// Which of the positions at `from` are chosen, a bit for each. Reads group + 1 bytes.
std::uint16_t chosen_positions(const std::byte* from, std::uint16_t limit) noexcept {
  constexpr Pairs even{1 << 0, 1 << 2, 1 << 4, 1 << 6, 1 << 8, 1 << 10, 1 << 12, 1 << 14};
  constexpr Pairs odd{1 << 1, 1 << 3, 1 << 5, 1 << 7, 1 << 9, 1 << 11, 1 << 13, 1 << 15};
  const Pairs chosen = ((hash_of(load<Pairs>(from)) < limit) & even) | ((hash_of(load<Pairs>(from + 1)) < limit) & odd);
  const auto halves = std::bit_cast<std::array<std::uint64_t, 2>>(chosen);
  std::uint64_t bits = halves[0] | halves[1];
  bits |= bits >> 32;
  return static_cast<std::uint16_t>(bits | bits >> 16);
}

/// Whether the bytes at each position modulo 8 (numbers have 1, 2, 4 or 8 bytes) are uniformly distributed, by
/// Pearson's chi-squared test in 16 pieces of the block.
bool is_even(std::span<const std::byte> block) noexcept {
  constexpr std::size_t pieces = 16;
  constexpr std::size_t places = 8;
  std::array<std::array<std::uint16_t, 256>, places> counts{};
  const std::size_t piece = std::clamp<std::size_t>(block.size() / 256, 256, 1024) / places * places;
  for (std::size_t number = 0; number < pieces; ++number) {
    const std::size_t begin = (block.size() - piece) * number / (pieces - 1) / places * places;
    for (std::size_t at = begin; at < begin + piece; at += places)
      for (std::size_t place = 0; place < places; ++place)
        ++counts[place][static_cast<std::uint8_t>(block[at + place])];
  }
  constexpr double mean = 255;
  constexpr double deviation = 22.6;  // sqrt(2 * 255)
  const std::size_t bytes_of_place = pieces * piece / places;
  const auto total = static_cast<double>(bytes_of_place);
  return std::all_of(counts.begin(), counts.end(), [&](const auto& of_place) {
    std::uint32_t squares = 0;
    for (const std::uint32_t count : of_place) squares += count * count;
    return squares * 256.0 / total - total < mean + 6.5 * deviation;
  });
}

}  // namespace

bool ContentProbe::repeats(std::span<const std::byte> block) {
  if (!seen_) seen_ = std::make_unique_for_overwrite<std::uint32_t[]>(std::size_t{1} << table_bits);
  std::fill_n(seen_.get(), std::size_t{1} << table_bits, 0);
  const std::size_t one_in = std::clamp<std::size_t>(block.size() / wanted_positions, 16, 256);
  const auto limit = static_cast<std::uint16_t>(0x10000 / one_in);
  const std::size_t enough = std::max<std::size_t>(block.size() / one_in / 128, 2);
  std::size_t chosen = 0;
  std::size_t found = 0;
  for (std::size_t at = 0; at + group + sizeof(std::uint32_t) <= block.size() && found < enough; at += group) {
    const std::byte* from = block.data() + at;
    for (std::uint16_t left = chosen_positions(from, limit); left != 0;
         left = static_cast<std::uint16_t>(left & (left - 1))) {
      const auto word = load<std::uint32_t>(from + std::countr_zero(left));
      std::uint32_t& slot = seen_[(word * 0x9E3779B1U) >> (32 - table_bits)];
      found += static_cast<std::size_t>(slot == word);
      slot = word;
      ++chosen;
    }
  }
  // Few chosen positions mean that the block uses few pairs of bytes, of which hardly any hash below the limit.
  return found >= enough || chosen < block.size() / one_in / 4;
}

Content ContentProbe::probe(std::span<const std::byte> block) {
  if (block.size() < smallest_block || repeats(block)) return Content::matches;
  return is_even(block) ? Content::noise : Content::skewed;
}

}  // namespace ramet::inline v1::compression::internal
