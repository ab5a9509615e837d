#include "ramet/file/internal/writer_state.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "ramet/core/error.hpp"
#include "ramet/file/internal/existing_file.hpp"
#include "ramet/file/internal/file_header.hpp"
#include "ramet/file/internal/stamp.hpp"

namespace ramet::inline v1::file {
namespace {

// The version in files of ROOT 6.40/00, whose records begin at byte 100.
constexpr std::uint32_t root_version = 64000;
constexpr std::uint64_t first_record = 100;
constexpr std::uint16_t key_version = 4;
constexpr std::uint16_t big_version_offset = 1000;

std::string_view last_part(std::string_view path) noexcept { return path.substr(path.rfind('/') + 1); }

// File name and (empty) title, between the head and the body of the root directory's record.
std::size_t root_names_size(std::string_view file_name) noexcept {
  return file_name.size() + (file_name.size() < 255 ? 1 : 5) + 1;
}

// Write a body in its existing layout, with seeks as large as needed, into the room in its record; records of old files
// have no zeros after it.
void write_body_of(bytes::ByteWriter& writer, DirectoryHead head, std::uint64_t room) {
  const bool big = std::max({head.seek, head.seek_parent, head.seek_keys}) > start_of_big_file;
  head.version = static_cast<std::uint16_t>(head.version % big_version_offset + (big ? big_version_offset : 0));
  bytes::ByteWriter body;
  write_directory_head(body, head);
  if (body.size() - directory_head_padding(head) > room)
    detail::fail(ErrorKind::unsupported, "directory at byte {} has no room for positions beyond 2 GB", head.seek);
  writer.append(body.span().first(std::min<std::size_t>(body.size(), room)));
}

std::unordered_map<std::string, std::uint16_t> highest_cycles_of(std::span<const Key> keys) {
  std::unordered_map<std::string, std::uint16_t> found;
  for (const Key& key : keys) {
    std::uint16_t& highest = found[key.name];
    highest = std::max(highest, key.cycle);
  }
  return found;
}

}  // namespace

FileWriter::State::State(std::unique_ptr<io::ByteSink> sink, FileWriterOptions wanted)
    : options(wanted), file_name(last_part(sink->name())), space(std::move(sink), first_record) {
  DirectoryState root;
  root.committed = true;
  root.is_packed = true;
  root.key = head_of("TFile", file_name, "", 0, false);
  root.key.seek = first_record;
  root.key.object_size = static_cast<std::uint32_t>(root_names_size(file_name) + directory_head_size);
  root.key.record_size = root.key.key_length + root.key.object_size;
  root.head.seek = first_record;
  root.head.name_size = static_cast<std::uint32_t>(root.key.key_length + root_names_size(file_name));
  root.head.created = root.head.modified = date();
  root.head.uuid = new_uuid("");
  space.take_extent(root.key.record_size);
  bytes::ByteWriter names;
  write_key(names, root.key);
  names.string(root.key.name);
  names.string(root.key.title);
  root_names = std::move(names).take();

  header.version = root_version;
  header.begin = first_record;
  header.end = space.end();
  header.name_size = root.head.name_size;
  header.compression = static_cast<std::uint32_t>(options.compression.code());
  header.uuid = root.head.uuid;
  directories.push_back(std::move(root));
  write_front(header, directories.front().head);
}

FileWriter::State::State(std::unique_ptr<io::ByteSink> sink, FileWriterOptions wanted, ExistingFile existing)
    : options(wanted),
      file_name(existing.directories.front().key.name),
      space(std::move(sink), existing.header.end, std::move(existing.free)),
      fills_holes(!wanted.reproducible),
      header(existing.header),
      directories(std::move(existing.directories)),
      streamer_infos(std::move(existing.streamer_infos)),
      root_names(std::move(existing.root_names)),
      unmarked(std::move(existing.unmarked)),
      has_list_checksums(existing.has_list_checksums) {}

std::uint32_t FileWriter::State::date() const noexcept { return options.reproducible ? fixed_date : packed_now(); }

Uuid FileWriter::State::new_uuid(std::string_view path) const {
  return options.reproducible ? uuid_of(fmt::format("{}:{}", file_name, path)) : random_uuid();
}

Key FileWriter::State::head_of(std::string_view class_name, std::string_view name, std::string_view title,
                               std::uint64_t seek_parent, bool big) const {
  Key key;
  key.version = static_cast<std::uint16_t>(key_version + (big ? big_version_offset : 0));
  key.date = date();
  key.key_length = key_length_of(class_name, name, title, big);
  key.seek_parent = seek_parent;
  key.class_name = class_name;
  key.name = name;
  key.title = title;
  return key;
}

Key FileWriter::State::write_plain(std::string_view class_name, std::string_view name, std::string_view title,
                                   std::uint64_t seek_parent, std::span<const std::byte> payload) {
  for (bool big = wants_big_keys();; big = true) {
    Key key = head_of(class_name, name, title, seek_parent, big);
    key.object_size = static_cast<std::uint32_t>(payload.size());
    bytes::Buffer record(key.key_length);
    record.append(payload);
    if (auto written = space.write(std::move(key), std::move(record))) return *std::move(written);
  }
}

std::optional<Key> FileWriter::State::write_object(Key key, std::span<const std::byte> payload,
                                                   std::optional<compression::Settings> settings) {
  constexpr std::size_t largest_object = 0x7ffffffe;
  if (payload.size() > largest_object - key.key_length)
    detail::fail(ErrorKind::unsupported, "object '{}' has {} bytes, the largest possible object has {}", key.name,
                 payload.size(), largest_object - key.key_length);
  bytes::Buffer record(key.key_length);
  if (settings && settings->level == 0) {
    key.object_size = static_cast<std::uint32_t>(payload.size());
    record.append(payload);
  } else {
    key.object_size = append_object(payload, settings.value_or(options.compression), record);
  }
  return space.write(std::move(key), std::move(record));
}

std::uint32_t FileWriter::State::append_object(std::span<const std::byte> payload, compression::Settings settings,
                                               bytes::Buffer& record) {
  // Compressed blocks have a checksum, uncompressed records have none. So objects are always compressed, even in a file
  // without compression; objects that do not shrink get zeros appended, which readers ignore, so that they do.
  if (settings.code() == 0) settings = {compression::Algorithm::zlib, 1};
  if (compressor.compress(payload, settings, record)) return static_cast<std::uint32_t>(payload.size());
  bytes::Buffer padded;
  padded.append(payload);
  for (std::size_t zeros = 128 + payload.size() / 64; payload.size() + zeros < compression::largest_block; zeros *= 2) {
    padded.resize(payload.size());
    std::memset(padded.extend(zeros).data(), 0, zeros);
    if (compressor.compress(padded.span(), settings, record)) return static_cast<std::uint32_t>(padded.size());
  }
  record.append(payload);  // larger than a block, and incompressible
  return static_cast<std::uint32_t>(payload.size());
}

std::size_t FileWriter::State::make_directory(std::size_t parent, std::string_view name, std::string_view title) {
  DirectoryState directory;
  const std::string& above = directories[parent].path;
  directory.path = above.empty() ? std::string(name) : fmt::format("{}/{}", above, name);
  directory.head.seek_parent = directories[parent].head.seek;
  directory.head.created = directory.head.modified = date();
  directory.head.uuid = new_uuid(directory.path);
  // Write the record at once, so that a walk over the records can step over it from now on.
  const std::vector<std::byte> room(directory_head_size);
  directory.key = write_plain("TDirectory", name, title, directory.head.seek_parent, room);
  directory.head.seek = directory.key.seek;
  directory.head.name_size = directory.key.key_length;
  write_body(directory, directory.head);
  directory.is_packed = true;
  directories.push_back(std::move(directory));
  try {
    add_directory(directories[parent], name, directories.size() - 1);
  } catch (...) {
    directories.pop_back();
    throw;
  }
  return directories.size() - 1;
}

void FileWriter::State::add_directory(DirectoryState& parent, std::string_view name, std::size_t number) {
  const Key& key = directories[number].key;
  if (parent.is_packed) {
    const auto known = parent.subdirectories.emplace(name, number).first;
    try {
      parent.packed.add(key);
    } catch (...) {
      parent.subdirectories.erase(known);
      throw;
    }
  } else {
    parent.keys.push_back(key);
    try {
      parent.highest_cycles.emplace(name, key.cycle);
    } catch (...) {
      parent.keys.pop_back();
      throw;
    }
  }
  parent.changed = true;
}

void FileWriter::State::use_streamer_infos(Key record) {
  if (streamer_infos.record_size != 0 && streamer_infos.seek != header.seek_streamer_info)
    space.release({streamer_infos.seek, streamer_infos.record_size});
  streamer_infos = std::move(record);
}

void DirectoryState::unpack() {
  if (!is_packed) return;
  std::vector<Key> known = packed.keys();
  auto highest = highest_cycles_of(known);
  keys.swap(known);  // from here on nothing can fail
  highest_cycles.swap(highest);
  packed = {};
  subdirectories.clear();
  is_packed = false;
}

void DirectoryState::count_cycles() { highest_cycles = highest_cycles_of(keys); }

std::size_t FileWriter::State::directory_at(std::uint64_t seek) const {
  const auto found = std::ranges::find_if(
      directories, [&](const DirectoryState& directory) { return !directory.removed && directory.head.seek == seek; });
  return static_cast<std::size_t>(found - directories.begin());
}

void FileWriter::State::release(const DirectoryState& directory, io::Extent record) {
  // A committed subdirectory's body leads to the record until the end of the next commit.
  if (!is_sink_atomic && directory.committed && &directory != &directories.front()) {
    space.release_deferred(record);
  } else {
    space.release(record);
  }
}

void FileWriter::State::add_key(DirectoryState& directory, KeySlot slot, const Key& key) {
  directory.changed = true;
  if (directory.is_packed) return directory.packed.add(key);  // else it has a key of this name, and is not packed
  const auto place = directory.keys.begin() + static_cast<std::ptrdiff_t>(slot.index);
  if (slot.replaces) {
    release(directory, {place->seek, place->record_size});
    *place = key;
  } else {
    directory.keys.insert(place, key);
    directory.highest_cycles[key.name] = key.cycle;
  }
}

void FileWriter::State::remove_keys(DirectoryState& directory, std::span<const std::size_t> indices) {
  directory.unpack();
  for (const std::size_t index : indices) {
    const Key& key = directory.keys[index];
    const bool deferred = directory.committed && &directory != &directories.front();
    if (key.is_directory()) remove_directory(key.seek, deferred);
    release(directory, {key.seek, key.record_size});
  }
  for (auto index = indices.rbegin(); index != indices.rend(); ++index)
    directory.keys.erase(directory.keys.begin() + static_cast<std::ptrdiff_t>(*index));
  directory.count_cycles();
  directory.changed = true;
}

void FileWriter::State::remove_directory(std::uint64_t seek, bool deferred) {
  DirectoryState& directory = directories.at(directory_at(seek));
  directory.removed = true;
  directory.unpack();
  const auto give_back = [&](io::Extent record) {
    if (record.size == 0) return;
    if (deferred) {
      space.release_deferred(record);
    } else {
      space.release(record);
    }
  };
  give_back(directory.key_list());
  for (const Key& key : directory.keys) {
    if (key.is_directory()) remove_directory(key.seek, deferred);
    give_back({key.seek, key.record_size});
  }
  directory.keys.clear();
}

void FileWriter::State::write_body(const DirectoryState& directory, const DirectoryHead& head) {
  bytes::ByteWriter writer;
  write_body_of(writer, head, directory.body_end() - directory.body_begin());
  space.sink().write_at(directory.body_begin(), writer.span());
}

void FileWriter::State::write_front(const FileHeader& front, const DirectoryHead& root) {
  const DirectoryState& state = directories.front();
  bytes::ByteWriter writer;
  write_file_header(writer, front);
  writer.append(root_names.span());
  write_body_of(writer, root, state.body_end() - state.body_begin());
  space.sink().write_at(0, writer.span());
}

}  // namespace ramet::inline v1::file
