#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "cli/tracing/span_state.hpp"

namespace ramet::cli {

/// The event of spans that belong to none.
constexpr std::uint64_t no_event = std::numeric_limits<std::uint64_t>::max();

/// A piece of work or a wait. Times are in nanoseconds after the beginning of the trace. Threads: a value.
struct Span {
  std::int64_t start = 0;
  std::int64_t duration = 0;
  std::uint64_t bytes = 0;
  std::uint64_t event = no_event;
  std::uint32_t name = 0;    ///< in Trace::names
  std::uint32_t stream = 0;  ///< in Trace::streams
  std::int32_t thread = -1;  ///< in Trace::threads; -1: not known
  std::int32_t tier = -1;    ///< in Trace::tiers; -1: of none
  SpanState state = SpanState::other;

  std::int64_t end() const noexcept { return start + duration; }
};

/// The value of a quantity from a time on. Threads: a value.
struct CounterPoint {
  std::int64_t time = 0;
  double value = 0;
};

/// A quantity over time: "memory in flight", "queue depth". Threads: a value.
struct Counter {
  std::string name;
  std::vector<CounterPoint> points;  ///< in order of time
};

/// From what was filled to the write of its cluster. Threads: a value.
struct Arrow {
  std::int64_t from = 0;
  std::int64_t to = 0;
  std::uint32_t from_stream = 0;
  std::uint32_t to_stream = 0;
};

/// A recorded run. Threads: a value.
struct Trace {
  std::string program;
  std::string process;                    ///< the name of the process of the spans, if it has one
  double stall_seconds = 0.1;             ///< longer waits are stalls
  std::vector<std::int64_t> streams;      ///< their numbers, ascending
  std::vector<std::string> stream_names;  ///< of each stream; empty where it has none
  std::vector<std::int64_t> threads;
  std::vector<std::string> names;
  std::vector<std::string> tiers;
  std::vector<Span> spans;  ///< by stream, then by time; longer ones first
  std::vector<Counter> counters;
  std::vector<Arrow> arrows;
  std::int64_t duration = 0;   ///< until the last end
  std::uint64_t left_out = 0;  ///< events of the file that are none of these
  std::uint64_t dropped = 0;   ///< spans that the recorder had no place for

  /// What a stream is called: its name, or "stream" and its number.
  std::string stream_label(std::size_t stream) const {
    if (stream < stream_names.size() && !stream_names[stream].empty()) return stream_names[stream];
    return "stream " + std::to_string(streams[stream]);
  }
};

}  // namespace ramet::cli
