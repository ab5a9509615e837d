#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "ramet/bytes/buffer.hpp"
#include "ramet/core/mutex.hpp"
#include "ramet/file/key.hpp"
#include "ramet/io/byte_source.hpp"
#include "ramet/io/extent.hpp"
#include "ramet/merge/internal/live/commit_sink.hpp"
#include "ramet/merge/internal/safety/journal_plan.hpp"
#include "ramet/merge/internal/safety/record_log.hpp"

// The journal of an output, "OUT.part.journal":
//   | "ramet merge journal 1\n" |  then records (record_log.hpp), whose payloads begin with their kind 1
// The first record is the plan; the others say what is in OUT.part.

namespace ramet::inline v1::merge::internal {

/// Bytes that were written with one call. Threads: a value.
struct WrittenPiece {
  io::Extent extent;
  std::uint64_t checksum = 0;  ///< xxh3

  bool operator==(const WrittenPiece&) const = default;
};

/// A record that was put into a directory. Threads: a value.
struct DonePut {
  std::string directory;
  file::Key key;
  std::uint64_t checksum = 0;  ///< of the record
};

/// An extent that was filled. Threads: a value.
struct DoneExtent {
  io::Extent extent;
  bytes::Buffer result;  ///< what the rest of the merge needs to know of it
  std::vector<WrittenPiece> pieces;
};

/// How far the tables are that are rewritten, one after the other. Threads: a value.
struct StepState {
  enum class Stage : std::uint8_t {
    none,      ///< nothing of the table is in the file
    rows,      ///< some of its entries, or none
    complete,  ///< all of it
  };
  std::uint64_t table = 0;  ///< the number of the table among those that are rewritten
  Stage stage = Stage::none;
  std::uint64_t read = 0;     ///< how many of its entries in the inputs are done
  std::uint64_t written = 0;  ///< how many of these are in the file
  std::uint64_t bytes = 0;    ///< that they take uncompressed

  bool operator==(const StepState&) const = default;
};

/// A commit of the file, after which its tables are so far. All else is in the file by then. Threads: a value.
struct DoneStep {
  StepState state;
  std::uint64_t end = 0;                 ///< the size of the file
  std::vector<PlacedBytes> writes = {};  ///< that make the step part of the file: they may have to be done again
};

/// What is done of a merge. Puts come in the order in which a merge makes them; extents come in any order, and are
/// found by their places, which depend only on the plan. Threads: `add_extent`, `extent_at` and `steps` from any; the
/// rest one thread.
class Journal {
 public:
  /// The most bytes whose checksums are compared when a merge goes on.
  static constexpr std::uint64_t verified_bytes = std::uint64_t{64} << 20;

  /// The name of the journal of a part.
  static std::filesystem::path path_of(const std::filesystem::path& part);
  /// Open the journal beside `part`, or begin one, and lock it; what it says is read. Throws Error(misuse) when
  /// somebody else has it, or when there is a `part` without a journal; Error(io).
  explicit Journal(const std::filesystem::path& part);
  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;
  ~Journal() = default;

  /// Of the merge that was stopped; nothing when there was none.
  const std::optional<JournalPlan>& plan() const noexcept { return plan_; }
  /// Of a merge that was complete, and whose part is gone: it may have got its name.
  const std::optional<JournalPlan>& finished() const noexcept { return finished_; }
  /// Forget all, and begin a merge.
  void restart(JournalPlan plan);
  /// Compare the last records with the file. If they differ, all are compared, and those that differ forgotten. Throws
  /// Error(io).
  void verify(const io::ByteSource& part);

  /// The number of steps that are done, and their bytes.
  std::uint64_t steps() const;
  std::uint64_t done_bytes() const;
  const std::vector<DonePut>& puts() const noexcept { return puts_; }
  /// The extent at this place, if it is done. Valid until restart or verify.
  const DoneExtent* extent_at(std::uint64_t offset) const;
  /// The last step of the tables that are rewritten; nothing as long as something else is missing.
  const std::optional<DoneStep>& last_step() const noexcept { return step_; }
  /// Whether all is written, and only the name is missing.
  bool is_complete() const noexcept { return is_complete_; }

  void add_put(const DonePut& put);
  void add_extent(DoneExtent extent);
  void add_step(DoneStep step);
  void add_complete();

  /// Close the journal, and delete it.
  void remove() noexcept;

 private:
  void read_record(bytes::ByteCursor cursor);
  bool verify_puts(const io::ByteSource& part, std::uint64_t most_bytes);
  bool verify_extents(const io::ByteSource& part, std::uint64_t most_bytes);

  std::optional<JournalPlan> plan_;
  std::optional<JournalPlan> finished_;
  std::vector<DonePut> puts_;    // that were read
  std::uint64_t put_count_ = 0;  // also those that were added
  std::optional<DoneStep> step_;
  bool is_complete_ = false;
  mutable Mutex mutex_;
  std::optional<RecordLog> log_ RAMET_GUARDED_BY(mutex_);
  std::map<std::uint64_t, DoneExtent> extents_ RAMET_GUARDED_BY(mutex_);
  std::vector<std::uint64_t> order_ RAMET_GUARDED_BY(mutex_);  // of the extents in the journal
};

}  // namespace ramet::inline v1::merge::internal
