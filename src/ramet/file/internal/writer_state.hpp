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
#include "ramet/file/internal/record_space.hpp"

namespace ramet::inline v1::file {

/// A directory of the file being written, as it will be after the next commit.
struct DirectoryState {
  std::string path;
  Key key;             ///< the head of its own record
  DirectoryHead head;  ///< the body; key list and date as of the last commit
  std::vector<Key> keys;
  std::unordered_map<std::string, std::uint16_t> highest_cycles;
  bool changed = true;     ///< since the last commit
  bool committed = false;  ///< the header on disk leads to it

  io::Extent key_list() const noexcept { return {head.seek_keys, head.keys_size}; }
};

/// What a FileWriter knows. Directory 0 is the root.
struct FileWriter::State {
  State(std::unique_ptr<io::ByteSink> sink, FileWriterOptions wanted);

  std::uint32_t date() const noexcept;
  Uuid new_uuid(std::string_view path) const;
  /// Whether a head that is made now should be a big one.
  bool wants_big_keys() const noexcept { return space.end() > last_small_start; }

  /// The part of a head that is known before its record has a place.
  Key head_of(std::string_view class_name, std::string_view name, std::string_view title, std::uint64_t seek_parent,
              bool big) const;
  /// Write a record that nothing inside refers to by its distance from the start, with whatever head is needed.
  Key write_plain(std::string_view class_name, std::string_view name, std::string_view title, std::uint64_t seek_parent,
                  std::span<const std::byte> payload);
  /// Compress and write an object. Nothing when the head should have been big but was small.
  std::optional<Key> write_object(Key key, std::span<const std::byte> payload, compression::Settings settings);

  /// Append an object so that a checksum is over it; return its size as the head has to state it.
  std::uint32_t append_object(std::span<const std::byte> payload, compression::Settings settings,
                              bytes::Buffer& record);

  std::size_t make_directory(std::size_t parent, std::string_view name);
  /// Overwrite the body of a subdirectory's record.
  void write_body(const DirectoryState& directory);
  /// Header and root directory's record, which lie side by side: one write changes from one state to the next.
  void write_front(const FileHeader& front, const DirectoryState& root);

  /// The next commit makes these the file's streamer infos.
  void use_streamer_infos(Key record);

  void commit();
  /// Whether a commit would change nothing.
  bool is_clean() const noexcept;
  struct Changes;
  void write_key_lists(Changes& changes);
  void write_free_list(Changes& changes);
  void adopt(Changes& changes);

  FileWriterOptions options;
  std::string file_name;  // as written into the file: without its folder
  RecordSpace space;
  RecordArea area{space.sink(), space.extents(), options.reproducible};
  compression::Compressor compressor;
  FileHeader header;  // as on disk
  std::vector<DirectoryState> directories;
  Key streamer_infos;                // record_size is 0 while there is none
  std::optional<bool> promised_big;  // what key_length() told the caller of the next put()
};

}  // namespace ramet::inline v1::file
