#include "ramet/compression/decompressor.hpp"

#include "ramet/compression/block.hpp"
#include "ramet/compression/internal/deflate_codec.hpp"
#include "ramet/compression/internal/lz4_codec.hpp"
#include "ramet/compression/internal/lzma_codec.hpp"
#include "ramet/compression/internal/zstd_codec.hpp"
#include "ramet/core/error.hpp"

namespace ramet::inline v1::compression {

struct Decompressor::States {
  internal::DeflateDecoder deflate;
  internal::LzmaDecoder lzma;
  internal::ZstdDecoder zstd;

  void decode(BlockFormat format, std::span<const std::byte> packed, std::span<std::byte> plain) {
    switch (format) {
      case BlockFormat::zlib:
        return deflate.decode_zlib(packed, plain);
      case BlockFormat::old:
        return deflate.decode_bare(packed, plain);
      case BlockFormat::lzma:
        return lzma.decode(packed, plain);
      case BlockFormat::lz4:
        return internal::decode_lz4(packed, plain);
      case BlockFormat::zstd:
        return zstd.decode(packed, plain);
    }
  }
};

Decompressor::Decompressor() : states_(std::make_unique<States>()) {}
Decompressor::~Decompressor() = default;
Decompressor::Decompressor(Decompressor&&) noexcept = default;
Decompressor& Decompressor::operator=(Decompressor&&) noexcept = default;

void Decompressor::decompress(std::span<const std::byte> packed, std::span<std::byte> plain) {
  std::size_t offset = 0;
  while (!plain.empty()) {
    const BlockHeader header = BlockHeader::read(packed, offset, plain.size());
    const auto block = packed.subspan(offset + block_header_size, header.packed_size);
    detail::while_doing(
        [&] { return fmt::format("block at byte {}, {} bytes of {}", offset, block.size(), header.plain_size); },
        [&] { states_->decode(header.format, block, plain.first(header.plain_size)); });
    offset += block_header_size + header.packed_size;
    plain = plain.subspan(header.plain_size);
  }
  if (offset != packed.size())
    detail::fail(ErrorKind::corrupt, "{} bytes are left over after the last block, which ends at byte {}",
                 packed.size() - offset, offset);
}

}  // namespace ramet::inline v1::compression
