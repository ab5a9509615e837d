#include "ramet/array/detail/utf8.hpp"

#include <cstdint>
#include <cstring>

namespace ramet::inline v1::array {
namespace {

constexpr std::uint8_t first_continuation = 0x80;
constexpr std::uint8_t last_continuation = 0xbf;

/// What may follow a first byte: how many bytes, and the bounds of the first of them. Threads: a value.
struct Followers {
  std::size_t count = 0;
  std::uint8_t low = first_continuation;
  std::uint8_t high = last_continuation;
};

/// No followers: the byte begins no character of several. The bounds leave out what has a shorter spelling (e0, f0),
/// surrogates (ed), and what is beyond U+10FFFF (f4).
Followers followers_of(std::uint8_t first) noexcept {
  if (first >= 0xc2 && first <= 0xdf) return {.count = 1};
  if (first == 0xe0) return {.count = 2, .low = 0xa0};
  if (first == 0xed) return {.count = 2, .high = 0x9f};
  if (first >= 0xe1 && first <= 0xef) return {.count = 2};
  if (first == 0xf0) return {.count = 3, .low = 0x90};
  if (first >= 0xf1 && first <= 0xf3) return {.count = 3};
  if (first == 0xf4) return {.count = 3, .high = 0x8f};
  return {};
}

/// How many bytes at the beginning are ASCII, by eights.
std::size_t ascii_prefix(std::span<const std::byte> bytes) noexcept {
  constexpr std::uint64_t high_bits = 0x8080'8080'8080'8080;
  std::size_t length = 0;
  for (; bytes.size() - length >= sizeof high_bits; length += sizeof high_bits) {
    std::uint64_t eight = 0;
    std::memcpy(&eight, bytes.data() + length, sizeof eight);
    if ((eight & high_bits) != 0) break;
  }
  return length;
}

}  // namespace

bool is_utf8(std::span<const std::byte> bytes) noexcept {
  while (!bytes.empty()) {
    bytes = bytes.subspan(ascii_prefix(bytes));
    if (bytes.empty()) return true;
    const auto first = std::to_integer<std::uint8_t>(bytes[0]);
    bytes = bytes.subspan(1);
    if (first < first_continuation) continue;
    const Followers followers = followers_of(first);
    if (followers.count == 0 || bytes.size() < followers.count) return false;
    for (std::size_t place = 0; place < followers.count; ++place) {
      const auto byte = std::to_integer<std::uint8_t>(bytes[place]);
      const bool is_second = place == 0;
      if (byte < (is_second ? followers.low : first_continuation)) return false;
      if (byte > (is_second ? followers.high : last_continuation)) return false;
    }
    bytes = bytes.subspan(followers.count);
  }
  return true;
}

}  // namespace ramet::inline v1::array
