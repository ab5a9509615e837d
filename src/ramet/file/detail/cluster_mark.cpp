#include "ramet/file/detail/cluster_mark.hpp"

#include <algorithm>

#include "ramet/bytes/byte_cursor.hpp"
#include "ramet/bytes/byte_writer.hpp"
#include "ramet/bytes/detail/checksum.hpp"
#include "ramet/core/error.hpp"
#include "ramet/file/detail/record_head.hpp"

namespace ramet::inline v1::file {
namespace {

constexpr std::uint8_t format = 1;
constexpr std::size_t checksum_size = sizeof(std::uint64_t);

void write_number(bytes::ByteWriter& writer, std::uint64_t number) {
  for (; number >= 0x80; number >>= 7) writer.write(static_cast<std::uint8_t>(number | 0x80));
  writer.write(static_cast<std::uint8_t>(number));
}

std::uint64_t read_number(bytes::ByteCursor& cursor) {
  std::uint64_t number = 0;
  for (unsigned shift = 0; shift < 64; shift += 7) {
    const auto byte = cursor.read<std::uint8_t>();
    number |= std::uint64_t{byte & 0x7fU} << shift;
    if ((byte & 0x80U) == 0) return number;
  }
  detail::fail(ErrorKind::corrupt, "a number at byte {} has more than 64 bits", cursor.position());
}

/// Read the number of elements of at least `size` bytes each.
std::size_t read_count(bytes::ByteCursor& cursor, std::size_t size) {
  const std::uint64_t count = read_number(cursor);
  if (count > cursor.remaining() / size)
    detail::fail(ErrorKind::corrupt, "{} parts or pieces in {} bytes", count, cursor.remaining());
  return static_cast<std::size_t>(count);
}

ClusterMark::Part read_part(bytes::ByteCursor& cursor) {
  ClusterMark::Part part;
  part.number = read_number(cursor);
  part.pieces.resize(read_count(cursor, 2));
  for (ClusterMark::Piece& piece : part.pieces) {
    piece.elements = read_number(cursor);
    piece.stored_size = read_number(cursor);
  }
  return part;
}

}  // namespace

bool is_cluster_mark(const Key& key) noexcept {
  return key.class_name == blob_class && key.name == cluster_mark_name && !key.is_compressed();
}

bytes::Buffer encode_cluster_mark(const ClusterMark& mark, const MarkHead& head) {
  bytes::ByteWriter payload;
  payload.write(format);
  for (const std::uint64_t number : {mark.sequence, mark.ordinal, mark.entries, mark.size})
    write_number(payload, number);
  payload.write(mark.schema);
  write_number(payload, mark.parts.size());
  for (const ClusterMark::Part& part : mark.parts) {
    write_number(payload, part.number);
    write_number(payload, part.pieces.size());
    for (const ClusterMark::Piece& piece : part.pieces) {
      write_number(payload, piece.elements);
      write_number(payload, piece.stored_size);
    }
  }
  payload.write(bytes::xxh3(payload.span()));
  Key key;
  key.version = head.big ? big_key_version : small_key_version;
  key.date = head.date;
  key.seek_parent = head.seek_parent;
  key.class_name = blob_class;
  key.name = cluster_mark_name;
  key.title = mark.table;
  key.key_length = key_length_of(key.class_name, key.name, key.title, key.is_big());
  key.object_size = static_cast<std::uint32_t>(payload.size());
  key.record_size = key.key_length + key.object_size;
  bytes::ByteWriter record;
  write_key(record, key);
  record.append(payload.span());
  return std::move(record).take();
}

ClusterMark read_cluster_mark(const Key& key, std::span<const std::byte> payload) {
  if (payload.size() < checksum_size + 1)
    detail::fail(ErrorKind::corrupt, "a cluster's mark of {} bytes", payload.size());
  const auto content = payload.first(payload.size() - checksum_size);
  require_same_checksum(bytes::xxh3(content), bytes::load_big_endian<std::uint64_t>(content.data() + content.size()));
  bytes::ByteCursor cursor(content);
  if (const auto found = cursor.read<std::uint8_t>(); found != format)
    detail::fail(ErrorKind::unsupported, "a cluster's mark of format {}", found);
  ClusterMark mark;
  mark.table = key.title;
  for (std::uint64_t* number : {&mark.sequence, &mark.ordinal, &mark.entries, &mark.size})
    *number = read_number(cursor);
  mark.schema = cursor.read<std::uint64_t>();
  mark.parts.resize(read_count(cursor, 2));
  std::ranges::generate(mark.parts, [&] { return read_part(cursor); });
  if (!cursor.at_end()) detail::fail(ErrorKind::corrupt, "{} bytes follow a cluster's mark", cursor.remaining());
  if (mark.size > key.seek)
    detail::fail(ErrorKind::corrupt, "a cluster of {} bytes ends at byte {}", mark.size, key.seek);
  return mark;
}

}  // namespace ramet::inline v1::file
