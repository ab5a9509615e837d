#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

// What the tests of this module compress.

namespace samples {

using Bytes = std::vector<std::byte>;

/// Bytes without any pattern, the same in every run (xorshift64*).
inline Bytes noise(std::size_t size, std::uint64_t seed = 1) {
  Bytes bytes(size);
  std::uint64_t state = seed * 0x9e3779b97f4a7c15;
  for (std::byte& byte : bytes) {
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    byte = static_cast<std::byte>((state * 0x2545f4914f6cdd1d) >> 56);
  }
  return bytes;
}

/// Big-endian 32-bit numbers that rise by 0 to 3, as a basket of offsets: about half as large when compressed.
inline Bytes rising(std::size_t size, std::uint64_t seed = 1) {
  Bytes bytes = noise(size, seed);
  std::uint32_t number = 0;
  for (std::size_t i = 0; i + 4 <= size; i += 4) {
    number += std::to_integer<std::uint32_t>(bytes[i]) & 3;
    for (std::size_t k = 0; k < 4; ++k) bytes[i + k] = static_cast<std::byte>(number >> (24 - 8 * k));
  }
  return bytes;
}

inline Bytes of(std::string_view text) {
  const auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

}  // namespace samples
