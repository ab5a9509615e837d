#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ramet/bytes/buffer.hpp"
#include "ramet/compression/codec.hpp"
#include "ramet/core/function_ref.hpp"
#include "ramet/core/object_pool.hpp"
#include "ramet/core/trace/recorder.hpp"
#include "ramet/file/directory.hpp"
#include "ramet/file/key.hpp"
#include "ramet/io/byte_source.hpp"

namespace ramet::inline v1::file {

/// The first bytes of a file (internal/file_header.hpp has the drawing). Threads: a value.
struct FileHeader {
  std::uint32_t version = 0;      ///< of the ROOT that wrote it, for example 63400; plus 1,000,000 in 64-bit files
  std::uint64_t begin = 100;      ///< where the first record begins
  std::uint64_t end = 0;          ///< one past the last record
  std::uint64_t seek_free = 0;    ///< the record of the free segments
  std::uint32_t free_size = 0;    ///< its size
  std::uint32_t free_count = 0;   ///< number of free segments
  std::uint32_t name_size = 0;    ///< key, name and title at the start of the root directory's record
  std::uint8_t units = 4;         ///< bytes per seek
  std::uint32_t compression = 0;  ///< ROOT's number, 100 * algorithm + level
  std::uint64_t seek_streamer_info = 0;
  std::uint32_t streamer_info_size = 0;
  Uuid uuid{};

  bool is_big() const noexcept { return version >= 1'000'000; }
};

/// A record with its payload decompressed; `bytes` begins with the head, because object references inside a payload
/// count from there. Threads: a value.
struct Record {
  bytes::Buffer bytes;
  std::uint16_t key_length = 0;

  std::span<const std::byte> payload() const noexcept { return bytes.span().subspan(key_length); }
};

/// A key and its path. Threads: a value.
struct PlacedKey {
  std::string path;  ///< without cycle: "dir/name"
  Key key;
};

/// States of decompressors that many files share. Threads: any.
using Decompressors = ObjectPool<compression::Decompressor>;

/// An open file: its header and root directory; everything else is read on request. Threads: immutable (members read
/// through the source, which any thread may use).
class FileReader {
 public:
  /// Read the header, the root directory and its keys: two positional reads, three if the file's name is very long. A
  /// file that was not closed opens with its last key list; if it has none, its records are searched for those that a
  /// key list would name (is_recovered). Throws Error(corrupt) when it is not a ROOT file (the message has its first
  /// bytes), is truncated, was not closed and nothing is found in it, or its parts contradict each other; Error(io) as
  /// the source does. Files may share decompressors, which make up most of the memory of an open file.
  /// Readers of its trees and ntuples record what they do if there is a recorder.
  static std::shared_ptr<const FileReader> open(std::shared_ptr<const io::ByteSource> source,
                                                std::shared_ptr<Decompressors> decompressors = nullptr,
                                                std::shared_ptr<TraceRecorder> recorder = nullptr);

  /// Make a reader of a damaged file for `read_record` alone: the header is read if it is valid, the root directory has
  /// no keys, and streamer infos are read from the record that `streamer_info` describes, if given.
  static std::shared_ptr<const FileReader> open_records(std::shared_ptr<const io::ByteSource> source,
                                                        const std::optional<Key>& streamer_info);

  /// Open a file whose streamer infos cannot be read; the reader has none. Throws as open.
  static std::shared_ptr<const FileReader> open_without_layouts(std::shared_ptr<const io::ByteSource> source);

  const FileHeader& header() const noexcept { return header_; }
  /// Whether the file was not closed and its keys were found by searching all records. The last objects of its writer
  /// may then be missing, and deleted cycles may be present. The position of the streamer infos is then also the one
  /// that was found.
  bool is_recovered() const noexcept { return is_recovered_; }
  const Directory& root() const noexcept { return root_; }
  const io::ByteSource& source() const noexcept { return *source_; }
  const std::string& name() const noexcept { return source_->name(); }
  const std::shared_ptr<TraceRecorder>& recorder() const noexcept { return recorder_; }  ///< may be null

  /// Read the directory of a key of class TDirectory(File) in `parent`. Throws Error(corrupt), Error(misuse) when the
  /// key is of another class.
  Directory read_directory(const Directory& parent, const Key& key) const;

  /// The directory of a path like "a/b" ("" is the root). Throws Error(not_found) with similar names.
  Directory directory(std::string_view path) const;

  /// The key of a path like "a/b/name" or "a/b/name;2". Directories may have a cycle too. Names may contain '/' and
  /// ';'; the longest name that exists is taken. Throws Error(not_found) with similar names.
  Key key(std::string_view path) const;

  /// Visit the keys of all directories, each directory's before those of the directories in it. Throws Error(corrupt)
  /// when a directory occurs twice or inside itself; Error(unsupported) beyond 1,000 levels, or when the paths of all
  /// keys take more bytes than the file and 256 MiB; and what `visit` throws.
  void for_each_key(FunctionRef<void(const Directory&, const Key&)> visit) const;

  /// The keys of a directory and of all directories below it, with paths relative to it; each directory comes before
  /// its contents. The contents of a directory that has a later cycle are left out, because no path leads to them.
  /// Throws as `directory` and `for_each_key`.
  std::vector<PlacedKey> keys_below(std::string_view path) const;

  /// Read and decompress a record. Throws Error(corrupt) with the key and the offset, also when the record is not the
  /// one that the key describes.
  Record read_record(const Key& key) const { return read_record(key, {}); }
  /// The same, reusing the memory of a buffer; its contents are discarded.
  Record read_record(const Key& key, bytes::Buffer memory) const;

  /// The record of streamer infos as it is on disk, with its head (empty if the file has none). Without its place
  /// (`forget_place`) it identifies records that were parsed before.
  bytes::Buffer packed_streamer_infos() const;
  /// Decompress the result of packed_streamer_infos(). Throws Error(unsupported) beyond 256 MiB, Error(corrupt).
  Record unpack_record(std::span<const std::byte> packed, std::uint64_t seek) const;

 private:
  FileReader(std::shared_ptr<const io::ByteSource> source, std::shared_ptr<Decompressors> decompressors,
             std::shared_ptr<TraceRecorder> recorder = nullptr);

  DirectoryHead read_root_head(std::span<const std::byte> start) const;
  std::vector<Key> read_keys(const DirectoryHead& head) const;
  bool has_lost_keys() const noexcept;
  void recover();
  void require_after_header(const Key& key) const;
  /// Whether ramet was the last to write the file, so that everything has a checksum: the root key list has one.
  bool is_checked() const;
  Record unpack(const Key& key, std::span<const std::byte> packed, bytes::Buffer memory = {}) const;

  std::shared_ptr<const io::ByteSource> source_;
  std::shared_ptr<Decompressors> decompressors_;
  std::shared_ptr<TraceRecorder> recorder_;
  FileHeader header_;
  Directory root_;
  bool is_recovered_ = false;
};

}  // namespace ramet::inline v1::file
