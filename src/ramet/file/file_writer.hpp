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
#include "ramet/file/file_reader.hpp"
#include "ramet/file/key.hpp"
#include "ramet/io/byte_sink.hpp"
#include "ramet/io/extent_allocator.hpp"

namespace ramet::inline v1::file {

/// Options of a new file.
struct FileWriterOptions {
  compression::Settings compression = {};  ///< of objects and metadata; recorded in the header
  /// The same calls give the same bytes: fixed dates and a UUID derived from the file's name alone.
  bool reproducible = false;
};

/// A directory of a file being written; 0 is the root.
struct DirectoryNumber {
  std::size_t number = 0;
};

/// Writes a new ROOT file. Between commits the file on disk is what the last commit made: new records go past its end,
/// and the header, which points at them, is written last.
/// Threads: `take_extent` and `sink().write_at` from any thread at any time; all else from one thread at a time.
class FileWriter {
 public:
  /// Begin a file on an empty sink. Throws as the sink does.
  static std::unique_ptr<FileWriter> create(std::unique_ptr<io::ByteSink> sink, FileWriterOptions options = {});

  /// Abandons what was not committed; writes nothing.
  ~FileWriter();

  const std::string& name() const noexcept;
  const FileWriterOptions& options() const noexcept;

  /// The directory of a path as "a/b", made with its parents if it is not there.
  DirectoryNumber directory(std::string_view path);
  /// Where the directory's own record is (the seek_parent of keys in it).
  std::uint64_t seek_of(DirectoryNumber directory) const;

  /// Space for records that the caller writes by himself. The caller fills it whole with records that have keys.
  io::Extent take_extent(std::uint64_t size) noexcept;
  io::ByteSink& sink() noexcept;

  /// Whether seeks written from now on may need 8 bytes: a record that might end past 2 GB must use big keys.
  bool needs_big_keys(std::uint64_t upcoming_size) const noexcept;
  /// Now, packed as TDatime does (or the fixed date of a reproducible file).
  std::uint32_t date() const noexcept;

  /// What to do when the directory has the name already: refuse, add a cycle, or free the old record.
  enum class OnConflict { fail, new_cycle, replace };

  /// Describe the key that `put` would write for an object, so that a payload whose references count from the start
  /// of the key can be made for it.
  std::uint16_t key_length(std::string_view class_name, std::string_view name, std::string_view title) const;

  /// Compress and write an object and add its key to the directory; it is in the file at the next commit.
  /// `compression` overrides the file's. Returns the key as written. Throws Error(misuse) on a conflict that may not
  /// be.
  Key put(DirectoryNumber directory, std::string_view class_name, std::string_view name, std::string_view title,
          std::span<const std::byte> payload, OnConflict on_conflict = OnConflict::new_cycle,
          std::optional<compression::Settings> compression = std::nullopt);

  /// The payload of the streamer-info record (a TList, made by schema::write_streamer_infos) as of the next commit.
  void set_streamer_infos(bytes::Buffer payload);

  /// Make everything that was put so far the contents of the file. May be called again and again; the file is whole in
  /// between. Throws Error(io); the file is then as of the commit before.
  void commit();

  /// Commit, then close the sink. Throws as commit and as the sink's close. Nothing may be called after it.
  void close();

  /// Size of the file as of now, including what is not committed yet.
  std::uint64_t size() const noexcept;

 private:
  struct State;
  explicit FileWriter(std::unique_ptr<State> state) noexcept;
  std::unique_ptr<State> state_;
};

}  // namespace ramet::inline v1::file
