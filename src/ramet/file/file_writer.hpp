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
#include "ramet/file/file_reader.hpp"
#include "ramet/file/key.hpp"
#include "ramet/file/record_area.hpp"
#include "ramet/io/byte_sink.hpp"
#include "ramet/io/extent_allocator.hpp"

namespace ramet::inline v1::file {

/// Which failures a commit survives.
enum class Durability {
  process,  ///< the death of the process; a power cut loses what the system has not written yet
  device,   ///< also a power cut: waits for the device (fsync) before and after writing the header
};

/// Options of a new file. Threads: a value.
struct FileWriterOptions {
  compression::Settings compression = {};  ///< for objects and metadata; recorded in the header
  /// Make the same calls give the same bytes: dates are fixed, and the UUID is derived from the file's name.
  bool reproducible = false;
  Durability durability = Durability::process;
};

/// What to do with records after the end of a file that is opened for update, and with clusters in its free segments,
/// which its last writer wrote and never committed.
enum class OnLeftovers {
  refuse,     ///< do not update the file: `ramet recover` can find the records until they are overwritten
  overwrite,  ///< discard the records
};

/// Options of a file that is updated. Threads: a value.
struct FileUpdateOptions {
  std::optional<compression::Settings> compression = std::nullopt;  ///< for what is added; by default the file's
  bool reproducible = false;                                        ///< fixed dates and UUIDs for what is added
  OnLeftovers leftovers = OnLeftovers::refuse;
  Durability durability = Durability::process;
  /// The sink does all writes of a commit or none, whatever happens: records that the old bodies of subdirectories lead
  /// to become free with the commit itself, as all others, not with another one.
  bool is_sink_atomic = false;
};

/// A directory of a file being written; 0 is the root. Threads: a value.
struct DirectoryNumber {
  std::size_t number = 0;
};

/// Writes a new or an existing ROOT file. Between commits the file on disk stays in the state of the last commit: new
/// records go to unused space, and the header, which leads to them, is written last. The README has the order of the
/// writes. Threads: `take_extent`, `needs_big_keys`, `date`, `size` and `sink().write_at` from any thread at any time;
/// all others from one thread at a time.
class FileWriter {
 public:
  /// Begin a file on an empty sink. Writes the header and a root directory without a key list, so that the records can
  /// be recovered if nothing is ever committed. Throws as the sink does.
  static std::unique_ptr<FileWriter> create(std::unique_ptr<io::ByteSink> sink, FileWriterOptions options = {});

  /// Update the file that `reader` reads and `sink` writes to, whichever program wrote it. Nothing is written before
  /// the first commit, and everything that is not replaced or removed stays in place, byte by byte. Free segments are
  /// reused if they are marked as free or consist of deleted records. Readers that have the file open keep their view
  /// of it, except that removed or replaced objects become an Error(corrupt) for them after the commit. Throws
  /// Error(corrupt) when the file is truncated, was not closed, or its parts contradict each other; Error(unsupported),
  /// Error(io).
  static std::unique_ptr<FileWriter> update(std::unique_ptr<io::ByteSink> sink, const FileReader& reader,
                                            const FileUpdateOptions& options = {});

  /// Discards what was not committed; writes nothing.
  ~FileWriter();

  const std::string& name() const noexcept;
  const FileWriterOptions& options() const noexcept;
  /// Set the compression of objects that are put from now on; the header keeps the file's original setting.
  void set_compression(compression::Settings compression) noexcept;

  /// The directory of a path like "a/b"; creates it and its parents if needed, with its name as the title if that is
  /// empty. Throws Error(misuse) when a part of the path is an object, Error(io).
  DirectoryNumber directory(std::string_view path, std::string_view title = {});
  /// The directory of a path, if it exists.
  std::optional<DirectoryNumber> find_directory(std::string_view path) const;
  /// The directory of a key, which must be a directory's key in this file.
  DirectoryNumber directory_of(const Key& key) const;
  /// The keys of a directory as they will be after the next commit. Valid until something is put or removed.
  std::span<const Key> keys(DirectoryNumber directory) const;
  /// Whether the directory has an object or a directory of that name.
  bool contains(DirectoryNumber directory, std::string_view name) const;
  /// The position of the directory's record (the seek_parent of keys in it). It never changes.
  std::uint64_t seek_of(DirectoryNumber directory) const;

  /// Reserve space for records that the caller writes directly. The caller fills all of it with records that have
  /// heads, or returns it with `abandon_extent`, if possible before the next commit, so that the file has no holes. An
  /// earlier commit leaves a hole of zeros in the file, which readers do not see because nothing leads to it; only a
  /// walk over the records stops there.
  io::Extent take_extent(std::uint64_t size);
  /// Return space of take_extent that nothing in the file leads to; it becomes a free segment with the next commit.
  void abandon_extent(io::Extent extent);
  io::ByteSink& sink() noexcept;
  /// The part of this interface that bulk writers need; valid as long as this object.
  const RecordArea& area() const noexcept;

  /// Share the space of the file from now on: processes that have the counters take extents of it. Threads may take
  /// extents meanwhile. Returns where the shared space begins. Call it once. Throws as io::ExtentAllocator::share.
  std::uint64_t share_extents(std::shared_ptr<io::SharedCounters> counters, std::size_t counter);
  /// The extents of shared space that were taken through this object since the last call of this function.
  std::vector<io::Extent> taken_of_shared();

  /// Whether a record of this size, whose head is made now and whose space is taken later, needs a big head. True once
  /// the file exceeds 1,000,000,000 bytes, half of the actual limit (see fits_small_keys), because other threads may
  /// take space in between.
  bool needs_big_keys(std::uint64_t upcoming_size) const noexcept;
  /// Whether records with small heads may lie in this extent.
  static bool fits_small_keys(io::Extent extent) noexcept;
  /// The current date, packed as TDatime does, or the fixed date of a reproducible file.
  std::uint32_t date() const noexcept;

  /// What to do when the directory has the name already: throw, add a cycle, or replace the object with the highest
  /// cycle, whose record becomes free.
  enum class OnConflict { fail, new_cycle, replace };

  /// The length of the key that the next `put` will write for an object, for payloads whose references count from the
  /// start of the key. Prefer the `put` that takes `make_payload`.
  std::uint16_t key_length(std::string_view class_name, std::string_view name, std::string_view title);

  /// Makes a payload for a key of the given length.
  using MakePayload = FunctionRef<bytes::Buffer(std::uint16_t key_length)>;

  /// Compress and write an object and add its key to the directory; the next commit makes it part of the file.
  /// `make_payload` is called once, or twice when the record unexpectedly lies beyond 2 GB. `compression` overrides the
  /// file's; with level 0 the payload is stored as it is, without a checksum. Returns the key as written. Throws
  /// Error(misuse) on a conflict with OnConflict::fail, Error(unsupported) for a record larger than 2 GB, Error(io).
  Key put(DirectoryNumber directory, std::string_view class_name, std::string_view name, std::string_view title,
          MakePayload make_payload, OnConflict on_conflict = OnConflict::new_cycle,
          std::optional<compression::Settings> compression = std::nullopt);

  /// Write an object as above, with a payload that was made for key_length(class_name, name, title) or has no
  /// references.
  Key put(DirectoryNumber directory, std::string_view class_name, std::string_view name, std::string_view title,
          std::span<const std::byte> payload, OnConflict on_conflict = OnConflict::new_cycle,
          std::optional<compression::Settings> compression = std::nullopt);

  /// Copy the record of an object of another file, as stored: only its place, directory and cycle are new, so its
  /// class need not be known. Throws Error(corrupt) when it is no record, Error(unsupported) when its small head would
  /// lie beyond 2 GB, and as put.
  Key put_record(DirectoryNumber directory, bytes::Buffer record, OnConflict on_conflict = OnConflict::new_cycle);

  /// Take over the record that an earlier writer, which made the same calls, has put here: the key becomes that of a
  /// new cycle, and nothing is written. Throws Error(misuse) when `put` would not have given the record this place and
  /// cycle.
  void adopt(DirectoryNumber directory, const Key& key);

  /// Remove a key, or all cycles of a name, from a directory. Their records become free; a directory is removed with
  /// its contents, and its DirectoryNumbers must not be used any more. Baskets and pages are not freed: see
  /// release_record. Returns the keys. Throws Error(not_found) with similar names.
  std::vector<Key> remove(DirectoryNumber directory, std::string_view name,
                          std::optional<std::uint16_t> cycle = std::nullopt);
  /// Free a record that only a removed or replaced object of the directory referred to.
  void release_record(DirectoryNumber directory, io::Extent record);

  /// The head of the record of streamer infos, for key_length.
  static constexpr std::string_view streamer_info_class = "TList";
  static constexpr std::string_view streamer_info_name = "StreamerInfo";
  static constexpr std::string_view streamer_info_title = "Doubly linked list";

  /// Write the record of streamer infos (the payload is a TList, made by schema::write_streamer_infos); the next commit
  /// makes it part of the file. Throws as put.
  void set_streamer_infos(MakePayload make_payload);
  void set_streamer_infos(bytes::Buffer payload);

  /// Make everything that was put so far part of the file. May be called any number of times; the file is valid in
  /// between. Does nothing when nothing was put and no extent was taken. Throws Error(io); the file then has the state
  /// of the previous commit.
  void commit();

  /// Commit, then close the sink. Throws as commit and the sink's close. No member may be called afterwards.
  void close();

  /// The current size of the file, including what is not committed yet.
  std::uint64_t size() const noexcept;

 private:
  struct State;
  explicit FileWriter(std::unique_ptr<State> state) noexcept;
  std::unique_ptr<State> state_;
};

}  // namespace ramet::inline v1::file
