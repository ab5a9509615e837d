#include "ramet/file/key.hpp"

#include <bit>
#include <charconv>

#include "ramet/core/error.hpp"
#include "ramet/file/detail/record_head.hpp"

namespace ramet::inline v1::file {
namespace {

// nbytes, version, object size, date, key length, cycle
constexpr std::size_t fixed_size = 4 + 2 + 4 + 4 + 2 + 2;
constexpr int position_bits = std::popcount(seek_parent_mask);

constexpr std::string_view checksum_name = " #xxh3:";

std::size_t string_size(std::string_view text) noexcept { return text.size() + (text.size() < 255 ? 1 : 5); }

}  // namespace

bool Key::is_directory() const noexcept { return class_name == "TDirectory" || class_name == "TDirectoryFile"; }

std::uint16_t key_length_of(std::string_view class_name, std::string_view name, std::string_view title, bool big) {
  const std::size_t length =
      fixed_size + (big ? 16 : 8) + string_size(class_name) + string_size(name) + string_size(title);
  if (length > largest_key_length)
    detail::fail(ErrorKind::misuse,
                 "key with a name of {} and a title of {} bytes needs a head of {} bytes, at most {} are possible",
                 name.size(), title.size(), length, largest_key_length);
  return static_cast<std::uint16_t>(length);
}

Key read_key(bytes::ByteCursor& cursor) {
  Key key;
  key.record_size = cursor.read<std::uint32_t>();
  key.version = cursor.read<std::uint16_t>();
  key.object_size = cursor.read<std::uint32_t>();
  key.date = cursor.read<std::uint32_t>();
  key.key_length = cursor.read<std::uint16_t>();
  key.cycle = cursor.read<std::uint16_t>();
  if (key.is_big()) {
    key.seek = cursor.read<std::uint64_t>();
    const auto parent = cursor.read<std::uint64_t>();
    key.seek_parent = parent & seek_parent_mask;
    key.process_id_offset = static_cast<std::uint16_t>(parent >> position_bits);
  } else {
    key.seek = cursor.read<std::uint32_t>();
    key.seek_parent = cursor.read<std::uint32_t>();
  }
  key.class_name = cursor.string();
  key.name = cursor.string();
  key.title = cursor.string();
  if (key.record_size < key.key_length || key.record_size > largest_record_size)
    detail::fail(ErrorKind::corrupt, "record has {} bytes, but a head of {}",
                 static_cast<std::int32_t>(key.record_size), key.key_length);
  return key;
}

Key read_record_head(bytes::ByteCursor& cursor) {
  const std::uint64_t begin = cursor.position();
  Key key = read_key(cursor);
  // In key lists the length may be larger: some have "TDirectoryFile" where the record's head has "TDirectory".
  if (key.key_length < cursor.position() - begin)
    detail::fail(ErrorKind::corrupt, "head has length {}, but its strings end after {} bytes", key.key_length,
                 cursor.position() - begin);
  return key;
}

std::string title_checksum(std::uint64_t checksum) { return fmt::format("{}{:016x}", checksum_name, checksum); }

std::optional<std::uint64_t> checksum_of_title(std::string_view title) noexcept {
  if (title.size() < title_checksum_size) return std::nullopt;
  const std::string_view text = title.substr(title.size() - title_checksum_size);
  if (!text.starts_with(checksum_name)) return std::nullopt;
  const std::string_view digits = text.substr(checksum_name.size());
  std::uint64_t checksum = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), checksum, 16);
  if (error != std::errc{} || end != digits.data() + digits.size()) return std::nullopt;
  return checksum;
}

void require_same_checksum(std::uint64_t found, std::uint64_t stored) {
  if (found != stored) detail::fail(ErrorKind::corrupt, "checksum is {:016x}, expected {:016x}", found, stored);
}

void write_key(bytes::ByteWriter& writer, const Key& key) {
  writer.write(key.record_size);
  writer.write(key.version);
  writer.write(key.object_size);
  writer.write(key.date);
  writer.write(key.key_length);
  writer.write(key.cycle);
  if (key.is_big()) {
    writer.write(key.seek);
    writer.write(key.seek_parent | std::uint64_t{key.process_id_offset} << position_bits);
  } else {
    writer.write(static_cast<std::uint32_t>(key.seek));
    writer.write(static_cast<std::uint32_t>(key.seek_parent));
  }
  writer.string(key.class_name);
  writer.string(key.name);
  writer.string(key.title);
}

}  // namespace ramet::inline v1::file
