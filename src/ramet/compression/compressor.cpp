#include "ramet/compression/compressor.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>

#include "ramet/compression/block.hpp"
#include "ramet/compression/internal/content_probe.hpp"
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
  internal::ContentProbe probe;

  // Encode one block; returns the number of compressed bytes, or 0 when they do not fit.
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
    detail::fail(ErrorKind::misuse, "compression level {} is not in 0..9", settings.level);
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
  detail::fail(ErrorKind::unsupported,
               "ramet does not write compression algorithm {} (zlib, lzma, lz4 and zstd it does)",
               static_cast<int>(settings.algorithm));
}

/// How a record is cut into blocks and encoded.
struct Plan {
  BlockFormat format;
  int level;  // ROOT's, or 0 for zstd's fastest
  std::size_t block_size = largest_block;
};

// Larger records are not probed: in so many bytes, four may repeat by chance.
constexpr std::size_t largest_probed = std::size_t{1} << 20;

// Where nothing repeats, blocks this small compress as well as larger ones, and libdeflate's tables for them stay in
// the cache: measured, 1.6 times the speed of 256 KiB blocks.
constexpr std::size_t skewed_deflate_block = std::size_t{16} << 10;

/// How to compress a record, decided from its content; nothing if it should be stored uncompressed. Codecs spend nearly
/// all their time searching for repetitions, and where there are none, the fastest level gives the same size.
std::optional<Plan> plan_for(std::span<const std::byte> plain, Settings settings, internal::ContentProbe& probe) {
  const Plan as_asked{format_of(settings), settings.level};
  // lzma also models the preceding bytes, which the probe does not measure, and lz4's fast levels are faster than the
  // probe.
  const bool is_quick = as_asked.format == BlockFormat::lz4 && settings.level < internal::first_strong_lz4_level;
  if (as_asked.format == BlockFormat::lzma || is_quick || plain.size() > largest_probed) return as_asked;
  const internal::Content content = probe.probe(plain);
  if (content == internal::Content::matches) return as_asked;
  if (content == internal::Content::noise || as_asked.format == BlockFormat::lz4) return std::nullopt;
  if (as_asked.format == BlockFormat::zlib) return Plan{as_asked.format, 1, skewed_deflate_block};
  return Plan{as_asked.format, 0};
}

}  // namespace

Compressor::Compressor() : states_(std::make_unique<States>()) {}
Compressor::~Compressor() = default;
Compressor::Compressor(Compressor&&) noexcept = default;
Compressor& Compressor::operator=(Compressor&&) noexcept = default;

bool Compressor::compress(std::span<const std::byte> plain, Settings settings, bytes::Buffer& out) {
  if (settings.algorithm == Algorithm::none || settings.level == 0) return false;
  // Readers treat a record as large as its object as uncompressed, so the blocks must fit into one byte less. If one
  // full block does not shrink, the whole record is stored uncompressed, as by TBasket::WriteBuffer.
  const auto plan = plan_for(plain, settings, states_->probe);
  if (!plan || plain.size() <= block_header_size + 1) return false;
  const std::size_t before = out.size();
  std::span<std::byte> room = out.extend(plain.size()).first(plain.size() - 1);
  while (!plain.empty()) {
    const auto block = plain.first(std::min(plain.size(), plan->block_size));
    std::size_t packed_size = 0;
    if (room.size() > block_header_size) {
      const auto packed = room.subspan(block_header_size);
      packed_size =
          states_->encode(plan->format, plan->level, block, packed.first(std::min(packed.size(), largest_block)));
    }
    if (packed_size == 0) {
      out.resize(before);
      return false;
    }
    BlockHeader{plan->format, static_cast<std::uint32_t>(packed_size), static_cast<std::uint32_t>(block.size())}.write(
        room.first<block_header_size>());
    room = room.subspan(block_header_size + packed_size);
    plain = plain.subspan(block.size());
  }
  out.resize(out.size() - room.size() - 1);
  return true;
}

}  // namespace ramet::inline v1::compression
