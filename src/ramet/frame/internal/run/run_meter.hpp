#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <thread>
#include <vector>

#include "ramet/core/mutex.hpp"
#include "ramet/core/progress.hpp"
#include "ramet/core/strong_id.hpp"
#include "ramet/frame/running/run_options.hpp"
#include "ramet/frame/running/time_left.hpp"

namespace ramet::inline v1::frame::internal {

/// Tells how far a run is, on the thread that made it. Threads: `advance` and `end_task` any; the others that thread.
class RunMeter final : public ProgressSink {
 public:
  /// The options must outlive it.
  explicit RunMeter(const RunOptions& options);

  /// The run has these files; the first entry of each, then their number.
  void begin(std::vector<std::uint64_t> file_starts);
  void advance(std::uint64_t entries, std::uint64_t bytes) override;
  void end_task(EntryRange entries);
  /// The run is over: tell once more.
  void finish();

 private:
  using Clock = std::chrono::steady_clock;

  void tell();

  const RunOptions& options_;
  const std::thread::id thread_ = std::this_thread::get_id();
  const Clock::time_point begin_ = Clock::now();
  Clock::time_point next_;
  std::atomic<std::uint64_t> done_ = 0;
  std::optional<TimeLeft> left_;
  RunProgress last_;
  std::vector<std::uint64_t> file_starts_;
  Mutex mutex_;
  std::vector<std::uint64_t> left_in_files_ RAMET_GUARDED_BY(mutex_);
  std::size_t files_done_ RAMET_GUARDED_BY(mutex_) = 0;
};

}  // namespace ramet::inline v1::frame::internal
