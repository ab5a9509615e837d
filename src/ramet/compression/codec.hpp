#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "ramet/bytes/buffer.hpp"

// A compressed record is a sequence of blocks, each of at most 16 MiB - 1 uncompressed:
//   | algorithm 2 ("ZL" "XZ" "L4" "ZS" "CS") | method 1 | packed size 3 | unpacked size 3 | packed bytes |
// Both sizes are little-endian, unlike the file around them. (root-project/root, core/zip/src/RZip.cxx and
// io/doc/TFile/compression.md.) L4 begins with an 8-byte big-endian XXH64 of its packed bytes.

namespace ramet::inline v1::compression {

inline constexpr std::size_t block_header_size = 9;
inline constexpr std::size_t largest_block = 0xffffff;

/// Numbers as ROOT has them in fCompress: 100 * algorithm + level.
enum class Algorithm : std::uint8_t { none = 0, zlib = 1, lzma = 2, old = 3, lz4 = 4, zstd = 5 };

/// An algorithm and its level (1..9; 0 is no compression). Threads: a value.
struct Settings {
  Algorithm algorithm = Algorithm::zstd;
  int level = 5;

  /// ROOT's number, for example 505.
  constexpr int code() const noexcept { return level == 0 ? 0 : 100 * static_cast<int>(algorithm) + level; }
  /// From ROOT's number. Throws Error(misuse) for one that names no algorithm or a level outside of 0..9.
  static Settings from_code(int code);
  /// From "zstd", "zstd:5", "zlib:1", "lz4", "lzma:7", "none", or a number as above. Throws Error(misuse).
  static Settings parse(std::string_view text);
  /// As "zstd:5" or "none".
  std::string to_string() const;
  constexpr bool operator==(const Settings&) const = default;
};

/// Compresses; holds the codecs' states and reuses them. Threads: one thread (lend them from an ObjectPool).
class Compressor {
 public:
  Compressor();
  ~Compressor();
  Compressor(Compressor&&) noexcept;
  Compressor& operator=(Compressor&&) noexcept;

  /// Append `plain` to `out` as compressed blocks and return true; or append nothing and return false when the result
  /// would not be smaller, in which case the format wants the plain bytes. With zstd the frames carry their content
  /// checksum. Throws Error(unsupported) for Algorithm::old.
  bool compress(std::span<const std::byte> plain, Settings settings, bytes::Buffer& out);

 private:
  struct States;
  std::unique_ptr<States> states_;
};

/// Decompresses; holds the codecs' states and reuses them. Threads: one thread.
class Decompressor {
 public:
  Decompressor();
  ~Decompressor();
  Decompressor(Decompressor&&) noexcept;
  Decompressor& operator=(Decompressor&&) noexcept;

  /// Decompress the blocks of `packed` to exactly fill `plain`. Throws Error(corrupt) on a wrong header, size or
  /// checksum, Error(unsupported) on an unknown algorithm; messages have the offset of the block within `packed`.
  void decompress(std::span<const std::byte> packed, std::span<std::byte> plain);

 private:
  struct States;
  std::unique_ptr<States> states_;
};

}  // namespace ramet::inline v1::compression
