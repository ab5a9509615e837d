#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ramet/core/mutex.hpp"
#include "ramet/core/trace/span.hpp"

namespace ramet::inline v1 {

/// Collects the spans of a run: of writers and readers that were given it, and of a framework's own modules, which
/// record through a TraceTrack. Nothing is recorded without one. Threads: any; tracks hand over whole blocks of spans,
/// with one exchange of a pointer and without a lock.
class TraceRecorder {
 public:
  struct Options {
    std::string program = "ramet";  ///< what ran, for whoever looks at the trace
    /// Spans of ramet's own stages that are shorter are joined: within this time their sums are exact, and their places
    /// are not.
    TraceClock::duration resolution = std::chrono::milliseconds(1);
    std::size_t most_spans = std::size_t{8} << 20;  ///< later ones are counted and dropped; each takes 80 bytes
    double stall_seconds = 0.1;                     ///< waits from here on are stalls
  };

  TraceRecorder() : TraceRecorder(Options{}) {}
  explicit TraceRecorder(Options options);
  TraceRecorder(const TraceRecorder&) = delete;
  TraceRecorder& operator=(const TraceRecorder&) = delete;
  ~TraceRecorder();

  const Options& options() const noexcept { return options_; }
  TraceClock::time_point start() const noexcept { return start_; }

  /// Make a row: the spans of one stream.
  std::uint32_t add_row(std::string_view name);
  /// The number of a name, of a module, a table or a counter; the same for equal names, and never 0.
  std::uint32_t name(std::string_view name);
  /// A number for a cluster, by which its filling and its writing are connected.
  std::uint64_t next_flow() noexcept { return flows_.fetch_add(1, std::memory_order_relaxed) + 1; }

  /// Take a block of spans. Counts them as dropped when there are too many, or no memory.
  void push(std::vector<TraceSpan>&& block) noexcept;

  /// The names of rows and of spans, by number; those of spans begin with an empty one.
  std::vector<std::string> rows() const;
  std::vector<std::string> names() const;
  /// All spans that were pushed so far, by their begin. Throws std::bad_alloc.
  std::vector<const TraceSpan*> spans() const;
  std::uint64_t dropped() const noexcept { return dropped_.load(std::memory_order_relaxed); }

 private:
  struct Block;

  const Options options_;
  const TraceClock::time_point start_ = TraceClock::now();
  std::atomic<Block*> newest_ = nullptr;  // blocks stay in the list until the end
  std::atomic<std::size_t> count_ = 0;
  std::atomic<std::uint64_t> dropped_ = 0;
  std::atomic<std::uint64_t> flows_ = 0;
  mutable Mutex mutex_;
  std::vector<std::string> rows_ RAMET_GUARDED_BY(mutex_);
  std::vector<std::string> names_ RAMET_GUARDED_BY(mutex_){""};
};

}  // namespace ramet::inline v1
