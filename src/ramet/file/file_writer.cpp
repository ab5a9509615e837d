#include "ramet/file/file_writer.hpp"

#include <algorithm>
#include <utility>

#include "ramet/core/error.hpp"
#include "ramet/file/internal/existing_file.hpp"
#include "ramet/file/internal/writer_state.hpp"

namespace ramet::inline v1::file {
namespace {

// ROOT's fCycle is a signed 16-bit number.
constexpr std::uint16_t largest_cycle = 32767;

using Slot = KeySlot;

Slot slot_for(DirectoryState& directory, const std::string& name, FileWriter::OnConflict on_conflict) {
  if (directory.is_packed && !directory.packed.may_have(name)) return {directory.packed.size(), 1, false};
  directory.unpack();
  const auto highest = directory.highest_cycles.find(name);
  if (highest == directory.highest_cycles.end()) return {directory.keys.size(), 1, false};
  const auto index_of = [&](auto is_it) {
    return static_cast<std::size_t>(std::ranges::find_if(directory.keys, is_it) - directory.keys.begin());
  };
  switch (on_conflict) {
    case FileWriter::OnConflict::fail:
      detail::fail(ErrorKind::misuse, "directory '{}' has a key '{};{}' already", directory.path, name,
                   highest->second);
    case FileWriter::OnConflict::replace: {
      const auto newest = index_of([&](const Key& key) { return key.name == name && key.cycle == highest->second; });
      if (directory.keys[newest].is_directory())
        detail::fail(ErrorKind::misuse, "'{}' in directory '{}' is a directory, which cannot be replaced", name,
                     directory.path);
      return {newest, highest->second, true};
    }
    case FileWriter::OnConflict::new_cycle:
      break;
  }
  if (highest->second >= largest_cycle)
    detail::fail(ErrorKind::misuse, "key '{}' has {} cycles, no more are possible", name, largest_cycle);
  return {index_of([&](const Key& key) { return key.name == name; }), static_cast<std::uint16_t>(highest->second + 1),
          false};
}

[[noreturn]] void missing_key(const DirectoryState& from, std::string_view name, std::optional<std::uint16_t> cycle) {
  Directory there;
  there.path = from.path;
  there.keys = from.keys;
  there.at(name, cycle);
  detail::fail(ErrorKind::not_found, "no key '{}'", name);  // `at` throws: the key does not exist
}

/// The header's setting, or the default where the header has an unknown one.
compression::Settings compression_of(const FileHeader& header) {
  try {
    return compression::Settings::from_code(static_cast<int>(header.compression));
  } catch (const Error&) {
    return {};
  }
}

std::vector<std::string_view> parts_of(std::string_view path) {
  std::vector<std::string_view> parts;
  while (!path.empty()) {
    const std::string_view part = path.substr(0, path.find('/'));
    if (!part.empty()) parts.push_back(part);
    path.remove_prefix(std::min(part.size() + 1, path.size()));
  }
  return parts;
}

}  // namespace

FileWriter::FileWriter(std::unique_ptr<State> state) noexcept : state_(std::move(state)) {}
FileWriter::~FileWriter() = default;

std::unique_ptr<FileWriter> FileWriter::create(std::unique_ptr<io::ByteSink> sink, FileWriterOptions options) {
  return std::unique_ptr<FileWriter>(new FileWriter(std::make_unique<State>(std::move(sink), options)));
}

std::unique_ptr<FileWriter> FileWriter::update(std::unique_ptr<io::ByteSink> sink, const FileReader& reader,
                                               const FileUpdateOptions& options) {
  ExistingFile existing = look_at(reader, options.leftovers);
  FileWriterOptions wanted{.reproducible = options.reproducible, .durability = options.durability};
  wanted.compression = options.compression.value_or(compression_of(existing.header));
  auto state = std::make_unique<State>(std::move(sink), wanted, std::move(existing));
  state->is_sink_atomic = options.is_sink_atomic;
  return std::unique_ptr<FileWriter>(new FileWriter(std::move(state)));
}

const std::string& FileWriter::name() const noexcept { return state_->space.sink().name(); }
const FileWriterOptions& FileWriter::options() const noexcept { return state_->options; }
void FileWriter::set_compression(compression::Settings compression) noexcept {
  state_->options.compression = compression;
}

DirectoryNumber FileWriter::directory(std::string_view path, std::string_view title) {
  std::size_t number = 0;
  const std::vector<std::string_view> parts = parts_of(path);
  for (std::size_t level = 0; level < parts.size(); ++level) {
    const std::string_view part = parts[level];
    const bool is_titled = level + 1 == parts.size() && !title.empty();
    const auto make = [&] { return state_->make_directory(number, part, is_titled ? title : part); };
    DirectoryState& above = state_->directories[number];
    if (above.is_packed) {
      const auto known = above.subdirectories.find(std::string(part));
      if (known != above.subdirectories.end() || !above.packed.may_have(part)) {
        number = known != above.subdirectories.end() ? known->second : make();
        continue;
      }
      above.unpack();
    }
    const auto key = std::ranges::find(above.keys, part, &Key::name);
    if (key == above.keys.end()) {
      number = make();
      continue;
    }
    if (!key->is_directory())
      detail::fail(ErrorKind::misuse, "'{}'{} is a {}, not a directory", part,
                   above.path.empty() ? "" : fmt::format(" in directory '{}'", above.path), key->class_name);
    number = state_->directory_at(key->seek);
  }
  return {number};
}

bool FileWriter::contains(DirectoryNumber directory, std::string_view name) const {
  DirectoryState& in = state_->directories.at(directory.number);
  if (in.is_packed && !in.packed.may_have(name)) return false;
  in.unpack();
  return in.highest_cycles.contains(std::string(name));
}

std::span<const Key> FileWriter::keys(DirectoryNumber directory) const {
  DirectoryState& of = state_->directories.at(directory.number);
  of.unpack();
  return of.keys;
}

DirectoryNumber FileWriter::directory_of(const Key& key) const { return {state_->directory_at(key.seek)}; }

std::optional<DirectoryNumber> FileWriter::find_directory(std::string_view path) const {
  std::size_t number = 0;
  for (const std::string_view part : parts_of(path)) {
    DirectoryState& above = state_->directories[number];
    if (above.is_packed) {
      const auto known = above.subdirectories.find(std::string(part));
      if (known == above.subdirectories.end()) return std::nullopt;
      number = known->second;
      continue;
    }
    const auto& keys = above.keys;
    const auto key = std::ranges::find_if(keys, [&](const Key& it) { return it.name == part && it.is_directory(); });
    if (key == keys.end()) return std::nullopt;
    number = state_->directory_at(key->seek);
  }
  return DirectoryNumber{number};
}

std::vector<Key> FileWriter::remove(DirectoryNumber directory, std::string_view name,
                                    std::optional<std::uint16_t> cycle) {
  DirectoryState& from = state_->directories.at(directory.number);
  from.unpack();
  std::vector<std::size_t> indices;
  std::vector<Key> removed;
  for (std::size_t index = 0; index < from.keys.size(); ++index) {
    const Key& key = from.keys[index];
    if (key.name != name || (cycle && key.cycle != *cycle)) continue;
    indices.push_back(index);
    removed.push_back(key);
  }
  if (removed.empty()) missing_key(from, name, cycle);
  state_->remove_keys(from, indices);
  return removed;
}

void FileWriter::release_record(DirectoryNumber directory, io::Extent record) {
  state_->release(state_->directories.at(directory.number), record);
}

std::uint64_t FileWriter::seek_of(DirectoryNumber directory) const {
  return state_->directories.at(directory.number).head.seek;
}

io::Extent FileWriter::take_extent(std::uint64_t size) {
  if (!state_->space.extents().is_shared())
    if (const auto hole = state_->space.take_hole(size)) return *hole;
  return state_->space.take_extent(size);
}
void FileWriter::abandon_extent(io::Extent extent) { state_->space.release(extent); }
io::ByteSink& FileWriter::sink() noexcept { return state_->space.sink(); }
const RecordArea& FileWriter::area() const noexcept { return state_->area; }

std::uint64_t FileWriter::share_extents(std::shared_ptr<io::SharedCounters> counters, std::size_t counter) {
  return state_->space.extents().share(std::move(counters), counter);
}

std::vector<io::Extent> FileWriter::taken_of_shared() { return state_->space.extents().taken_of_shared(); }

bool FileWriter::needs_big_keys(std::uint64_t upcoming_size) const noexcept {
  return state_->area.needs_big_keys(upcoming_size);
}

bool FileWriter::fits_small_keys(io::Extent extent) noexcept { return RecordArea::fits_small_keys(extent); }

std::uint32_t FileWriter::date() const noexcept { return state_->date(); }

std::uint16_t FileWriter::key_length(std::string_view class_name, std::string_view name, std::string_view title) {
  state_->promised_big = state_->wants_big_keys();
  return key_length_of(class_name, name, title, *state_->promised_big);
}

Key FileWriter::put(DirectoryNumber directory, std::string_view class_name, std::string_view name,
                    std::string_view title, MakePayload make_payload, OnConflict on_conflict,
                    std::optional<compression::Settings> compression) {
  DirectoryState& into = state_->directories.at(directory.number);
  const Slot slot = slot_for(into, std::string(name), on_conflict);
  for (bool big = state_->wants_big_keys();; big = true) {
    Key key = state_->head_of(class_name, name, title, into.head.seek, big);
    key.cycle = slot.cycle;
    const bytes::Buffer payload = make_payload(key.key_length);
    const auto written = state_->write_object(key, payload.span(), compression);
    if (!written) continue;
    state_->add_key(into, slot, *written);
    return *written;
  }
}

Key FileWriter::put(DirectoryNumber directory, std::string_view class_name, std::string_view name,
                    std::string_view title, std::span<const std::byte> payload, OnConflict on_conflict,
                    std::optional<compression::Settings> compression) {
  DirectoryState& into = state_->directories.at(directory.number);
  const Slot slot = slot_for(into, std::string(name), on_conflict);
  const auto promised = std::exchange(state_->promised_big, std::nullopt);
  Key key = state_->head_of(class_name, name, title, into.head.seek, promised.value_or(state_->wants_big_keys()));
  key.cycle = slot.cycle;
  const auto written = state_->write_object(key, payload, compression);
  if (!written)
    detail::fail(ErrorKind::misuse,
                 "file grew past 2 GB between key_length and put of '{}': use the put that takes a function", name);
  state_->add_key(into, slot, *written);
  return *written;
}

Key FileWriter::put_record(DirectoryNumber directory, bytes::Buffer record, OnConflict on_conflict) {
  bytes::ByteCursor cursor(std::as_const(record).span());
  Key key = read_record_head(cursor);
  if (key.record_size != record.size() ||
      key.key_length != key_length_of(key.class_name, key.name, key.title, key.is_big()))
    detail::fail(ErrorKind::corrupt, "the record of '{}' has {} bytes and a head of {}, but its head says {}", key.name,
                 record.size(), key.key_length, key.record_size);
  DirectoryState& into = state_->directories.at(directory.number);
  const Slot slot = slot_for(into, key.name, on_conflict);
  key.seek_parent = into.head.seek;
  key.cycle = slot.cycle;
  const std::string name = key.name;
  const auto written = state_->space.write(std::move(key), std::move(record));
  if (!written)
    detail::fail(ErrorKind::unsupported, "the record of '{}' would lie beyond 2 GB, where its head cannot say so",
                 name);
  state_->add_key(into, slot, *written);
  return *written;
}

void FileWriter::adopt(DirectoryNumber directory, const Key& key) {
  DirectoryState& into = state_->directories.at(directory.number);
  const Slot slot = slot_for(into, key.name, OnConflict::new_cycle);
  const std::uint64_t next = state_->space.end();
  // Where heads became big, a record was placed twice.
  const bool has_place = key.seek == next || (key.is_big() && key.seek > next && key.seek - next < start_of_big_file);
  if (!has_place || key.cycle != slot.cycle || key.seek_parent != into.head.seek)
    detail::fail(ErrorKind::misuse, "the record of '{}' at byte {} would have been written as cycle {} at byte {}",
                 key.name, key.seek, slot.cycle, next);
  if (key.seek > next) state_->space.release(state_->space.take_extent(key.seek - next));
  state_->space.take_extent(key.record_size);
  state_->add_key(into, slot, key);
}

void FileWriter::set_streamer_infos(MakePayload make_payload) {
  std::optional<Key> written;
  for (bool big = state_->wants_big_keys(); !written; big = true) {
    const Key key = state_->head_of(streamer_info_class, streamer_info_name, streamer_info_title,
                                    state_->directories.front().head.seek, big);
    written = state_->write_object(key, make_payload(key.key_length).span());
  }
  state_->use_streamer_infos(*written);
}

void FileWriter::set_streamer_infos(bytes::Buffer payload) {
  const bool big = std::exchange(state_->promised_big, std::nullopt).value_or(state_->wants_big_keys());
  const Key key = state_->head_of(streamer_info_class, streamer_info_name, streamer_info_title,
                                  state_->directories.front().head.seek, big);
  const auto written = state_->write_object(key, payload.span());
  if (!written) detail::fail(ErrorKind::misuse, "file grew past 2 GB between key_length and set_streamer_infos");
  state_->use_streamer_infos(*written);
}

void FileWriter::commit() {
  if (!state_->is_clean()) state_->commit();
}

void FileWriter::close() {
  commit();
  // That commit freed the records that old bodies of subdirectories led to; another one records this in the file.
  commit();
  state_->space.sink().close();
}

std::uint64_t FileWriter::size() const noexcept { return state_->space.end(); }

}  // namespace ramet::inline v1::file
