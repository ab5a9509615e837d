#pragma once

#include <cstddef>
#include <cstdint>

#include "ramet/bytes/byte_writer.hpp"

// What a basket's record has behind its key (TBasket.cxx, TBasket::Streamer):
//   | version 2 | buffer size 4 | entry size 4 | entries 4 | end of data 4 | flag 1 |

namespace ramet::inline v1::tree::internal {

inline constexpr std::uint16_t basket_version = 3;
inline constexpr std::size_t basket_head_size = 2 + 4 + 4 + 4 + 4 + 1;
/// What ROOT writes as the entry size of a basket with offsets: the length of its offset array as allocated.
inline constexpr std::uint32_t offset_array_length = 1000;

/// A basket's own fields. Threads: a value.
struct BasketHead {
  std::uint32_t buffer_size = 0;
  std::uint32_t entry_size = 0;  ///< of entries of one size; else offset_array_length
  std::uint32_t entries = 0;
  std::uint32_t data_end = 0;  ///< counted from the start of the record, uncompressed
};

inline void write_basket_head(bytes::ByteWriter& to, const BasketHead& head) {
  to.write(basket_version);
  to.write(head.buffer_size);
  to.write(head.entry_size);
  to.write(head.entries);
  to.write(head.data_end);
  to.write(std::uint8_t{0});
}

}  // namespace ramet::inline v1::tree::internal
