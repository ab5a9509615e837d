#include "ramet/file/file_reader.hpp"

#include <algorithm>
#include <tuple>
#include <utility>
#include <vector>

#include "ramet/core/error.hpp"
#include "ramet/file/detail/out_of_memory.hpp"
#include "ramet/file/detail/record_walk.hpp"
#include "ramet/file/internal/file_header.hpp"
#include "ramet/io/detail/distant/block_source.hpp"
#include "ramet/io/detail/fetched_source.hpp"

namespace ramet::inline v1::file {
namespace {

// A path repeats the names of the directories above it, at up to a thousand levels.
constexpr std::size_t longest_path = 64 << 10;

// Streamer infos are decompressed for every file that is opened; those of the largest experiments take 10 MB.
constexpr std::uint32_t most_layout_bytes = 256 << 20;

constexpr std::size_t first_read = 512;

// Records that are requested before anybody wants them: those of files with little else than a few tables, which is
// what files far away mostly are.
constexpr std::size_t most_keys_asked = 8;
constexpr std::uint64_t most_bytes_asked = std::uint64_t{1} << 20U;

// A key head, the file's name and its title.
constexpr std::uint64_t largest_name_size = 4 * largest_key_length;

std::string describe(const Key& key) {
  return fmt::format("key '{};{}' ({}) at byte {}", key.name, key.cycle, key.class_name, key.seek);
}

// Bytes of the source: a view if they are in memory already, else a copy.
struct Stored {
  bytes::Buffer owned;
  std::span<const std::byte> bytes;
};

// Uses the memory of `read` if the bytes must be read.
Stored read_range(const io::ByteSource& source, std::uint64_t offset, std::uint64_t size, bytes::Buffer& read) {
  source.require_range(offset, size);
  if (const auto view = source.view(offset, static_cast<std::size_t>(size))) return {{}, *view};
  read.remake(static_cast<std::size_t>(size));
  source.read_at(offset, read.span());
  const auto bytes = std::as_const(read).span();
  return {std::move(read), bytes};
}

Stored read_range(const io::ByteSource& source, std::uint64_t offset, std::uint64_t size) {
  bytes::Buffer read;
  return read_range(source, offset, size, read);
}

// The record must be the one that the key describes; a key that points to another record is damage. Title, cycle and
// date are not compared; ROOT trusts the key alone (TKey.cxx, TKey::ReadObj).
void require_same(const Key& found, const Key& wanted) {
  if (found.seek != wanted.seek)
    detail::fail(ErrorKind::corrupt, "the record there has the position {} in its head", found.seek);
  const auto sizes = [](const Key& key) { return std::tie(key.record_size, key.key_length, key.object_size); };
  if (sizes(found) != sizes(wanted))
    detail::fail(ErrorKind::corrupt,
                 "the record there has {} bytes, a head of {} and an object of {}; the key says {}, {} and {}",
                 found.record_size, found.key_length, found.object_size, wanted.record_size, wanted.key_length,
                 wanted.object_size);
  if (found.name != wanted.name) detail::fail(ErrorKind::corrupt, "the record there is named '{}'", found.name);
  // A directory's class has two spellings, and a key list and a record may use different ones.
  if (found.class_name != wanted.class_name && !(found.is_directory() && wanted.is_directory()))
    detail::fail(ErrorKind::corrupt, "the record there holds a '{}'", found.class_name);
}

// The first record: a key head, the name and title of the file, and at the place that the header states, the root
// directory's body.
DirectoryHead parse_root_record(std::span<const std::byte> record, const FileHeader& header) {
  bytes::ByteCursor cursor(record, header.begin);
  const Key key = read_record_head(cursor);
  cursor.seek(header.begin + key.key_length);
  cursor.string();
  cursor.string();
  if (cursor.position() != header.begin + header.name_size)
    detail::fail(ErrorKind::corrupt, "its names end at byte {}, the header says {}", cursor.position(),
                 header.begin + header.name_size);
  DirectoryHead head = read_directory_head(cursor);
  head.seek = header.begin;  // it was found there, even if the body says otherwise
  return head;
}

// Whether a source far away would have to send bytes. Sizes that a damaged file states are looked at by those who read.
bool is_missing(const io::Extent& extent, const io::ByteSource& source) {
  const std::uint64_t size = source.size();
  if (extent.size == 0 || extent.offset > size || extent.size > size - extent.offset) return false;
  return !source.view(extent.offset, static_cast<std::size_t>(extent.size));
}

// Request what is missing, all of it together, before anybody waits for it. Returns false if nothing is.
bool ask_for(std::vector<io::Extent> extents, const io::ByteSource& source) {
  if (!source.read_ahead()) return false;
  std::erase_if(extents, [&](const io::Extent& extent) { return !is_missing(extent, source); });
  if (!extents.empty()) source.will_read(extents);
  return !extents.empty();
}

// Request the records of keys, if they are so few and small that it does no harm before they are wanted: each alone, as
// a run that touches what is on its way would be left out.
void ask_for_few(std::span<const Key> keys, const io::ByteSource& source) {
  std::uint64_t bytes = 0;
  for (const Key& key : keys) bytes += key.record_size;
  if (keys.size() > most_keys_asked || bytes > most_bytes_asked) return;
  for (const Key& key : keys) ask_for({{key.seek, key.record_size}}, source);
}

}  // namespace

FileReader::FileReader(std::shared_ptr<const io::ByteSource> source, std::shared_ptr<Decompressors> decompressors,
                       std::shared_ptr<TraceRecorder> recorder)
    : source_(std::move(source)),
      decompressors_(decompressors ? std::move(decompressors) : std::make_shared<Decompressors>()),
      recorder_(std::move(recorder)) {}

std::shared_ptr<const FileReader> FileReader::open(std::shared_ptr<const io::ByteSource> source,
                                                   std::shared_ptr<Decompressors> decompressors,
                                                   std::shared_ptr<TraceRecorder> recorder) {
  const std::shared_ptr<FileReader> file(
      new FileReader(io::with_ends_fetched(std::move(source)), std::move(decompressors), std::move(recorder)));
  const io::ByteSource& from = *file->source_;
  try {
    detail::while_doing([&] { return fmt::format("file '{}'", from.name()); },
                        [&] {
                          const auto start = read_range(from, 0, std::min<std::uint64_t>(first_read, from.size()));
                          file->header_ = read_file_header(start.bytes);
                          static_cast<DirectoryHead&>(file->root_) = file->read_root_head(start.bytes);
                          if (file->has_lost_keys()) return file->recover();
                          const io::Extent infos{file->header_.seek_streamer_info, file->header_.streamer_info_size};
                          const bool is_waiting =
                              ask_for({{file->root_.seek_keys, file->root_.keys_size}, infos}, from);
                          file->root_.keys = file->read_keys(file->root_);
                          if (is_waiting) ask_for_few(file->root_.keys, from);
                        });
  } catch (...) {
    rethrow_naming([&] { return fmt::format("file '{}'", from.name()); });
  }
  return file;
}

std::shared_ptr<const FileReader> FileReader::open_records(std::shared_ptr<const io::ByteSource> source,
                                                           const std::optional<Key>& streamer_info) {
  const std::shared_ptr<FileReader> file(new FileReader(std::move(source), nullptr));
  try {
    file->header_ = read_file_header(
        read_range(*file->source_, 0, std::min<std::uint64_t>(first_read, file->source_->size())).bytes);
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::io) throw;
  }
  file->header_.seek_streamer_info = streamer_info ? streamer_info->seek : 0;
  file->header_.streamer_info_size = streamer_info ? streamer_info->record_size : 0;
  file->is_recovered_ = true;
  return file;
}

std::shared_ptr<const FileReader> FileReader::open_without_layouts(std::shared_ptr<const io::ByteSource> source) {
  const std::shared_ptr<FileReader> file(new FileReader(*open(std::move(source))));
  file->header_.seek_streamer_info = 0;
  file->header_.streamer_info_size = 0;
  return file;
}

DirectoryHead FileReader::read_root_head(std::span<const std::byte> start) const {
  if (header_.name_size > largest_name_size)
    detail::fail(ErrorKind::corrupt,
                 "root directory begins {} bytes after the start of its record, at most {} are possible",
                 header_.name_size, largest_name_size);
  source_->require_range(header_.begin, header_.name_size);
  // Old files lack the zeros at the end of the body, so the file may end before a full body.
  const std::uint64_t size =
      std::min<std::uint64_t>(header_.name_size + directory_head_size, source_->size() - header_.begin);
  const auto parse = [&](std::span<const std::byte> record) {
    return detail::while_doing("root directory", [&] { return parse_root_record(record, header_); });
  };
  if (header_.begin + size > start.size()) return parse(read_range(*source_, header_.begin, size).bytes);
  return parse(start.subspan(static_cast<std::size_t>(header_.begin), static_cast<std::size_t>(size)));
}

/// A file without a key list has lost keys if it is longer than its header says; a new, empty file is not.
bool FileReader::has_lost_keys() const noexcept {
  return root_.seek_keys == 0 && root_.keys_size == 0 && source_->size() > header_.end;
}

void FileReader::recover() {
  RecoveredKeys found = recover_keys(*io::in_blocks(source_), header_.begin);
  if (found.keys.empty())
    detail::fail(ErrorKind::corrupt,
                 "file was not closed: it has {} bytes of records, but no key list, and no record of an object",
                 source_->size() - header_.begin);
  root_.keys = std::move(found.keys);
  if (found.streamer_info) {
    header_.seek_streamer_info = found.streamer_info->seek;
    header_.streamer_info_size = found.streamer_info->record_size;
  }
  is_recovered_ = true;
}

std::vector<Key> FileReader::read_keys(const DirectoryHead& head) const {
  if (head.seek_keys == 0) {
    if (head.keys_size != 0)
      detail::fail(ErrorKind::corrupt, "directory has a key list of {} bytes, but no position of it", head.keys_size);
    return {};  // as in a new directory that was not written to yet
  }
  const auto task = [&] {
    const bool cut = source_->size() < header_.end;
    return cut ? fmt::format("file is truncated: it has {} bytes, expected {}: key list at byte {}", source_->size(),
                             header_.end, head.seek_keys)
               : fmt::format("key list at byte {}", head.seek_keys);
  };
  return detail::while_doing(
      task, [&] { return read_key_list(read_range(*source_, head.seek_keys, head.keys_size).bytes, head); });
}

Directory FileReader::read_directory(const Directory& parent, const Key& key) const try {
  return detail::while_doing([&] { return fmt::format("file '{}': {}", name(), describe(key)); },
                             [&] {
                               if (!key.is_directory()) detail::fail(ErrorKind::misuse, "is no directory");
                               require_after_header(key);
                               const std::uint64_t size = std::min<std::uint64_t>(
                                   key.record_size, std::uint64_t{key.key_length} + directory_head_size);
                               const auto record = read_range(*source_, key.seek, size);
                               bytes::ByteCursor cursor(record.bytes, key.seek);
                               require_same(read_record_head(cursor), key);
                               cursor.seek(key.seek + key.key_length);
                               Directory directory;
                               static_cast<DirectoryHead&>(directory) = read_directory_head(cursor);
                               directory.path = parent.path.empty() ? key.name : parent.path + "/" + key.name;
                               if (directory.path.size() > longest_path)
                                 detail::fail(ErrorKind::corrupt, "its path has {} characters, at most {} are read",
                                              directory.path.size(), longest_path);
                               directory.keys = read_keys(directory);
                               return directory;
                             });
} catch (...) {
  rethrow_naming([&] { return fmt::format("file '{}': {}", name(), describe(key)); });
}

void FileReader::require_after_header(const Key& key) const {
  if (key.seek < header_.begin)
    detail::fail(ErrorKind::corrupt, "lies inside of the file header, which ends at byte {}", header_.begin);
}

Record FileReader::read_record(const Key& key, bytes::Buffer memory) const try {
  return detail::while_doing([&] { return fmt::format("file '{}': {}", name(), describe(key)); },
                             [&] {
                               require_after_header(key);
                               bytes::Buffer packed;  // separate memory from the decompressed bytes
                               Stored stored = read_range(*source_, key.seek, key.record_size,
                                                          key.is_compressed() ? packed : memory);
                               bytes::ByteCursor cursor(stored.bytes, key.seek);
                               const Key found = read_record_head(cursor);
                               require_same(found, key);
                               if (stored.owned.empty() || found.is_compressed())
                                 return unpack(found, stored.bytes, std::move(memory));
                               stored.owned.resize(std::size_t{found.key_length} + found.object_size);
                               return Record{std::move(stored.owned), found.key_length};
                             });
} catch (...) {
  rethrow_naming([&] { return fmt::format("file '{}': {}", name(), describe(key)); });
}

bytes::Buffer FileReader::packed_streamer_infos() const {
  if (header_.seek_streamer_info == 0 || header_.streamer_info_size == 0) return {};
  return detail::while_doing([&] { return fmt::format("file '{}': streamer infos", name()); },
                             [&] {
                               source_->require_range(header_.seek_streamer_info, header_.streamer_info_size);
                               bytes::Buffer packed(header_.streamer_info_size);
                               source_->read_at(header_.seek_streamer_info, packed.span());
                               return packed;
                             });
}

Record FileReader::unpack_record(std::span<const std::byte> packed, std::uint64_t seek) const {
  return detail::while_doing(
      [&] { return fmt::format("file '{}': record at byte {}", name(), seek); },
      [&] {
        bytes::ByteCursor cursor(packed, seek);
        const Key found = read_record_head(cursor);
        if (found.object_size > most_layout_bytes)
          detail::fail(ErrorKind::unsupported, "streamer infos would have {} bytes, at most {} are read",
                       found.object_size, most_layout_bytes);
        if (!found.is_compressed() && is_checked())
          detail::fail(ErrorKind::corrupt,
                       "is stored uncompressed, but the writer of this file compresses all objects");
        return unpack(found, packed);
      });
}

bool FileReader::is_checked() const {
  if (root_.seek_keys == 0) return false;
  const auto list = read_range(*source_, root_.seek_keys, root_.keys_size);
  bytes::ByteCursor cursor(list.bytes, root_.seek_keys);
  return stored_list_checksum(read_record_head(cursor), root_).has_value();
}

Record FileReader::unpack(const Key& key, std::span<const std::byte> packed, bytes::Buffer memory) const {
  if (key.record_size > packed.size())
    detail::fail(ErrorKind::corrupt, "is truncated: it has {} bytes of {}", packed.size(), key.record_size);
  const auto payload = packed.subspan(key.key_length, key.packed_size());
  if (key.is_compressed()) compression::check_blocks(payload, key.object_size);
  memory.remake(std::size_t{key.key_length} + key.object_size);
  Record record{std::move(memory), key.key_length};
  std::ranges::copy(packed.first(key.key_length), record.bytes.data());
  const auto object = record.bytes.span().subspan(key.key_length);
  if (key.is_compressed()) {
    decompressors_->lend()->decompress(payload, object);
  } else {
    std::ranges::copy(payload.first(key.object_size), object.begin());
  }
  return record;
}

}  // namespace ramet::inline v1::file
