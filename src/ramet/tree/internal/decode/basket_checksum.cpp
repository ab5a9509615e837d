#include "ramet/tree/internal/decode/basket_checksum.hpp"

#include <array>

#include "ramet/bytes/detail/checksum.hpp"
#include "ramet/bytes/endian.hpp"

namespace ramet::inline v1::tree {

std::uint64_t basket_checksum(std::span<const std::byte> payload, std::uint32_t entries,
                              std::uint32_t data_size) noexcept {
  // | XXH3 of the payload 8 | its size 8 | entries 4 | size of the entries' bytes 4 |
  std::array<std::byte, 24> summary;
  bytes::store_big_endian(summary.data(), bytes::xxh3(payload));
  bytes::store_big_endian(summary.data() + 8, std::uint64_t{payload.size()});
  bytes::store_big_endian(summary.data() + 16, entries);
  bytes::store_big_endian(summary.data() + 20, data_size);
  return bytes::xxh3(summary);
}

}  // namespace ramet::inline v1::tree
