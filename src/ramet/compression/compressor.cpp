#include "ramet/compression/compressor.hpp"

#include <algorithm>
#include <cstdint>

#include "ramet/compression/block.hpp"
#include "ramet/compression/internal/deflate_codec.hpp"
#include "ramet/compression/internal/lz4_codec.hpp"
#include "ramet/compression/internal/lzma_codec.hpp"
#include "ramet/compression/internal/zstd_codec.hpp"
#include "ramet/core/error.hpp"

namespace ramet::inline v1::compression {

struct Compressor::States {
  internal::DeflateEncoder deflate;
  internal::LzmaEncoder lzma;
  internal::Lz4Encoder lz4;
  internal::ZstdEncoder zstd;

  // One block's packed bytes; their number, or 0 when they do not fit.
  std::size_t encode(BlockFormat format, int level, std::span<const std::byte> plain, std::span<std::byte> packed) {
    switch (format) {
      case BlockFormat::zlib:
        return deflate.encode(plain, packed, level);
      case BlockFormat::lzma:
        return lzma.encode(plain, packed, level);
      case BlockFormat::lz4:
        return lz4.encode(plain, packed, level);
      case BlockFormat::zstd:
        return zstd.encode(plain, packed, level);
      case BlockFormat::old:
        break;
    }
    return 0;
  }
};

namespace {

BlockFormat format_of(Settings settings) {
  if (settings.level < 0 || settings.level > 9)
    fail(ErrorKind::misuse, "compression level {} is not in 0..9", settings.level);
  switch (settings.algorithm) {
    case Algorithm::zlib:
      return BlockFormat::zlib;
    case Algorithm::lzma:
      return BlockFormat::lzma;
    case Algorithm::lz4:
      return BlockFormat::lz4;
    case Algorithm::zstd:
      return BlockFormat::zstd;
    case Algorithm::none:
    case Algorithm::old:
      break;
  }
  fail(ErrorKind::unsupported, "ramet does not write compression algorithm {} (zlib, lzma, lz4 and zstd it does)",
       static_cast<int>(settings.algorithm));
}

}  // namespace

Compressor::Compressor() : states_(std::make_unique<States>()) {}
Compressor::~Compressor() = default;
Compressor::Compressor(Compressor&&) noexcept = default;
Compressor& Compressor::operator=(Compressor&&) noexcept = default;

bool Compressor::compress(std::span<const std::byte> plain, Settings settings, bytes::Buffer& out) {
  if (settings.algorithm == Algorithm::none || settings.level == 0) return false;
  const BlockFormat format = format_of(settings);
  // Readers take a record that is as large as its object for a plain one, so all must fit into one byte less. One full
  // block that does not shrink makes the whole record plain (as TBasket::WriteBuffer does).
  if (plain.size() <= block_header_size + 1) return false;
  const std::size_t before = out.size();
  std::span<std::byte> room = out.extend(plain.size()).first(plain.size() - 1);
  while (!plain.empty()) {
    const auto block = plain.first(std::min(plain.size(), largest_block));
    std::size_t packed_size = 0;
    if (room.size() > block_header_size) {
      const auto packed = room.subspan(block_header_size);
      packed_size =
          states_->encode(format, settings.level, block, packed.first(std::min(packed.size(), largest_block)));
    }
    if (packed_size == 0) {
      out.resize(before);
      return false;
    }
    BlockHeader{format, static_cast<std::uint32_t>(packed_size), static_cast<std::uint32_t>(block.size())}.write(
        room.first<block_header_size>());
    room = room.subspan(block_header_size + packed_size);
    plain = plain.subspan(block.size());
  }
  out.resize(out.size() - room.size() - 1);
  return true;
}

}  // namespace ramet::inline v1::compression
