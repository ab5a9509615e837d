#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

#include "ramet/core/trace/track.hpp"

namespace ramet::inline v1::write::internal {

struct OutputFile;

/// Decides when a file that is being filled needs a checkpoint: after a number of bytes or a time, whichever comes
/// first; 0 means never. Threads: any, without locks.
class CheckpointSchedule {
 public:
  using Clock = std::chrono::steady_clock;

  CheckpointSchedule() = default;
  CheckpointSchedule(std::uint64_t bytes, std::chrono::nanoseconds period, Clock::time_point now = Clock::now());

  /// Whether a checkpoint is due at this file size and time. Only one caller gets true, and has to make the checkpoint.
  bool claim(std::uint64_t file_size, Clock::time_point now) noexcept;
  bool claim(std::uint64_t file_size) noexcept { return is_active() && claim(file_size, Clock::now()); }

 private:
  bool is_active() const noexcept { return bytes_ != 0 || period_.count() != 0; }

  std::uint64_t bytes_ = 0;
  std::chrono::nanoseconds period_{0};
  std::atomic<std::uint64_t> next_size_ = 0;
  std::atomic<Clock::rep> next_time_ = 0;
};

/// Write gathered rows and complete the file on disk with all clusters and objects. Throws Error(io), and Error(misuse)
/// when the file is closed. Spans go to the track, which may be null.
void checkpoint(OutputFile& output, TraceTrack* track = nullptr);

/// Make a checkpoint if one is due. It leaves small runs of rows that may still grow for the next one. Throws as
/// checkpoint.
void checkpoint_if_due(OutputFile& output, TraceTrack* track = nullptr);

}  // namespace ramet::inline v1::write::internal
