#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "ramet/compression/codec.hpp"
#include "ramet/file/directory.hpp"
#include "ramet/file/file_reader.hpp"
#include "ramet/file/file_writer.hpp"
#include "ramet/file/internal/packed_keys.hpp"
#include "ramet/file/internal/record_space.hpp"

namespace ramet::inline v1::file {

/// A directory of the file being written, as it will be after the next commit.
struct DirectoryState {
  std::string path;
  Key key;                 ///< the head of its own record
  DirectoryHead head;      ///< the body; key list and date as of the last commit
  bool is_packed = false;  ///< the keys are in `packed`, all of different names, and those below are empty
  PackedKeys packed;
  std::unordered_map<std::string, std::size_t> subdirectories;  ///< of one that is packed: their numbers
  std::vector<Key> keys;
  std::unordered_map<std::string, std::uint16_t> highest_cycles;
  bool changed = true;     ///< since the last commit
  bool committed = false;  ///< the header on disk leads to it
  bool removed = false;    ///< removed from the file

  io::Extent key_list() const noexcept { return {head.seek_keys, head.keys_size}; }
  /// Where the body begins in the file, and where it ends at most.
  std::uint64_t body_begin() const noexcept { return head.seek + head.name_size; }
  std::uint64_t body_end() const noexcept { return head.seek + key.record_size; }
  /// Have the keys in `keys`, to look for some or to change them. All or nothing.
  void unpack();
  /// Rebuild the table of highest cycles from the keys.
  void count_cycles();
};

struct ExistingFile;

/// The place and cycle of a new key in a directory. ROOT keeps the cycles of a name together, the highest first.
/// Threads: a value.
struct KeySlot {
  std::size_t index = 0;
  std::uint16_t cycle = 1;
  bool replaces = false;  ///< replaces the existing key
};

/// The state of a FileWriter. Directory 0 is the root.
struct FileWriter::State {
  State(std::unique_ptr<io::ByteSink> sink, FileWriterOptions wanted);
  State(std::unique_ptr<io::ByteSink> sink, FileWriterOptions wanted, ExistingFile existing);

  std::uint32_t date() const noexcept;
  Uuid new_uuid(std::string_view path) const;
  /// Whether a head that is made now should be a big one.
  bool wants_big_keys() const noexcept { return space.end() > last_small_start; }

  /// A head without the fields that depend on the record's position.
  Key head_of(std::string_view class_name, std::string_view name, std::string_view title, std::uint64_t seek_parent,
              bool big) const;
  /// Write a record whose payload has no references that count from its start, with a small or big head as needed.
  Key write_plain(std::string_view class_name, std::string_view name, std::string_view title, std::uint64_t seek_parent,
                  std::span<const std::byte> payload);
  /// Compress and write an object, by default with the file's compression. Returns nothing when the head is small but
  /// needs to be big.
  std::optional<Key> write_object(Key key, std::span<const std::byte> payload,
                                  std::optional<compression::Settings> settings = std::nullopt);

  /// Append an object so that it has a checksum; returns the object size for the head.
  std::uint32_t append_object(std::span<const std::byte> payload, compression::Settings settings,
                              bytes::Buffer& record);

  std::size_t make_directory(std::size_t parent, std::string_view name, std::string_view title);
  /// Enter a directory that was made into its parent. All or nothing.
  void add_directory(DirectoryState& parent, std::string_view name, std::size_t number);
  /// The directory whose record is at `seek`.
  std::size_t directory_at(std::uint64_t seek) const;
  void add_key(DirectoryState& directory, KeySlot slot, const Key& key);
  /// Remove keys, and their objects, from a directory. The indices must increase.
  void remove_keys(DirectoryState& directory, std::span<const std::size_t> indices);
  void remove_directory(std::uint64_t seek, bool deferred);
  /// Free a record that a directory's key, list or body led to.
  void release(const DirectoryState& directory, io::Extent record);

  /// Overwrite the body of a subdirectory's record.
  void write_body(const DirectoryState& directory, const DirectoryHead& head);
  /// Write the header and the root directory's record, which are adjacent, with one write, which commits the new state.
  void write_front(const FileHeader& front, const DirectoryHead& root);

  /// Make this record the file's streamer infos with the next commit.
  void use_streamer_infos(Key record);

  void commit();
  /// Whether a commit would change nothing.
  bool is_clean() const noexcept;
  struct Changes;
  void write_key_lists(Changes& changes);
  void write_free_list(Changes& changes);
  bool write_free_list_into_hole(Changes& changes);
  static void lead_to_free_list(Changes& changes, io::Extent extent, std::uint64_t end);
  void adopt(Changes& changes);

  FileWriterOptions options;
  bool is_sink_atomic = false;
  std::string file_name;  // as written into the file, without its folder
  RecordSpace space;
  // Whether extents may be taken from holes too. Not in a new file: its holes are small, and without this its records
  // stay in order for recovery. Not in a reproducible file: positions must not depend on when a checkpoint frees space.
  bool fills_holes = false;
  RecordArea area{space.sink(), space.extents(), options.reproducible, fills_holes ? &space : nullptr};
  compression::Compressor compressor;
  FileHeader header;  // as on disk
  std::vector<DirectoryState> directories;
  Key streamer_infos;                // record_size is 0 while there is none
  std::optional<bool> promised_big;  // what key_length() returned for the next put()
  bytes::Buffer root_names;          // the bytes before the root directory's body in its record
  std::vector<io::Extent> unmarked;  // free, marked by the next commit
  bool has_list_checksums = true;    // key lists get checksums: all records were written by this writer or one like it
};

}  // namespace ramet::inline v1::file
