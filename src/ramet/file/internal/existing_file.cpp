#include "ramet/file/internal/existing_file.hpp"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "ramet/bytes/endian.hpp"
#include "ramet/core/error.hpp"
#include "ramet/file/detail/cluster_mark.hpp"
#include "ramet/file/detail/record_head.hpp"
#include "ramet/file/detail/record_walk.hpp"

namespace ramet::inline v1::file {
namespace {

constexpr std::uint16_t big_segment = 1000;
constexpr std::size_t smallest_segment = 10;
// Header and names are rewritten with every commit; real files have fewer bytes than this before the first record.
constexpr std::uint64_t largest_front = 4 * largest_key_length;
constexpr std::size_t most_levels = 1000;
constexpr std::string_view advice = "`ramet recover` writes a new file with what can be read";

bytes::Buffer bytes_at(const io::ByteSource& source, std::uint64_t offset, std::uint64_t size) {
  source.require_range(offset, size);
  bytes::Buffer read(static_cast<std::size_t>(size));
  source.read_at(offset, read.span());
  return read;
}

Key any_head_at(const io::ByteSource& source, std::uint64_t seek, std::uint64_t size) {
  const bytes::Buffer head = bytes_at(source, seek, std::min<std::uint64_t>(size, largest_key_length));
  bytes::ByteCursor cursor(head.span(), seek);
  return read_record_head(cursor);
}

/// The head of the record at `seek`, which must have the size that its pointers state.
Key head_at(const io::ByteSource& source, std::uint64_t seek, std::uint64_t size) {
  Key key = any_head_at(source, seek, size);
  if (key.seek != seek || key.record_size != size)
    detail::fail(ErrorKind::corrupt, "the record's head has {} bytes at byte {}, expected {} at byte {}",
                 key.record_size, key.seek, size, seek);
  return key;
}

void require_whole(const FileReader& reader) {
  const FileHeader& header = reader.header();
  const std::uint64_t size = reader.source().size();
  if (reader.is_recovered()) detail::fail(ErrorKind::corrupt, "was not closed and has no key list; {}", advice);
  if (size < header.end)
    detail::fail(ErrorKind::corrupt, "is truncated: it has {} bytes, expected {}; {}", size, header.end, advice);
  if (header.begin + header.name_size > largest_front)
    detail::fail(ErrorKind::unsupported, "its root directory begins at byte {}, which is not supported",
                 header.begin + header.name_size);
}

/// Throw if there are records after the end of a file. ROOT leaves deleted records there; those of ramet are from a
/// writer that died.
void require_no_leftovers(const FileReader& reader, bool is_of_ramet) {
  const FileHeader& header = reader.header();
  RecordWalk walk(reader.source(), header.end);
  while (const auto key = walk.next())
    if (is_of_ramet || is_cluster_mark(*key))
      detail::fail(ErrorKind::corrupt,
                   "was not closed by its last writer: {1} bytes of records follow its end at byte {0}. Updating the "
                   "file would overwrite them; {2}",
                   header.end, reader.source().size() - header.end, advice);
}

/// Finds the subdirectories of the directories found so far, one after the other.
class DirectoryFinder {
 public:
  DirectoryFinder(const FileReader& reader, std::vector<DirectoryState>& found) : reader_(reader), found_(found) {}

  void find() {
    add(reader_.root(), {});
    for (std::size_t number = 0; number < found_.size(); ++number) {
      const Directory above = as_read(found_[number]);
      for (const Key& key : above.keys)
        if (key.is_directory()) add(reader_.read_directory(above, key), key, levels_[number] + 1);
    }
  }

 private:
  static Directory as_read(const DirectoryState& state) {
    Directory directory;
    static_cast<DirectoryHead&>(directory) = state.head;
    directory.path = state.path;
    directory.keys = state.keys;
    return directory;
  }

  void add(const Directory& directory, Key key, std::size_t level = 0) {
    DirectoryState state;
    state.path = directory.path;
    state.head = directory;
    if (level > 0) {
      state.head.seek = key.seek;  // found there, even if the body has another position
      state.head.name_size = key.key_length;
    }
    if (!seen_.insert(state.head.seek).second)
      detail::fail(ErrorKind::corrupt, "directory '{}' at byte {} occurs more than once", state.path, state.head.seek);
    if (level > most_levels)
      detail::fail(ErrorKind::unsupported, "directories are nested more than {} deep", most_levels);
    state.key = std::move(key);
    state.keys = directory.keys;
    state.count_cycles();
    state.changed = false;
    state.committed = true;
    found_.push_back(std::move(state));
    levels_.push_back(level);
  }

  const FileReader& reader_;
  std::vector<DirectoryState>& found_;
  std::vector<std::size_t> levels_;
  std::unordered_set<std::uint64_t> seen_;
};

/// The records that header and directories refer to, in order of position, without baskets and pages.
std::vector<io::Extent> records_of(const ExistingFile& file) {
  std::vector<io::Extent> records = {{0, file.directories.front().body_end()},
                                     {file.header.seek_streamer_info, file.header.streamer_info_size},
                                     {file.header.seek_free, file.header.free_size}};
  for (const DirectoryState& directory : file.directories) {
    records.push_back(directory.key_list());
    for (const Key& key : directory.keys) records.push_back({key.seek, key.record_size});
  }
  std::erase_if(records, [](io::Extent record) { return record.size == 0; });
  std::ranges::sort(records, {}, &io::Extent::offset);
  for (std::size_t next = 1; next < records.size(); ++next) {
    const io::Extent before = records[next - 1];
    if (before.offset + before.size > records[next].offset)
      detail::fail(ErrorKind::corrupt, "records at bytes {} and {} overlap: the first has {} bytes; {}", before.offset,
                   records[next].offset, before.size, advice);
  }
  return records;
}

/// Whether a free segment begins with its negative size, which a walk over the records needs.
bool is_marked(const io::ByteSource& source, io::Extent segment) {
  if (segment.size < gap_mark_size) return false;
  const bytes::Buffer mark = bytes_at(source, segment.offset, gap_mark_size);
  const auto size = static_cast<std::int32_t>(bytes::load_big_endian<std::uint32_t>(mark.data()));
  return -std::int64_t{size} == static_cast<std::int64_t>(segment.size);
}

/// A free segment without a mark: records that were freed but not marked, or records that were written there and never
/// committed.
struct Unmarked {
  std::vector<io::Extent> pieces;  ///< records, and the bytes between them
  bool is_whole = false;           ///< the pieces fill the segment
  bool has_data = false;           ///< baskets or pages, which an error in the list of segments would lose
  bool has_clusters = false;       ///< written by ramet
};

Unmarked look_into(const io::ByteSource& source, io::Extent segment) {
  Unmarked found;
  const std::uint64_t end = segment.offset + segment.size;
  std::uint64_t position = segment.offset;
  RecordWalk walk(source, position);
  while (walk.position() < end) {
    const auto key = walk.next();
    if (!key || key->seek >= end) break;
    if (key->seek > position) found.pieces.push_back({position, key->seek - position});
    found.pieces.push_back({key->seek, key->record_size});
    position = key->seek + key->record_size;
    found.has_data = found.has_data || key->class_name == basket_class || key->class_name == blob_class;
    found.has_clusters = found.has_clusters || is_cluster_mark(*key);
  }
  // A gap may follow the last record; a walk over it ends after the segment.
  if (position < end && is_marked(source, {position, end - position})) {
    found.pieces.push_back({position, end - position});
    position = end;
  }
  found.is_whole = position == end;
  return found;
}

void take_free_segments(const io::ByteSource& source, ExistingFile& file, OnLeftovers leftovers) {
  const FileHeader& header = file.header;
  const auto records = records_of(file);
  if (header.seek_free == 0 || header.free_size == 0) return;
  const Key key = head_at(source, header.seek_free, header.free_size);
  const bytes::Buffer payload = bytes_at(source, key.seek + key.key_length, key.packed_size());
  bytes::ByteCursor cursor(payload.span(), key.seek + key.key_length);
  std::vector<std::string>* remarks = leftovers == OnLeftovers::refuse ? nullptr : &file.contradictions;
  for (const io::Extent segment : read_free_segments(cursor, header.free_count, header.begin, header.end, remarks)) {
    const auto next = std::ranges::upper_bound(records, segment.offset, {}, &io::Extent::offset);
    const bool meets_next = next != records.end() && next->offset < segment.offset + segment.size;
    const bool meets_previous =
        next != records.begin() && std::prev(next)->offset + std::prev(next)->size > segment.offset;
    if (meets_next || meets_previous)
      detail::fail(ErrorKind::corrupt, "bytes {} to {} are in the list of free segments, but belong to a record; {}",
                   segment.offset, segment.offset + segment.size, advice);
    if (is_marked(source, segment)) {
      file.free.add(segment);
      continue;
    }
    const Unmarked found = look_into(source, segment);
    const bool is_left_over = found.has_clusters && file.has_list_checksums;
    if (is_left_over && leftovers == OnLeftovers::refuse)
      detail::fail(
          ErrorKind::corrupt,
          "was not closed by its last writer: the free segment at byte {} has clusters that were not committed. "
          "Updating the file would overwrite them; {}",
          segment.offset, advice);
    if (is_left_over) file.left_over.push_back(segment);
    // Otherwise the contents are unknown and stay untouched.
    if (found.is_whole && (is_left_over || !found.has_data))
      file.unmarked.insert(file.unmarked.end(), found.pieces.begin(), found.pieces.end());
  }
}

/// Note whether the root's key list has a checksum, and key lists whose heads contradict their directories.
void note_list(const io::ByteSource& source, const DirectoryState& directory, ExistingFile& file) {
  const DirectoryHead& head = directory.head;
  if (head.seek_keys == 0) return;
  const Key own = any_head_at(source, head.seek_keys, head.keys_size);
  if (&directory == &file.directories.front()) file.has_list_checksums = stored_list_checksum(own, head).has_value();
  if (std::string found = list_contradiction(own, head, head.keys_size); !found.empty())
    file.contradictions.push_back(fmt::format("key list at byte {}: {}", head.seek_keys, found));
}

}  // namespace

std::vector<io::Extent> read_free_segments(bytes::ByteCursor& cursor, std::uint32_t count, std::uint64_t begin,
                                           std::uint64_t end, std::vector<std::string>* remarks) {
  std::vector<io::Extent> segments;
  std::uint64_t free_from = begin;
  for (std::uint32_t number = 0; number < count && cursor.remaining() >= smallest_segment; ++number) {
    const bool big = cursor.read<std::uint16_t>() > big_segment;
    const auto read = [&] { return big ? cursor.read<std::uint64_t>() : std::uint64_t{cursor.read<std::uint32_t>()}; };
    const std::uint64_t first = read();
    const std::uint64_t last = read();
    if (first >= end) break;  // the last segment, after the end of the file
    if (remarks != nullptr && first >= free_from && last >= start_of_big_file) {
      remarks->push_back(fmt::format(
          "the file ends at byte {} according to the list of free segments, and at byte {} according to its header",
          first, end));
      break;
    }
    if (first < free_from || last < first || last >= end)
      detail::fail(ErrorKind::corrupt, "free segment {} is from byte {} to {}, expected within {} to {}", number + 1,
                   first, last, free_from, end);
    segments.push_back({first, last - first + 1});
    free_from = last + 1;
  }
  return segments;
}

ExistingFile look_at(const FileReader& reader, OnLeftovers leftovers) {
  return detail::while_doing([&] { return fmt::format("cannot change '{}'", reader.name()); },
                             [&] {
                               require_whole(reader);
                               const io::ByteSource& source = reader.source();
                               ExistingFile file;
                               file.header = reader.header();
                               file.root_names = bytes_at(source, file.header.begin, file.header.name_size);
                               DirectoryFinder(reader, file.directories).find();
                               DirectoryState& root = file.directories.front();
                               bytes::ByteCursor cursor(file.root_names.span(), file.header.begin);
                               root.key = read_record_head(cursor);
                               root.head.name_size = file.header.name_size;
                               for (const DirectoryState& directory : file.directories)
                                 note_list(source, directory, file);
                               if (leftovers == OnLeftovers::refuse)
                                 require_no_leftovers(reader, file.has_list_checksums);
                               if (file.header.seek_streamer_info != 0 && file.header.streamer_info_size != 0)
                                 file.streamer_infos =
                                     head_at(source, file.header.seek_streamer_info, file.header.streamer_info_size);
                               take_free_segments(source, file, leftovers);
                               return file;
                             });
}

}  // namespace ramet::inline v1::file
