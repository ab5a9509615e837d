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

namespace {

/// How a record is cut into blocks and encoded.
struct Plan {
  BlockFormat format;
  int level;  // ROOT's, or 0 for zstd's fastest
  std::size_t block_size = largest_block;

  /// The plain size of the next block, of so many bytes that are left: the last two are of one size, as a short last
  /// one might not shrink.
  std::size_t next_block(std::size_t left) const noexcept {
    if (left <= block_size) return left;
    return left < 2 * block_size ? (left + 1) / 2 : block_size;
  }
};

}  // namespace

struct Compressor::States {
  internal::DeflateEncoder deflate;
  internal::LzmaEncoder lzma;
  internal::Lz4Encoder lz4;
  internal::ZstdEncoder zstd;
  internal::ContentProbe probe;

  /// Encode one block; returns the number of compressed bytes, or 0 when they do not fit.
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

  /// Encode all blocks; returns the size of the record, or 0 unless each of them shrinks, with its header: ROOT takes
  /// no others in an ntuple (RNTupleDecompressor::Unzip), and of a basket one that does not shrink for uncompressed
  /// bytes.
  std::size_t encode_all(const Plan& plan, std::span<const std::byte> plain, std::span<std::byte> room) {
    std::size_t size = 0;
    while (!plain.empty()) {
      const auto block = plain.first(plan.next_block(plain.size()));
      if (block.size() <= block_header_size + 1) return 0;
      const auto record = room.subspan(size, block.size() - 1);
      const std::size_t packed = encode(plan.format, plan.level, block, record.subspan(block_header_size));
      if (packed == 0) return 0;
      BlockHeader{plan.format, static_cast<std::uint32_t>(packed), static_cast<std::uint32_t>(block.size())}.write(
          record.first<block_header_size>());
      size += block_header_size + packed;
      plain = plain.subspan(block.size());
    }
    return size;
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
  auto plan = plan_for(plain, settings, states_->probe);
  if (!plan || plain.size() <= block_header_size + 1) return false;
  const std::size_t before = out.size();
  const std::span<std::byte> room = out.extend(plain.size());
  std::size_t packed = states_->encode_all(*plan, plain, room);
  // Noise among what is skewed: small blocks of it do not shrink, the whole may.
  if (packed == 0 && plan->block_size == skewed_deflate_block) {
    plan->block_size = largest_block;
    packed = states_->encode_all(*plan, plain, room);
  }
  out.resize(before + packed);
  return packed != 0;
}

}  // namespace ramet::inline v1::compression
