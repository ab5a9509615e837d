#pragma once

#include <cstddef>
#include <cstdint>

#include "ramet/bytes/byte_cursor.hpp"
#include "ramet/bytes/endian.hpp"
#include "ramet/object/object_reader.hpp"

namespace ramet::inline v1::object::internal {

/// As schema::read_version, but inlined for the usual head: a byte count and a version without special bits.
inline VersionHeader read_quick_head(bytes::ByteCursor& cursor) {
  constexpr std::size_t head_size = 6, count_size = 4;
  if (cursor.remaining() >= head_size) {
    const std::byte* const here = cursor.all().data() + (cursor.all().size() - cursor.remaining());
    const auto word = bytes::load_big_endian<std::uint32_t>(here);
    const std::size_t size = word & ~schema::byte_count_mask;
    const bool is_counted = (word & (schema::byte_count_mask | schema::class_mask)) == schema::byte_count_mask;
    if (is_counted && size >= head_size - count_size && size <= cursor.remaining() - count_size) {
      const auto version = bytes::load_big_endian<std::uint16_t>(here + count_size);
      if (version < schema::memberwise_mask) {
        const std::uint64_t begin = cursor.position();
        cursor.skip(head_size);
        return {.version = version, .memberwise = false, .begin = begin, .end = begin + count_size + size};
      }
    }
  }
  return schema::read_version(cursor);
}

}  // namespace ramet::inline v1::object::internal
