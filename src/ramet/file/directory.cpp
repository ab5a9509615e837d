#include "ramet/file/directory.hpp"

#include <algorithm>
#include <charconv>
#include <unordered_set>

#include "ramet/bytes/detail/checksum.hpp"
#include "ramet/core/error.hpp"
#include "ramet/file/detail/nearest_names.hpp"

namespace ramet::inline v1::file {
namespace {

// The smallest key head: three empty strings.
constexpr std::size_t smallest_key = 29;

std::string cycles_of(const Directory& directory, std::string_view name) {
  std::string cycles;
  for (const Key& key : directory.keys)
    if (key.name == name) cycles += fmt::format("{}{}", cycles.empty() ? "" : ", ", key.cycle);
  return cycles;
}

/// A count and the key heads. More bytes may follow: uproot leaves spare room, and keys that it deleted.
std::vector<Key> read_keys(bytes::ByteCursor& cursor) {
  const std::size_t count = cursor.count(smallest_key, "number of keys");
  std::vector<Key> keys;
  keys.reserve(count);
  for (std::size_t number = 0; number < count; ++number) {
    detail::while_doing([&] { return fmt::format("key {} of {}", number + 1, count); },
                        [&] { keys.push_back(read_key(cursor)); });
  }
  return keys;
}

}  // namespace

DirectoryHead read_directory_head(bytes::ByteCursor& cursor) {
  DirectoryHead head;
  head.version = cursor.read<std::uint16_t>();
  head.created = cursor.read<std::uint32_t>();
  head.modified = cursor.read<std::uint32_t>();
  head.keys_size = cursor.read<std::uint32_t>();
  head.name_size = cursor.read<std::uint32_t>();
  const auto read_seek = [&] {
    return head.is_big() ? cursor.read<std::uint64_t>() : std::uint64_t{cursor.read<std::uint32_t>()};
  };
  head.seek = read_seek();
  head.seek_parent = read_seek();
  head.seek_keys = read_seek();
  const int layout = head.version % 1000;
  if (layout > 2) cursor.skip(2);
  if (layout > 1) std::ranges::copy(cursor.take(head.uuid.size()), head.uuid.begin());
  return head;
}

void write_directory_head(bytes::ByteWriter& writer, const DirectoryHead& head) {
  writer.write(head.version);
  writer.write(head.created);
  writer.write(head.modified);
  writer.write(head.keys_size);
  writer.write(head.name_size);
  for (const std::uint64_t seek : {head.seek, head.seek_parent, head.seek_keys}) {
    if (head.is_big()) {
      writer.write(seek);
    } else {
      writer.write(static_cast<std::uint32_t>(seek));
    }
  }
  const int layout = head.version % 1000;
  if (layout > 2) writer.write(std::uint16_t{1});  // version of TUUID
  if (layout > 1) writer.append(head.uuid);
  writer.zeros(directory_head_padding(head));
}

const Key* Directory::find(std::string_view name, std::optional<std::uint16_t> cycle) const noexcept {
  const Key* best = nullptr;
  for (const Key& key : keys) {
    if (key.name != name) continue;
    if (cycle && key.cycle != *cycle) continue;
    if (best == nullptr || key.cycle > best->cycle) best = &key;
  }
  return best;
}

const Key& Directory::at(std::string_view name, std::optional<std::uint16_t> cycle) const {
  if (const Key* key = find(name, cycle)) return *key;
  const std::string place = path.empty() ? "" : fmt::format(" in directory '{}'", path);
  if (cycle && find(name) != nullptr)
    detail::fail(ErrorKind::not_found, "no cycle {} of '{}'{}: it has {}", *cycle, name, place, cycles_of(*this, name));
  std::vector<std::string_view> names;
  std::unordered_set<std::string_view> seen;  // several cycles have one name
  for (const Key& key : keys)
    if (seen.insert(key.name).second) names.push_back(key.name);
  detail::fail(ErrorKind::not_found, "no key '{}'{}{}", name, place, suggest_names(name, names));
}

std::uint64_t list_checksum(std::span<const std::byte> payload) noexcept {
  constexpr std::uint64_t low = (std::uint64_t{1} << 48) - 1;
  return (std::uint64_t{payload.size()} << 48) | (bytes::xxh3(payload) & low);
}

std::optional<std::uint64_t> stored_list_checksum(const Key& own, const DirectoryHead& directory) noexcept {
  const auto checksum = checksum_of_title(own.title);
  const std::uint16_t size = static_cast<std::uint16_t>(own.record_size - own.key_length);
  if (!checksum || *checksum >> 48 != size || own.date != directory.modified) return std::nullopt;
  return checksum;
}

std::string list_contradiction(const Key& own, const DirectoryHead& directory, std::uint64_t size) {
  if (own.seek == directory.seek_keys && own.record_size == size) return {};
  return fmt::format("the record's head has {} bytes at byte {}, expected {} at byte {} as in the directory",
                     own.record_size, own.seek, size, directory.seek_keys);
}

std::vector<Key> read_key_list(std::span<const std::byte> record, const DirectoryHead& directory) {
  const std::uint64_t seek = directory.seek_keys;
  bytes::ByteCursor cursor(record, seek);
  const Key own = read_record_head(cursor);
  const std::string contradiction = list_contradiction(own, directory, record.size());
  const bool is_list = own.class_name == "TFile" || own.is_directory();
  if (!contradiction.empty() && !is_list) detail::fail(ErrorKind::corrupt, "{}", contradiction);
  // Elsewhere other bytes may follow the head; here a wrong length would make keys appear missing.
  if (cursor.position() != seek + own.key_length)
    detail::fail(ErrorKind::corrupt, "its head has length {}, but ends after {} bytes", own.key_length,
                 cursor.position() - seek);
  if (const auto checksum = stored_list_checksum(own, directory))
    require_same_checksum(list_checksum(record.subspan(own.key_length)), *checksum);
  if (contradiction.empty()) return read_keys(cursor);
  std::vector<Key> keys = detail::while_doing(contradiction, [&] { return read_keys(cursor); });
  const auto is_here = [&](const Key& key) { return key.seek_parent == directory.seek; };
  if (!std::ranges::all_of(keys, is_here))
    detail::fail(ErrorKind::corrupt, "{}, and not all of its {} keys belong to the directory at byte {}", contradiction,
                 keys.size(), directory.seek);
  return keys;
}

NameAndCycle split_cycle(std::string_view text) noexcept {
  const std::size_t semicolon = text.rfind(';');
  if (semicolon == std::string_view::npos) return {text, std::nullopt};
  const std::string_view digits = text.substr(semicolon + 1);
  std::uint16_t cycle = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), cycle);
  if (error != std::errc() || end != digits.data() + digits.size() || cycle == 0) return {text, std::nullopt};
  return {text.substr(0, semicolon), cycle};
}

}  // namespace ramet::inline v1::file
