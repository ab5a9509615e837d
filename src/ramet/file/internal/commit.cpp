// The commit of a FileWriter: from one state of the file to the next.
//
//   1. key lists of changed directories, bodies of new directories, the list of free segments: to unused space
//   2. header and root directory, which lie side by side, with one write: this is the moment of the commit
//   3. gap marks in the segments that are free now, and the bodies of the older subdirectories, each with one write
//
// With Durability::device, step 1 has reached the device before 2 begins, and 2 before the commit returns.
//
// If a commit stops at any point, every directory on disk is complete, as of before or after the commit. Steps 1 and 2
// change nothing that the old header refers to. A subdirectory's superseded records (a key list, a replaced object)
// become free only with the next commit, because its old body refers to them until step 3.
//
// The list of free segments is placed after all extents taken so far: its end is the end of the file in the header, and
// since it is written before the header, the file on disk has that length even if other threads have taken extents
// below and not written them yet. Extents above it belong to the next commit. If nothing was taken since the last
// commit, the file is long enough, and the list is placed in a hole if there is one: so a file in which objects are
// only replaced stops growing.
#include <algorithm>
#include <utility>

#include "ramet/file/internal/file_header.hpp"
#include "ramet/file/internal/writer_state.hpp"

namespace ramet::inline v1::file {

/// The changes of a commit in progress, applied when it has succeeded.
struct FileWriter::State::Changes {
  FileHeader header;
  FreeSegments free;                   // for the new list of free segments
  std::vector<io::Extent> superseded;  // records that the previous header refers to
  struct List {
    std::size_t directory = 0;
    DirectoryHead head;
  };
  std::vector<List> lists;
  std::vector<io::Extent> written;  // free again if the commit fails

  void supersede(io::Extent record) {
    superseded.push_back(record);
    free.add(record);
  }
};

void FileWriter::State::write_key_lists(Changes& changes) {
  for (std::size_t number = 0; number < directories.size(); ++number) {
    const DirectoryState& directory = directories[number];
    if (!directory.changed || directory.removed) continue;
    bytes::ByteWriter keys;
    keys.write(static_cast<std::uint32_t>(directory.is_packed ? directory.packed.size() : directory.keys.size()));
    keys.append(directory.packed.bytes());
    for (const Key& key : directory.keys) write_key(keys, key);
    std::string title = directory.key.title;
    if (has_list_checksums) title += title_checksum(list_checksum(keys.span()));
    const Key list = write_plain(directory.key.class_name, directory.key.name, title, directory.head.seek, keys.span());
    changes.written.push_back({list.seek, list.record_size});
    DirectoryHead head = directory.head;
    head.modified = list.date;  // as stored_list_checksum requires
    head.seek_keys = list.seek;
    head.keys_size = list.record_size;
    changes.lists.push_back({number, head});
  }
}

namespace {

/// The record of a list of free segments; it fills the extent.
bytes::Buffer free_list_record(Key key, io::Extent extent, const FreeSegments& free, std::uint64_t end) {
  key.object_size = static_cast<std::uint32_t>(extent.size - key.key_length);
  key.record_size = static_cast<std::uint32_t>(extent.size);
  key.seek = extent.offset;
  bytes::ByteWriter record;
  write_key(record, key);
  write_free_segments(record, free, end);
  return std::move(record).take();
}

}  // namespace

void FileWriter::State::lead_to_free_list(Changes& changes, io::Extent extent, std::uint64_t end) {
  changes.written.push_back(extent);
  changes.header.seek_free = extent.offset;
  changes.header.free_size = static_cast<std::uint32_t>(extent.size);
  changes.header.free_count = static_cast<std::uint32_t>(changes.free.all().size() + 1);
  changes.header.end = end;
}

bool FileWriter::State::write_free_list_into_hole(Changes& changes) {
  if (space.extents().is_shared() || space.end() != header.end) return false;
  const DirectoryState& root = directories.front();
  const Key key = head_of("TFile", root.key.name, root.key.title, root.head.seek, wants_big_keys());
  const std::size_t payload = free_segments_size(changes.free, header.end);
  // Placing the list in a hole changes the list: it may get one segment more or less. uproot rejects a list with spare
  // room, so try the possible sizes.
  for (const std::size_t size : {payload, payload + 10, payload + 18, payload - 10, payload - 18}) {
    const auto hole = space.take_whole_hole(key.key_length + size);
    if (!hole) continue;
    FreeSegments left = changes.free;
    left.remove(hole->record);
    if (free_segments_size(left, header.end) != size) {
      space.put_back(*hole);
      continue;
    }
    changes.free = std::move(left);
    space.write_into(*hole, free_list_record(key, hole->record, changes.free, header.end));
    lead_to_free_list(changes, hole->record, header.end);
    return true;
  }
  return false;
}

void FileWriter::State::write_free_list(Changes& changes) {
  if (write_free_list_into_hole(changes)) return;
  const DirectoryState& root = directories.front();
  while (true) {
    const Key key = head_of("TFile", root.key.name, root.key.title, root.head.seek, wants_big_keys());
    const std::size_t payload = free_segments_size(changes.free, space.end() + root.key.record_size);
    const io::Extent extent = space.take_extent(key.key_length + payload);
    const std::uint64_t end = extent.offset + extent.size;
    if (free_segments_size(changes.free, end) != payload || (!key.is_big() && !fits_small_keys(extent))) {
      changes.free.add(extent);  // the file has grown beyond 2 GB; the list gets one more entry
      space.release(extent);
      continue;
    }
    lead_to_free_list(changes, extent, end);
    space.sink().write_at(extent.offset, free_list_record(key, extent, changes.free, end).span());
    return;
  }
}

void FileWriter::State::commit() {
  for (const io::Extent segment : std::exchange(unmarked, {})) space.release(segment);
  Changes changes{header, {}, {}, {}, {}};
  try {
    write_key_lists(changes);
    changes.free = space.free_after_commit();
    changes.supersede({header.seek_free, header.free_size});
    if (streamer_infos.seek != header.seek_streamer_info) {
      changes.supersede({header.seek_streamer_info, header.streamer_info_size});
      changes.header.seek_streamer_info = streamer_infos.seek;
      changes.header.streamer_info_size = streamer_infos.record_size;
    }
    DirectoryHead root = directories.front().head;
    for (const auto& [number, head] : changes.lists) {
      if (number == 0) {
        changes.supersede(directories.front().key_list());
        root = head;
      } else if (!directories[number].committed) {
        write_body(directories[number], head);
      } else if (is_sink_atomic) {
        changes.supersede(directories[number].key_list());
      }
    }
    write_free_list(changes);
    if (changes.header.end > start_of_big_file && !changes.header.is_big()) {
      changes.header.version += big_file_version;
      changes.header.units = 8;
    }
    const bool waits = options.durability == Durability::device;
    if (waits) space.sink().sync();  // the records that the new header refers to
    write_front(changes.header, root);
    if (waits) space.sink().sync();
  } catch (...) {
    for (const io::Extent extent : changes.written) space.release(extent);
    throw;
  }
  adopt(changes);
}

void FileWriter::State::adopt(Changes& changes) {
  header = changes.header;
  for (const auto& [number, head] : changes.lists) {
    DirectoryState& directory = directories[number];
    if (number != 0 && directory.committed && !is_sink_atomic) space.release_deferred(directory.key_list());
    directory.head = head;
  }
  directories.front().changed = false;
  space.commit(changes.superseded);
  for (const auto& [number, head] : changes.lists) {
    DirectoryState& directory = directories[number];
    if (number != 0 && directory.committed) write_body(directory, head);
    directory.changed = false;
    directory.committed = true;
  }
}

bool FileWriter::State::is_clean() const noexcept {
  return space.end() == header.end && streamer_infos.seek == header.seek_streamer_info && !space.has_released() &&
         std::ranges::none_of(directories,
                              [](const DirectoryState& directory) { return directory.changed && !directory.removed; });
}

}  // namespace ramet::inline v1::file
