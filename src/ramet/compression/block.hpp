#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

// A compressed record is a sequence of blocks, each of at most 16 MiB - 1 uncompressed:
//   | algorithm 2 | method 1 | packed size 3 | plain size 3 | packed bytes |
// Both sizes are little-endian, unlike the file around them. (root-project/root, core/zip/src/RZip.cxx and
// io/doc/TFile/compression.md.)
//
//   algorithm  method  packed bytes
//   "ZL"       8       a zlib stream (Adler-32)                            core/zip/src/RZip.cxx
//   "XZ"       0       an .xz stream with one LZMA2 block (CRC-32)         core/lzma/src/ZipLZMA.c
//   "L4"       1       XXH64 of what follows, big-endian 8; an lz4 block   core/lz4/src/ZipLZ4.cxx
//   "ZS"       1       a zstd frame, ROOT's without, ramet's with XXH64    core/zstd/src/ZipZSTD.cxx
//   "CS"       8       a bare deflate stream, no checksum; until 2005      core/zip/src/RZip.cxx

namespace ramet::inline v1::compression {

inline constexpr std::size_t block_header_size = 9;
inline constexpr std::size_t largest_block = 0xffffff;

/// The two letters and the method byte of a block as a number, first byte most significant.
enum class BlockFormat : std::uint32_t {
  zlib = 0x5a4c08,
  lzma = 0x585a00,
  lz4 = 0x4c3401,
  zstd = 0x5a5301,
  old = 0x435308,
};

/// The nine bytes before a block. Threads: a value.
struct BlockHeader {
  BlockFormat format = BlockFormat::zlib;
  std::uint32_t packed_size = 0;
  std::uint32_t plain_size = 0;

  /// Read and check the header at `offset` of a record: the algorithm is known, the compressed bytes lie in the record,
  /// and the uncompressed size is in 1..`plain_left`. Throws Error(corrupt) or Error(unsupported).
  static BlockHeader read(std::span<const std::byte> record, std::size_t offset, std::uint64_t plain_left);

  void write(std::span<std::byte, block_header_size> to) const noexcept;
};

/// Check the headers of a record's blocks without decompressing. Throws Error(corrupt) unless their uncompressed sizes
/// add up to exactly `plain_size`, every block's codec can reach the ratio that the block claims, and no byte is left
/// over. Call it before allocating `plain_size` bytes that a file asks for.
void check_blocks(std::span<const std::byte> packed, std::uint64_t plain_size);

}  // namespace ramet::inline v1::compression
