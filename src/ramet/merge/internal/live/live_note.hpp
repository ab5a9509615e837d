#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "ramet/bytes/buffer.hpp"
#include "ramet/bytes/byte_cursor.hpp"
#include "ramet/bytes/byte_writer.hpp"
#include "ramet/file/file_reader.hpp"
#include "ramet/io/byte_sink.hpp"
#include "ramet/merge/internal/live/commit_sink.hpp"
#include "ramet/merge/internal/safety/journal_plan.hpp"
#include "ramet/merge/internal/safety/record_log.hpp"

// The note beside the output of a live merge, "OUT.live":
//   | "ramet live merge 1\n" |  then records (safety/record_log.hpp), whose payloads begin with their kind 1:
//   output: the UUID of the output
//   group:  the inputs of a group | the header before | the writes that make the group part of the output
//   done:   the writes of the group before are done

namespace ramet::inline v1::merge::internal {

/// Which inputs an output has, as certain as the output itself: a group counts as soon as its record is complete,
/// because its last writes are in it, and are done again if the merge died before they were. Threads: one thread.
class LiveNote {
 public:
  /// Open the note of an output, or begin one, and lock it. If the output has the note's UUID, the last writes are done
  /// again when needed; otherwise nothing in the note counts. Throws Error(misuse) when somebody else has it, or the
  /// output was changed by others in between; Error(corrupt) when it is no note; Error(io).
  explicit LiveNote(const std::filesystem::path& output);

  /// Whether it is the note of the output as it is.
  bool is_of_output() const noexcept { return uuid_.has_value(); }
  /// Forget all, and begin that of an output.
  void restart(const file::Uuid& uuid);

  /// Forget all: the output that was begun did not get its name.
  void forget() noexcept;

  /// How many inputs the output has.
  std::uint64_t input_count() const noexcept { return input_count_; }
  /// Those that it had when the note was opened, except for those that were in memory.
  const std::vector<InputMark>& inputs() const noexcept { return inputs_; }

  /// Note a group, whose writes are about to be done. `is_lasting`: it is on the device when this returns.
  void add_group(const std::vector<InputMark>& inputs, std::span<const std::byte> header_before,
                 const HeldCommit& commit, bool is_lasting);
  /// Whether there is a group whose writes are not done.
  bool is_open() const noexcept { return is_open_; }
  /// Note that they are done.
  void add_done();

  /// Close the note, and delete it.
  void remove() noexcept { log_.remove(); }

 private:
  void read_record(bytes::ByteCursor cursor);
  void go_on(const std::filesystem::path& output);

  RecordLog log_;
  std::optional<file::Uuid> uuid_;
  std::vector<InputMark> inputs_;
  std::uint64_t input_count_ = 0;
  bool is_open_ = false;
  std::optional<HeldCommit> last_;  // of the last group, if it may not be done
  bytes::Buffer header_before_;
};

/// The note of an output.
std::filesystem::path note_of(const std::filesystem::path& output);

/// The first bytes of a file, which change with every commit. Throws as ByteSource.
bytes::Buffer header_of(const io::ByteSource& file);

}  // namespace ramet::inline v1::merge::internal
