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

/// What a commit survives.
enum class Durability {
  process,  ///< the death of the process; what the system has not written yet, a power cut takes
  device,   ///< a power cut, too: it waits for the device (fsync) before and after it writes the header
};

/// Options of a new file. Threads: a value.
struct FileWriterOptions {
  compression::Settings compression = {};  ///< of objects and metadata; recorded in the header
  /// The same calls give the same bytes: fixed dates and a UUID derived from the file's name alone.
  bool reproducible = false;
  Durability durability = Durability::process;
};

/// What to do with records behind the end of a file that is to be changed, and with clusters in its free segments: what
/// its last writer had written and never made part of it.
enum class OnLeftovers {
  refuse,     ///< to change the file: `ramet recover` can find them, as long as nobody writes over them
  overwrite,  ///< they are given up
};

/// Options of a file that is changed. Threads: a value.
struct FileUpdateOptions {
  std::optional<compression::Settings> compression = std::nullopt;  ///< of what is added; the file's own by default
  bool reproducible = false;                                        ///< fixed dates and UUIDs of what is added
  OnLeftovers leftovers = OnLeftovers::refuse;
  Durability durability = Durability::process;
};

/// A directory of a file being written; 0 is the root. Threads: a value.
struct DirectoryNumber {
  std::size_t number = 0;
};

/// Writes a ROOT file, a new one or one that is there. Between commits the file on disk is what the last commit made:
/// new records go to space that it does not use, and the header, which leads to them, is written last. The README has
/// the order of the writes. Threads: `take_extent`, `needs_big_keys`, `date`, `size` and `sink().write_at` from any
/// thread at any time; all else from one thread at a time.
class FileWriter {
 public:
  /// Begin a file on an empty sink: header and root directory are written, as yet without a key list, so that a walk
  /// over the records can recover what is written if nothing is ever committed. Throws as the sink does.
  static std::unique_ptr<FileWriter> create(std::unique_ptr<io::ByteSink> sink, FileWriterOptions options = {});

  /// Change the file that `reader` shows and `sink` writes to, whoever wrote it: nothing is written before the first
  /// commit, and what is not replaced or removed stays where it is, byte by byte. Its free segments are filled where
  /// they are marked as such, or consist of dead records. Readers that have the file open see what they saw; what was
  /// removed or replaced is an Error(corrupt) to them once it is committed, as its record has another head. Throws
  /// Error(corrupt) when the file was cut or not closed, or its parts contradict each other; Error(unsupported),
  /// Error(io).
  static std::unique_ptr<FileWriter> update(std::unique_ptr<io::ByteSink> sink, const FileReader& reader,
                                            const FileUpdateOptions& options = {});

  /// Abandons what was not committed; writes nothing.
  ~FileWriter();

  const std::string& name() const noexcept;
  const FileWriterOptions& options() const noexcept;
  /// Of objects that are put from now on; the header goes on saying what the file was made with.
  void set_compression(compression::Settings compression) noexcept;

  /// The directory of a path as "a/b", made with its parents if it is not there. Throws Error(misuse) when a part of
  /// the path is an object, Error(io).
  DirectoryNumber directory(std::string_view path);
  /// The directory of a path, if it is there.
  std::optional<DirectoryNumber> find_directory(std::string_view path) const;
  /// That of a key, which must be one of a directory's of this file.
  DirectoryNumber directory_of(const Key& key) const;
  /// The keys of a directory as they will be after the next commit. Valid until something is put or removed.
  std::span<const Key> keys(DirectoryNumber directory) const;
  /// Whether the directory has an object or a directory of that name.
  bool contains(DirectoryNumber directory, std::string_view name) const;
  /// Where the directory's own record is (the seek_parent of keys in it). It never moves: threads are told once.
  std::uint64_t seek_of(DirectoryNumber directory) const;

  /// Space for records that the caller writes by himself. The caller fills it whole with records that have heads, or
  /// gives it to `abandon_extent`, before the next commit if he can: the file then is without holes. A commit that
  /// overtakes him leaves a hole of zeros in the file, which readers do not see, as nothing leads to it; only a walk
  /// over the records stops there.
  io::Extent take_extent(std::uint64_t size);
  /// Give back space of take_extent that nothing in the file leads to: it becomes a free segment with the next commit.
  void abandon_extent(io::Extent extent);
  io::ByteSink& sink() noexcept;
  /// What bulk writers need of all this; it lives as long as this object.
  const RecordArea& area() const noexcept;

  /// Share the space of the file from now on: whoever has the counters takes extents of it, as threads do meanwhile.
  /// Where the shared space begins is returned. To be called once. Throws as io::ExtentAllocator::share.
  std::uint64_t share_extents(std::shared_ptr<io::SharedCounters> counters, std::size_t counter);
  /// The extents of shared space that were taken through this object since the last call of this.
  std::vector<io::Extent> taken_of_shared();

  /// Whether a record of that size, whose head is made now and whose place is taken later, must have a big head. It
  /// says so from the first 1,000,000,000 bytes on, because other threads may take space in between; the limit itself
  /// is at twice as much (see fits_small_keys).
  bool needs_big_keys(std::uint64_t upcoming_size) const noexcept;
  /// Whether records with small heads may lie there.
  static bool fits_small_keys(io::Extent extent) noexcept;
  /// Now, packed as TDatime does (or the fixed date of a reproducible file).
  std::uint32_t date() const noexcept;

  /// What to do when the directory has the name already: refuse, add a cycle, or put the object in the place of the one
  /// with the highest cycle, whose record becomes free.
  enum class OnConflict { fail, new_cycle, replace };

  /// Describe the key that the next `put` will write for an object, so that a payload whose references count from the
  /// start of the key can be made for it. Better is the `put` that asks for the payload.
  std::uint16_t key_length(std::string_view class_name, std::string_view name, std::string_view title);

  /// Makes a payload for a key of that length.
  using MakePayload = FunctionRef<bytes::Buffer(std::uint16_t key_length)>;

  /// Compress and write an object and add its key to the directory; it is in the file at the next commit.
  /// `make_payload` is called once, or twice when the record ends up beyond 2 GB unexpectedly. `compression` overrides
  /// the file's; with level 0 the payload is stored as it is, without a checksum but its own. Returns the key as
  /// written. Throws Error(misuse) on a conflict that may not be, Error(unsupported) for a record beyond 2 GB,
  /// Error(io).
  Key put(DirectoryNumber directory, std::string_view class_name, std::string_view name, std::string_view title,
          MakePayload make_payload, OnConflict on_conflict = OnConflict::new_cycle,
          std::optional<compression::Settings> compression = std::nullopt);

  /// As above with a payload that was made for key_length(class_name, name, title), or that has no references.
  Key put(DirectoryNumber directory, std::string_view class_name, std::string_view name, std::string_view title,
          std::span<const std::byte> payload, OnConflict on_conflict = OnConflict::new_cycle,
          std::optional<compression::Settings> compression = std::nullopt);

  /// Take a key, or all cycles of a name, out of a directory. Their records become free; of a directory, with all that
  /// is in it, whose DirectoryNumbers then must not be used. Baskets and pages are not found: see release_record.
  /// Returns the keys. Throws Error(not_found), naming near names.
  std::vector<Key> remove(DirectoryNumber directory, std::string_view name,
                          std::optional<std::uint16_t> cycle = std::nullopt);
  /// A record that only an object which was removed from the directory, or replaced, had led to becomes free, too.
  void release_record(DirectoryNumber directory, io::Extent record);

  /// The head of the record of streamer infos, for key_length.
  static constexpr std::string_view streamer_info_class = "TList";
  static constexpr std::string_view streamer_info_name = "StreamerInfo";
  static constexpr std::string_view streamer_info_title = "Doubly linked list";

  /// Write the record of streamer infos (the payload is a TList, made by schema::write_streamer_infos); the next commit
  /// makes it the file's. Throws as put.
  void set_streamer_infos(MakePayload make_payload);
  void set_streamer_infos(bytes::Buffer payload);

  /// Make everything that was put so far the contents of the file. May be called again and again; the file is whole in
  /// between. Does nothing when nothing was put and no extent was taken. Throws Error(io); the file is then as of the
  /// commit before.
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
