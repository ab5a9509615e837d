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

/// Big-endian doubles spread evenly in [1, 2): nothing repeats, but the first twelve bits of each are the same.
inline Bytes fractions(std::size_t size, std::uint64_t seed = 1) {
  Bytes bytes = noise(size, seed);
  for (std::size_t i = 0; i + 8 <= size; i += 8) {
    bytes[i] = std::byte{0x3f};
    bytes[i + 1] |= std::byte{0xf0};
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

/// Bytes from two hexadecimal digits each.
inline Bytes from_hex(std::string_view digits) {
  const auto value = [](char digit) { return digit <= '9' ? digit - '0' : digit - 'a' + 10; };
  Bytes bytes;
  for (std::size_t i = 0; i + 1 < digits.size(); i += 2)
    bytes.push_back(static_cast<std::byte>(16 * value(digits[i]) + value(digits[i + 1])));
  return bytes;
}

/// A block as ROOT writes it: its nine bytes of header, then `packed`.
inline Bytes block(std::string_view algorithm, int method, std::span<const std::byte> packed, std::size_t plain_size) {
  Bytes bytes = of(algorithm);
  bytes.push_back(static_cast<std::byte>(method));
  for (const std::size_t size : {packed.size(), plain_size})
    for (const int shift : {0, 8, 16}) bytes.push_back(static_cast<std::byte>(size >> shift));
  bytes.insert(bytes.end(), packed.begin(), packed.end());
  return bytes;
}

/// One text, packed by the codecs' own libraries through Python: zlib, lzma, cramjam (lz4, zstd), xxhash.
inline constexpr std::string_view text =
    "one root, many stems; one root, many stems; one root, many stems; one root, many stems; ";
inline constexpr std::string_view zlib_block =
    "5a4c08210000580000789ccbcf4b5528cacf2fd151c84dccab54282e49cd2db656c8a758140077fb1f39";
inline constexpr std::string_view old_block =
    "4353081b0000580000cbcf4b5528cacf2fd151c84dccab54282e49cd2db656c8a7581400";
inline constexpr std::string_view lzma_block =
    "585a00580000580000fd377a585a0000016922de360200210100000000372797d6e00057001d5d00379b88ce76d0cadd4a4e"
    "2a40552c99862b5e1810bf53440df51c39500000000000205b5dcb000135585bae07e79042990d010000000001595a";
inline constexpr std::string_view lz4_block =
    "4c3401290000580000c564ecde732942afff076f6e6520726f6f742c206d616e79207374656d733b2016002a50656d733b20";
inline constexpr std::string_view zstd_block =
    "5a530126000058000028b52ffd2058ed0000b06f6e6520726f6f742c206d616e79207374656d733b2001009ed26c02";

}  // namespace samples
