#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

#include "ramet/core/mutex.hpp"

namespace ramet::inline v1::io {

/// What was fetched of sources whose requests take long. Threads: a value.
struct TrafficCounts {
  std::uint64_t requests = 0;
  std::uint64_t retries = 0;    ///< of them: after one that brought less than it should
  std::uint64_t hedges = 0;     ///< of them: beside one that was late
  std::uint64_t bytes = 0;      ///< that came
  std::uint64_t gap_bytes = 0;  ///< asked for because they lie between others: cheaper than one more request
  std::uint64_t depth = 0;      ///< requests that waited for one another: trips, one after the other
  double round_trip = 0;        ///< seconds from a request to the first byte of its answer, the shortest; 0: not known
  double transfer_seconds = 0;  ///< in which answers came, or were late: it took longer than the round trip

  /// Bytes a second while answers came; 0 for so few that it would say nothing.
  double bandwidth() const noexcept;
};

/// Add what another process fetched at the same time: the depth is that of the deeper one, the round trip the shorter
/// one.
TrafficCounts& operator+=(TrafficCounts& counts, const TrafficCounts& others) noexcept;

/// What was counted between two looks; the round trip is that of the later one.
TrafficCounts operator-(const TrafficCounts& now, const TrafficCounts& before) noexcept;

/// Counts requests. Threads: any.
class Traffic {
 public:
  using Clock = std::chrono::steady_clock;
  enum class Kind : std::uint8_t { first, retry, hedge };

  /// A request, from when it is sent; one that is not ended was given up. Threads: one at a time.
  class Request {
   public:
    /// `asked` is when its bytes were asked for: it may have waited for its turn since then.
    Request(Traffic& traffic, Kind kind, Clock::time_point asked);
    Request(const Request&) = delete;
    Request& operator=(const Request&) = delete;
    ~Request();

    /// Bytes of the answer came; 0 for its head.
    void take(std::uint64_t bytes, Clock::time_point now);
    /// The answer is over, or there is none. `round_trip`: seconds to its first byte, if that is known.
    void end(Clock::time_point now, std::optional<double> round_trip);

   private:
    Traffic& traffic_;
    Clock::time_point asked_;
    std::uint64_t bytes_ = 0;
    std::optional<Clock::time_point> first_;  // when the first bytes came
    bool is_over_ = false;
  };

  void note_gaps(std::uint64_t bytes);
  TrafficCounts counts() const;

 private:
  void begin(Kind kind);
  /// Count the bytes of a request, and the time since `from` in which no other's answer was counted.
  void leave(std::uint64_t bytes, Clock::time_point from, Clock::time_point now) RAMET_REQUIRES(mutex_);

  mutable Mutex mutex_;
  TrafficCounts counts_ RAMET_GUARDED_BY(mutex_);
  std::optional<Clock::time_point> counted_until_ RAMET_GUARDED_BY(mutex_);  // the end of the last answer
  std::optional<Clock::time_point> deepest_ RAMET_GUARDED_BY(mutex_);  // the end of the last request that depth counts
};

}  // namespace ramet::inline v1::io
