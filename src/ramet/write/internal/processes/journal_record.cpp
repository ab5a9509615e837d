#include "ramet/write/internal/processes/journal_record.hpp"

#include <algorithm>
#include <chrono>

#include "ramet/bytes/byte_cursor.hpp"
#include "ramet/bytes/byte_writer.hpp"
#include "ramet/bytes/detail/checksum.hpp"
#include "ramet/core/error.hpp"

namespace ramet::inline v1::write::internal {
namespace {

using bytes::ByteCursor;
using bytes::ByteWriter;

constexpr std::string_view magic = "RMTJ";
constexpr std::uint16_t version = 1;
constexpr std::size_t frame = 5;  // size and kind
constexpr std::size_t checksum_size = 8;
constexpr std::size_t bytes_per_part = 12;
constexpr std::size_t bytes_per_piece = 20;
constexpr std::uint64_t longest_time = std::uint64_t{1} << 60;  // nanoseconds

enum class Kind : std::uint8_t { began = 1, cluster, ended, left };

void add_checksum(ByteWriter& writer) { writer.write(bytes::xxh3(writer.span())); }

Kind write_payload(ByteWriter& writer, const ContextBegan& began) {
  writer.write(began.table);
  writer.write(began.context);
  writer.write(began.sequence);
  return Kind::began;
}

Kind write_payload(ByteWriter& writer, const ClusterWritten& written) {
  const auto& [place, entries, extent, pieces, pieces_of_part, part_numbers] = written.cluster;
  writer.write(written.table);
  writer.write(place.sequence);
  writer.write(place.ordinal);
  writer.write(entries);
  writer.write(extent.offset);
  writer.write(extent.size);
  writer.write(static_cast<std::uint32_t>(pieces_of_part.size()));
  for (std::size_t part = 0; part < pieces_of_part.size(); ++part) {
    writer.write(pieces_of_part[part]);
    writer.write(part_numbers[part]);
  }
  for (const auto& [elements, stored_size, plain_size, offset] : pieces) {
    writer.write(elements);
    writer.write(stored_size);
    writer.write(plain_size);
    writer.write(offset);
  }
  return Kind::cluster;
}

Kind write_payload(ByteWriter& writer, const ContextEnded& ended) {
  const auto& [number, entries, clusters, times] = ended.report;
  writer.write(ended.table);
  writer.write(number);
  writer.write(entries);
  writer.write(clusters);
  for (std::size_t stage = 0; stage < stage_count; ++stage)
    writer.write(static_cast<std::uint64_t>(times.seconds(static_cast<Stage>(stage)) * 1e9));
  writer.write(ended.lost);
  return Kind::ended;
}

Kind write_payload(ByteWriter&, const ProcessLeft&) { return Kind::left; }

ContextBegan read_began(ByteCursor& cursor) {
  ContextBegan began;
  began.table = cursor.read<std::uint32_t>();
  began.context = cursor.read<std::uint64_t>();
  began.sequence = cursor.read<std::uint64_t>();
  return began;
}

void read_pieces(ByteCursor& cursor, table::ClusterDescriptor& cluster) {
  const std::size_t parts = cursor.count(bytes_per_part, "parts of a cluster");
  std::uint64_t pieces = 0;
  for (std::size_t part = 0; part < parts; ++part) {
    cluster.pieces_of_part.push_back(cursor.read<std::uint32_t>());
    cluster.part_numbers.push_back(cursor.read<std::uint64_t>());
    pieces += cluster.pieces_of_part.back();
  }
  if (pieces != cursor.remaining() / bytes_per_piece)
    detail::fail(ErrorKind::corrupt, "{} bytes are left for {} pieces of a cluster", cursor.remaining(), pieces);
  for (std::uint64_t number = 0; number < pieces; ++number) {
    table::Piece& piece = cluster.pieces.emplace_back();
    piece.elements = cursor.read<std::uint32_t>();
    piece.stored_size = cursor.read<std::uint32_t>();
    piece.plain_size = cursor.read<std::uint32_t>();
    piece.offset = cursor.read<std::uint64_t>();
    const io::Extent& extent = cluster.extent;
    if (piece.offset < extent.offset || piece.stored_size > extent.size ||
        piece.offset - extent.offset > extent.size - piece.stored_size)
      detail::fail(ErrorKind::corrupt, "a piece of {} bytes at byte {} is not in its cluster of {} bytes at byte {}",
                   piece.stored_size, piece.offset, extent.size, extent.offset);
  }
}

ClusterWritten read_cluster(ByteCursor& cursor) {
  ClusterWritten written;
  table::ClusterDescriptor& cluster = written.cluster;
  written.table = cursor.read<std::uint32_t>();
  cluster.place.sequence = cursor.read<std::uint64_t>();
  cluster.place.ordinal = cursor.read<std::uint64_t>();
  cluster.entries = cursor.read<std::uint64_t>();
  cluster.extent.offset = cursor.read<std::uint64_t>();
  cluster.extent.size = cursor.read<std::uint64_t>();
  read_pieces(cursor, cluster);
  if (cluster.entries == 0 && !cluster.pieces_of_part.empty())
    detail::fail(ErrorKind::corrupt, "a cluster of 0 entries has {} parts", cluster.pieces_of_part.size());
  return written;
}

ContextEnded read_ended(ByteCursor& cursor) {
  ContextEnded ended;
  ended.table = cursor.read<std::uint32_t>();
  ended.report.number = cursor.read<std::uint64_t>();
  ended.report.entries = cursor.read<std::uint64_t>();
  ended.report.clusters = cursor.read<std::uint64_t>();
  for (std::size_t stage = 0; stage < stage_count; ++stage) {
    const auto nanoseconds = std::min(cursor.read<std::uint64_t>(), longest_time);
    ended.report.times.add(static_cast<Stage>(stage),
                           std::chrono::duration_cast<TraceClock::duration>(std::chrono::nanoseconds(nanoseconds)));
  }
  ended.lost = cursor.read<std::uint64_t>();
  return ended;
}

JournalRecord read_payload(std::uint8_t kind, ByteCursor& cursor) {
  switch (static_cast<Kind>(kind)) {
    case Kind::began:
      return read_began(cursor);
    case Kind::cluster:
      return read_cluster(cursor);
    case Kind::ended:
      return read_ended(cursor);
    case Kind::left:
      return ProcessLeft{};
  }
  detail::fail(ErrorKind::corrupt, "unknown kind {} of record", kind);
}

}  // namespace

bytes::Buffer encode_head(const JournalHead& head) {
  ByteWriter writer;
  writer.append(magic);
  writer.write(version);
  writer.append(std::span(head.id));
  writer.write(head.process);
  writer.write(head.pid);
  add_checksum(writer);
  return std::move(writer).take();
}

JournalHead decode_head(std::span<const std::byte> bytes) {
  ByteCursor cursor(bytes);
  const auto begin = cursor.take(magic.size());
  if (!std::ranges::equal(begin, std::as_bytes(std::span(magic)))) detail::fail(ErrorKind::corrupt, "not a journal");
  if (const auto stated = cursor.read<std::uint16_t>(); stated != version)
    detail::fail(ErrorKind::unsupported, "version is {}, expected {}", stated, version);
  JournalHead head;
  std::ranges::copy(cursor.take(head.id.size()), head.id.begin());
  head.process = cursor.read<std::uint64_t>();
  head.pid = cursor.read<std::uint64_t>();
  const std::uint64_t found = bytes::xxh3(bytes.first(cursor.position()));
  if (const auto expected = cursor.read<std::uint64_t>(); found != expected)
    detail::fail(ErrorKind::corrupt, "the head's checksum is {:016x}, expected {:016x}", found, expected);
  return head;
}

bytes::Buffer encode_record(const JournalRecord& record) {
  ByteWriter payload;
  const Kind kind = std::visit([&](const auto& one) { return write_payload(payload, one); }, record);
  ByteWriter writer;
  writer.write(static_cast<std::uint32_t>(payload.size()));
  writer.write(static_cast<std::uint8_t>(kind));
  writer.append(payload.span());
  add_checksum(writer);
  return std::move(writer).take();
}

std::optional<DecodedRecord> decode_record(std::span<const std::byte> bytes, std::uint64_t position) {
  if (bytes.size() < frame + checksum_size) return std::nullopt;
  ByteCursor cursor(bytes, position);
  const auto size = cursor.read<std::uint32_t>();
  if (size > bytes.size() - frame - checksum_size) return std::nullopt;
  const std::span<const std::byte> summed = bytes.first(frame + size);
  if (bytes::load_big_endian<std::uint64_t>(bytes.data() + summed.size()) != bytes::xxh3(summed)) return std::nullopt;
  return detail::while_doing([&] { return fmt::format("record at byte {}", position); },
                             [&] {
                               const auto kind = cursor.read<std::uint8_t>();
                               ByteCursor payload(cursor.take(size), position + frame);
                               DecodedRecord decoded{read_payload(kind, payload), frame + size + checksum_size};
                               if (!payload.at_end())
                                 detail::fail(ErrorKind::corrupt, "{} unexpected bytes at the end",
                                              payload.remaining());
                               return decoded;
                             });
}

}  // namespace ramet::inline v1::write::internal
