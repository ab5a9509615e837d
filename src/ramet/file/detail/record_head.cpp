#include "ramet/file/detail/record_head.hpp"

#include <algorithm>

#include "ramet/bytes/endian.hpp"
#include "ramet/file/key.hpp"

namespace ramet::inline v1::file {

bool has_big_head(std::span<const std::byte> record) noexcept {
  Key key;
  key.version = bytes::load_big_endian<std::uint16_t>(record.data() + version_offset);
  return key.is_big();
}

void place_record(std::span<std::byte> record, bool big, std::uint64_t seek) noexcept {
  std::byte* const at = record.data() + seek_offset;
  if (big) {
    bytes::store_big_endian(at, seek);
  } else {
    bytes::store_big_endian(at, static_cast<std::uint32_t>(seek));
  }
}

void move_record(std::span<std::byte> record, std::uint64_t seek, std::uint64_t seek_directory) noexcept {
  const bool big = has_big_head(record);
  place_record(record, big, seek);
  std::byte* const parent = record.data() + seek_offset + (big ? 8 : 4);
  if (big) {
    const auto before = bytes::load_big_endian<std::uint64_t>(parent);
    bytes::store_big_endian(parent, (before & ~seek_parent_mask) | seek_directory);
  } else {
    bytes::store_big_endian(parent, static_cast<std::uint32_t>(seek_directory));
  }
}

void forget_place(std::span<std::byte> record) noexcept {
  constexpr std::size_t date_size = 4;
  if (record.size() < seek_offset) return;
  const std::size_t seeks_size = has_big_head(record) ? 16 : 8;
  if (record.size() < seek_offset + seeks_size) return;
  std::ranges::fill(record.subspan(date_offset, date_size), std::byte{0});
  std::ranges::fill(record.subspan(seek_offset, seeks_size), std::byte{0});
}

}  // namespace ramet::inline v1::file
