#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "ramet/core/progress.hpp"
#include "ramet/core/stop.hpp"
#include "ramet/core/strong_id.hpp"
#include "ramet/frame/running/elsewhere.hpp"
#include "ramet/frame/running/run_progress.hpp"
#include "ramet/io/traffic.hpp"

namespace ramet::inline v1::frame {

struct LiveLook;
struct StopCondition;

/// What to do about data that cannot be read: a damaged basket, a file that vanished.
enum class OnError : std::uint8_t {
  fail,  ///< the run throws
  skip,  ///< the run goes on without the entries of what cannot be read, and its report lists them
};

/// Whether a run measures what its steps take, for Booked::explain.
enum class Timing : std::uint8_t {
  none,
  of_steps,  ///< a clock is read a few times a batch for each
};

/// Options of a run. Threads: a value that shares; functions are called on the thread that asked for the run.
struct RunOptions {
  StopToken stop = {};               ///< ends the run: tasks that are done count
  ProgressSink* progress = nullptr;  ///< receives the entries that are done
  OnError on_error = OnError::fail;
  Timing timing = Timing::none;
  std::function<void(const RunProgress&)> on_progress = {};  ///< is told how far the run is, and of its end
  std::chrono::milliseconds progress_interval{100};          ///< between two calls, at least
  const LiveLook* live = nullptr;                            ///< looks at results while the run goes on
  const StopCondition* until = nullptr;                      ///< ends the run when it holds
  DoElsewhere elsewhere = {};                                ///< has the tasks done by other processes
};

/// Entries that a run lost. Threads: a value.
struct LostEntries {
  EntryRange entries;
  std::string reason;
};

/// What a run did. Threads: a value.
struct RunReport {
  std::uint64_t entries = 0;             ///< that it was to go through
  std::vector<EntryRange> covered = {};  ///< that results have; neighbours are joined
  std::vector<LostEntries> lost = {};    ///< with OnError::skip; neighbours with one reason are joined
  bool was_stopped = false;              ///< by RunOptions::stop or `until`
  double seconds = 0;
  io::TrafficCounts traffic = {};  ///< of servers, by the session that reads, meanwhile

  /// Whether results have all entries.
  bool is_complete() const noexcept {
    std::uint64_t count = 0;
    for (const EntryRange& range : covered) count += range.size();
    return count == entries;
  }
};

}  // namespace ramet::inline v1::frame
