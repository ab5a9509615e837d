#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "ramet/bytes/buffer.hpp"
#include "ramet/core/mutex.hpp"
#include "ramet/file/internal/free_segments.hpp"
#include "ramet/file/key.hpp"
#include "ramet/io/byte_sink.hpp"
#include "ramet/io/extent_allocator.hpp"

namespace ramet::inline v1::file {

/// Records with small heads start below this position only. It is half of start_of_big_file, because other threads may
/// take up to a billion bytes between making a head and placing its record.
inline constexpr std::uint64_t last_small_start = start_of_big_file / 2;

/// Allocates space for records, and tracks segments that are free or about to be. A segment passes these stages:
///   in use -> released -> free, once the header on disk does not refer to it any more -> reused.
/// A record that a subdirectory's committed body refers to needs one more commit (`deferred`), because that body is
/// updated only after the header.
/// Threads: take_extent, take_hole and end from any; the other members one thread. Segments that were free before a
/// commit are free in its state of the file, too: other threads may fill them during the commit.
class RecordSpace {
 public:
  /// Records go to free segments, or else after `end`.
  RecordSpace(std::unique_ptr<io::ByteSink> sink, std::uint64_t end, FreeSegments free = {})
      : sink_(std::move(sink)), allocator_(end), free_(std::move(free)), largest_hole_(free_.largest()) {}

  io::ByteSink& sink() noexcept { return *sink_; }
  io::ExtentAllocator& extents() noexcept { return allocator_; }
  io::Extent take_extent(std::uint64_t size) { return allocator_.take(size); }
  std::uint64_t end() const noexcept { return allocator_.end(); }

  /// Take space for a record from the first free segment that has room for it; nothing when none has, which costs no
  /// lock. The rest of the segment is marked as a gap first, so that a walk over the records steps over the whole
  /// segment until the record is written. Throws as the sink does.
  std::optional<io::Extent> take_hole(std::uint64_t size);

  /// Place a record, in a free segment if one fits, else after the end, and write it. `record` has key.key_length bytes
  /// of room for the head, then the payload as stored on disk; this function sets key.record_size and key.seek. Returns
  /// nothing, and writes nothing, when the position is too large for a small head: call it again with a big one.
  std::optional<Key> write(Key key, bytes::Buffer record);

  /// A free segment that is reserved until a record is written to its begin or it is returned.
  struct Hole {
    io::Extent record;
    std::uint64_t left = 0;  ///< bytes after the record

    io::Extent whole() const noexcept { return {record.offset, record.size + left}; }
  };
  std::optional<Hole> take_whole_hole(std::uint64_t size);
  void put_back(const Hole& hole) { add_free(hole.whole()); }
  /// Write a record with its head, and the mark of the rest of the hole. On failure the hole becomes free again with
  /// the next commit.
  void write_into(const Hole& hole, bytes::Buffer record);

  /// Free a record with the next commit; with release_deferred, with the one after it.
  void release(io::Extent record) { released_.push_back(record); }
  void release_deferred(io::Extent record) { deferred_.push_back(record); }
  /// Whether another commit would free more space.
  bool has_released() const noexcept { return !released_.empty() || !deferred_.empty(); }

  /// The segments that will be free once the next header is on disk, if nobody takes a hole before.
  FreeSegments free_after_commit() const;

  /// After the header was written: free the released records and those that only the previous header led to. Each
  /// record, and each segment that they form, is marked as a gap. Throws as the sink does; missing marks only affect a
  /// walk over the records.
  void commit(std::span<const io::Extent> superseded);

 private:
  void mark_gap(io::Extent segment);
  void add_free(io::Extent segment);

  std::unique_ptr<io::ByteSink> sink_;
  io::ExtentAllocator allocator_;
  mutable Mutex mutex_;
  FreeSegments free_ RAMET_GUARDED_BY(mutex_);
  std::atomic<std::uint64_t> largest_hole_;
  std::vector<io::Extent> released_;
  std::vector<io::Extent> deferred_;
};

/// Store the gap mark of a segment of this size.
void store_gap_mark(std::byte* to, std::uint64_t size) noexcept;

}  // namespace ramet::inline v1::file
