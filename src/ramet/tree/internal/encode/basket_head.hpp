#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "ramet/bytes/byte_cursor.hpp"
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

/// What is needed of the fields of a stored basket. Threads: a value.
struct BasketFields {
  bool has_generated_offsets = false;  ///< the sizes of entries stand in place of their offsets
  std::uint32_t entries = 0;
  std::uint32_t last = 0;         ///< as BasketHead::data_end
  std::size_t place_of_last = 0;  ///< in the record
};

/// Read the fields, which begin at `at` in a record. A byte of I/O features follows a negative entry size.
inline BasketFields read_basket_fields(std::span<const std::byte> record, std::size_t at) {
  bytes::ByteCursor cursor(record);
  cursor.seek(at + 2 + 4);
  BasketFields fields;
  if (cursor.read<std::int32_t>() < 0) fields.has_generated_offsets = (cursor.read<std::uint8_t>() & 1) != 0;
  fields.entries = cursor.read<std::uint32_t>();
  fields.place_of_last = static_cast<std::size_t>(cursor.position());
  fields.last = cursor.read<std::uint32_t>();
  return fields;
}

}  // namespace ramet::inline v1::tree::internal
