#include "ramet/ntuple/blob.hpp"

#include <algorithm>

#include "ramet/bytes/buffer.hpp"
#include "ramet/bytes/endian.hpp"
#include "ramet/core/error.hpp"

namespace ramet::inline v1::ntuple {
namespace {

constexpr std::uint8_t large_locator = 1;
constexpr std::uint64_t offset_size = 8;

/// The number of records for `size` bytes and the offsets of all records but the first.
std::uint64_t record_count(std::uint64_t size, std::uint64_t largest_key) {
  std::uint64_t records = size / largest_key + (size % largest_key != 0 ? 1 : 0);
  const std::uint64_t spare = records * largest_key - size;
  if ((records - 1) * offset_size > spare) ++records;
  return records;
}

}  // namespace

Locator read_locator(FrameCursor& cursor) {
  const std::uint64_t begin = cursor.position();
  const auto head = cursor.read<std::int32_t>();
  if (head >= 0) {
    const auto offset = cursor.read<std::uint64_t>();
    return {offset, static_cast<std::uint64_t>(head)};
  }
  // As for a frame, the size is that of the whole; the sign is the highest bit of the type.
  const auto bits = static_cast<std::uint32_t>(head);
  const std::size_t size = bits & 0xffff;
  const auto type = static_cast<std::uint8_t>(bits >> 24 & 0x7f);
  if (size < 4) detail::fail(ErrorKind::corrupt, "a locator at byte {} has a size of {}", begin, size);
  const std::uint64_t origin = cursor.position();
  FrameCursor rest(cursor.take(size - 4), origin);
  if (type != large_locator)
    detail::fail(ErrorKind::unsupported, "a locator at byte {} is of type {:#x}, ramet reads files only", begin, type);
  const auto blob_size = rest.read<std::uint64_t>();
  const auto offset = rest.read<std::uint64_t>();
  return {offset, blob_size};
}

EnvelopeLink read_envelope_link(FrameCursor& cursor) {
  const auto unpacked_size = cursor.read<std::uint64_t>();
  return {unpacked_size, read_locator(cursor)};
}

void BlobReader::require(const Locator& locator) const {
  if (is_whole(locator.size)) return source_->require_range(locator.offset, locator.size);
  source_->require_range(locator.offset, largest_key_);
  source_->require_range(0, locator.size);
}

void BlobReader::read(std::uint64_t offset, std::span<std::byte> into) const {
  if (is_whole(into.size())) return source_->read_at(offset, into);
  const std::uint64_t records = record_count(into.size(), largest_key_);
  const std::uint64_t table_size = (records - 1) * offset_size;
  if (table_size >= largest_key_)
    detail::fail(ErrorKind::corrupt,
                 "{} bytes at offset {} are spread over {} records of {} bytes, too many for the first to list",
                 into.size(), offset, records, largest_key_);
  const std::uint64_t first_size = largest_key_ - table_size;
  source_->read_at(offset, into.first(first_size));
  bytes::Buffer table(table_size);
  source_->read_at(offset + first_size, table.span());
  auto rest = into.subspan(first_size);
  for (std::uint64_t record = 0; record + 1 < records; ++record) {
    const auto at = bytes::load_little_endian<std::uint64_t>(table.data() + record * offset_size);
    const auto part = rest.first(std::min<std::uint64_t>(largest_key_, rest.size()));
    source_->read_at(at, part);
    rest = rest.subspan(part.size());
  }
}

}  // namespace ramet::inline v1::ntuple
