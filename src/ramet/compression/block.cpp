#include "ramet/compression/block.hpp"

#include "ramet/core/error.hpp"

namespace ramet::inline v1::compression {
namespace {

std::uint32_t load3(const std::byte* from) noexcept {
  return std::to_integer<std::uint32_t>(from[0]) | std::to_integer<std::uint32_t>(from[1]) << 8 |
         std::to_integer<std::uint32_t>(from[2]) << 16;
}

void store3(std::byte* to, std::uint32_t number) noexcept {
  to[0] = static_cast<std::byte>(number);
  to[1] = static_cast<std::byte>(number >> 8);
  to[2] = static_cast<std::byte>(number >> 16);
}

BlockFormat known_format(std::span<const std::byte> header, std::size_t offset) {
  const std::uint32_t number = std::to_integer<std::uint32_t>(header[0]) << 16 |
                               std::to_integer<std::uint32_t>(header[1]) << 8 |
                               std::to_integer<std::uint32_t>(header[2]);
  switch (const auto format = static_cast<BlockFormat>(number)) {
    case BlockFormat::zlib:
    case BlockFormat::lzma:
    case BlockFormat::lz4:
    case BlockFormat::zstd:
    case BlockFormat::old:
      return format;
  }
  detail::fail(ErrorKind::unsupported, "block at byte {} has unknown algorithm and method {:#08x}", offset, number);
}

// The most uncompressed bytes that a codec can make of one compressed byte.
std::uint64_t largest_ratio(BlockFormat format) noexcept {
  switch (format) {
    case BlockFormat::zlib:
    case BlockFormat::old:
      return 1032;  // a match of 258 bytes takes at least 2 bits (RFC 1951, 3.2.5)
    case BlockFormat::lz4:
      return 255;  // a length byte stands for at most 255 bytes (lz4_Block_format.md)
    case BlockFormat::lzma:
      return 16384;  // 273 bytes take at least 13 decisions of log2(2048/2017) bits: 7,700, rounded up
    case BlockFormat::zstd:
      return 32768;  // a run of 128 KiB takes 4 bytes (RFC 8878, 3.1.1.2)
  }
  return 0;
}

}  // namespace

BlockHeader BlockHeader::read(std::span<const std::byte> record, std::size_t offset, std::uint64_t plain_left) {
  const auto rest = record.subspan(offset);
  if (rest.size() < block_header_size)
    detail::fail(ErrorKind::corrupt, "block at byte {} is truncated: its header takes {} bytes, {} are left", offset,
                 block_header_size, rest.size());
  const BlockHeader header{known_format(rest, offset), load3(rest.data() + 3), load3(rest.data() + 6)};
  if (header.packed_size > rest.size() - block_header_size)
    detail::fail(ErrorKind::corrupt, "block at byte {} is truncated: it has {} compressed bytes, {} are left", offset,
                 header.packed_size, rest.size() - block_header_size);
  if (header.plain_size == 0 || header.plain_size > plain_left)
    detail::fail(ErrorKind::corrupt, "block at byte {} claims {} uncompressed bytes, but 1 to {} are expected", offset,
                 header.plain_size, plain_left);
  return header;
}

void BlockHeader::write(std::span<std::byte, block_header_size> to) const noexcept {
  const auto number = static_cast<std::uint32_t>(format);
  to[0] = static_cast<std::byte>(number >> 16);
  to[1] = static_cast<std::byte>(number >> 8);
  to[2] = static_cast<std::byte>(number);
  store3(&to[3], packed_size);
  store3(&to[6], plain_size);
}

void check_blocks(std::span<const std::byte> packed, std::uint64_t plain_size) {
  std::size_t offset = 0;
  while (plain_size > 0) {
    const BlockHeader header = BlockHeader::read(packed, offset, plain_size);
    if (header.plain_size > header.packed_size * largest_ratio(header.format))
      detail::fail(ErrorKind::corrupt,
                   "block at byte {} claims that {} bytes are compressed to {}, which its codec cannot do", offset,
                   header.plain_size, header.packed_size);
    offset += block_header_size + header.packed_size;
    plain_size -= header.plain_size;
  }
  if (offset != packed.size())
    detail::fail(ErrorKind::corrupt, "{} bytes are left over after the last block, which ends at byte {}",
                 packed.size() - offset, offset);
}

}  // namespace ramet::inline v1::compression
