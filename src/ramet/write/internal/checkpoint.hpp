#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

namespace ramet::inline v1::write::internal {

struct OutputFile;

/// Says when a file that is being filled should be made whole again: after so many bytes or so much time, whichever
/// comes first; 0 is never. Threads: any; nobody waits.
class CheckpointSchedule {
 public:
  using Clock = std::chrono::steady_clock;

  CheckpointSchedule() = default;
  CheckpointSchedule(std::uint64_t bytes, std::chrono::nanoseconds period, Clock::time_point now = Clock::now());

  /// Whether a checkpoint is due in a file of that size. Of all who ask one is told so, and has to see to it.
  bool claim(std::uint64_t file_size, Clock::time_point now) noexcept;
  bool claim(std::uint64_t file_size) noexcept { return is_active() && claim(file_size, Clock::now()); }

 private:
  bool is_active() const noexcept { return bytes_ != 0 || period_.count() != 0; }

  std::uint64_t bytes_ = 0;
  std::chrono::nanoseconds period_{0};
  std::atomic<std::uint64_t> next_size_ = 0;
  std::atomic<Clock::rep> next_time_ = 0;
};

/// Make the file on disk whole, with all clusters and objects written so far. Throws Error(io), and Error(misuse) when
/// the file is closed.
void checkpoint(OutputFile& output);

/// Make the checkpoint that the schedule wants, if it wants one now. Throws as checkpoint.
void checkpoint_if_due(OutputFile& output);

}  // namespace ramet::inline v1::write::internal
