#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ramet/bytes/buffer.hpp"
#include "ramet/file/key.hpp"
#include "ramet/io/byte_source.hpp"

namespace ramet::inline v1::file {

/// The first bytes of a file (io/doc/TFile/header.md). Threads: a value.
struct FileHeader {
  std::uint32_t version = 0;        ///< of the ROOT that wrote it, as 63400; 1,000,000 is added in 64-bit files
  std::uint64_t begin = 100;        ///< where the first record begins
  std::uint64_t end = 0;            ///< one past the last record
  std::uint64_t seek_free = 0;      ///< the record of the free segments
  std::uint32_t free_size = 0;      ///< its size
  std::uint32_t free_count = 0;     ///< number of free segments
  std::uint32_t name_size = 0;      ///< key, name and title at the start of the root directory's record
  std::uint8_t units = 4;           ///< bytes per seek
  std::uint32_t compression = 0;    ///< ROOT's number, 100 * algorithm + level
  std::uint64_t seek_streamer_info = 0;
  std::uint32_t streamer_info_size = 0;
  std::array<std::byte, 16> uuid{};
};

/// A directory and the keys in it, as stored: all cycles, in stored order. Threads: immutable.
struct Directory {
  std::string path;                 ///< "" for the root directory, else "a/b"
  std::uint64_t seek = 0;           ///< its own record
  std::uint64_t seek_parent = 0;
  std::uint64_t seek_keys = 0;      ///< the record of its key list
  std::uint32_t created = 0;        ///< packed as TDatime does
  std::uint32_t modified = 0;
  std::vector<Key> keys;

  /// The key of that name: of that cycle, or of the highest one. Nothing if there is none.
  const Key* find(std::string_view name, std::optional<std::uint16_t> cycle = std::nullopt) const noexcept;
};

/// One whole record, payload decompressed; `bytes` begins with the head, because object references inside a payload
/// count from there. Threads: a value.
struct Record {
  bytes::Buffer bytes;
  std::uint16_t key_length = 0;

  std::span<const std::byte> payload() const noexcept { return bytes.span().subspan(key_length); }
};

/// An open file: its header and root directory; everything else is read when asked for.
/// Threads: immutable (its members read through the source, which any thread may use).
class FileReader {
 public:
  /// Read header and root directory. Throws Error(corrupt) when it is no ROOT file (the message has its first bytes) or
  /// the parts contradict each other, Error(io) as the source does.
  static std::shared_ptr<const FileReader> open(std::shared_ptr<const io::ByteSource> source);

  const FileHeader& header() const noexcept { return header_; }
  const Directory& root() const noexcept { return root_; }
  const io::ByteSource& source() const noexcept { return *source_; }
  const std::string& name() const noexcept { return source_->name(); }

  /// Read the directory that a key of class TDirectory(File) stands for; `parent` is where the key is.
  Directory read_directory(const Directory& parent, const Key& key) const;

  /// The directory of a path as "a/b" ("" is the root). Throws Error(not_found), naming near names.
  Directory directory(std::string_view path) const;

  /// The key of a path as "a/b/name" or "a/b/name;2". Throws Error(not_found), naming near names.
  Key key(std::string_view path) const;

  /// Read and decompress a record. Throws Error(corrupt), naming key and offset.
  Record read_record(const Key& key) const;

  /// The record of streamer infos as it is on disk, head included (empty if the file has none), and its XXH3: a record
  /// seen before need not be parsed again.
  bytes::Buffer packed_streamer_infos() const;
  /// Decompress what packed_streamer_infos() gave.
  Record unpack_record(std::span<const std::byte> packed, std::uint64_t seek) const;

 private:
  FileReader() = default;

  std::shared_ptr<const io::ByteSource> source_;
  FileHeader header_;
  Directory root_;
};

}  // namespace ramet::inline v1::file
