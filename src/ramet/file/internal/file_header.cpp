#include "ramet/file/internal/file_header.hpp"

#include <algorithm>
#include <string>

#include "ramet/bytes/byte_cursor.hpp"
#include "ramet/bytes/endian.hpp"
#include "ramet/core/error.hpp"
#include "ramet/file/internal/foreign_format.hpp"

namespace ramet::inline v1::file {
namespace {

constexpr std::string_view magic = "root";

// Up to the size of the streamer infos, with 4-byte seeks.
constexpr std::size_t smallest_header = 45;

// Far above any version of ROOT: 6.40.00 is 64000, and 64-bit files add 1,000,000.
constexpr std::uint32_t most_version = 2'000'000;

std::string first_bytes(std::span<const std::byte> bytes) {
  std::string hexadecimal;
  for (const std::byte byte : bytes.first(std::min<std::size_t>(bytes.size(), 8)))
    hexadecimal += fmt::format("{}{:02x}", hexadecimal.empty() ? "" : " ", std::to_integer<int>(byte));
  return hexadecimal;
}

void require_root_file(std::span<const std::byte> bytes) {
  const auto expected = std::as_bytes(std::span(magic));
  const bool has_magic = bytes.size() >= magic.size() && std::ranges::equal(bytes.first(magic.size()), expected);
  if (!has_magic) {
    const std::string format = foreign_format_of(bytes);
    if (bytes.empty()) detail::fail(ErrorKind::corrupt, "not a ROOT file: it is {}", format);
    detail::fail(ErrorKind::corrupt, "not a ROOT file: it begins with '{}' instead of '{}' ({}){}{}",
                 first_bytes(bytes), first_bytes(expected), magic, format.empty() ? "" : ", and looks like ", format);
  }
  if (bytes.size() < smallest_header)
    detail::fail(ErrorKind::corrupt, "file is truncated: it has {} bytes, fewer than the {} of a header", bytes.size(),
                 smallest_header);
  const auto version = bytes::load_big_endian<std::uint32_t>(bytes.data() + magic.size());
  if (version >= most_version)
    detail::fail(ErrorKind::corrupt,
                 "not a ROOT file: it begins with '{}', but its version is {}, expected less than {}", magic, version,
                 most_version);
}

}  // namespace

FileHeader read_file_header(std::span<const std::byte> bytes) {
  require_root_file(bytes);
  bytes::ByteCursor cursor(bytes);
  cursor.skip(magic.size());
  FileHeader header;
  header.version = cursor.read<std::uint32_t>();
  header.begin = cursor.read<std::uint32_t>();
  const auto read_seek = [&] {
    return header.is_big() ? cursor.read<std::uint64_t>() : std::uint64_t{cursor.read<std::uint32_t>()};
  };
  header.end = read_seek();
  header.seek_free = read_seek();
  header.free_size = cursor.read<std::uint32_t>();
  header.free_count = cursor.read<std::uint32_t>();
  header.name_size = cursor.read<std::uint32_t>();
  header.units = cursor.read<std::uint8_t>();
  header.compression = cursor.read<std::uint32_t>();
  header.seek_streamer_info = read_seek();
  header.streamer_info_size = cursor.read<std::uint32_t>();
  if (header.begin < cursor.position())
    detail::fail(ErrorKind::corrupt, "first record begins at byte {}, inside the file header, which ends at {}",
                 header.begin, cursor.position());
  // Files older than ROOT 3 have no UUID here.
  if (header.begin >= cursor.position() + 2 + header.uuid.size() && cursor.remaining() >= 2 + header.uuid.size()) {
    cursor.skip(2);
    std::ranges::copy(cursor.take(header.uuid.size()), header.uuid.begin());
  }
  return header;
}

void write_file_header(bytes::ByteWriter& writer, const FileHeader& header) {
  const auto write_seek = [&](std::uint64_t seek) {
    if (header.is_big()) {
      writer.write(seek);
    } else {
      writer.write(static_cast<std::uint32_t>(seek));
    }
  };
  const std::size_t start = writer.size();
  writer.append(magic);
  writer.write(header.version);
  writer.write(static_cast<std::uint32_t>(header.begin));
  write_seek(header.end);
  write_seek(header.seek_free);
  writer.write(header.free_size);
  writer.write(header.free_count);
  writer.write(header.name_size);
  writer.write(header.units);
  writer.write(header.compression);
  write_seek(header.seek_streamer_info);
  writer.write(header.streamer_info_size);
  const std::size_t taken = writer.size() - start;
  if (taken > header.begin)
    detail::fail(ErrorKind::unsupported,
                 "first record begins at byte {}, which leaves no room for a header of {} bytes", header.begin, taken);
  if (header.begin - taken >= 2 + header.uuid.size()) {  // not in files older than ROOT 3
    writer.write(std::uint16_t{1});                      // version of TUUID
    writer.append(header.uuid);
  }
  writer.zeros(header.begin - (writer.size() - start));
}

}  // namespace ramet::inline v1::file
