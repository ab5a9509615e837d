#pragma once

#include <chrono>
#include <cstdint>
#include <string_view>
#include <thread>

namespace ramet::inline v1 {

using TraceClock = std::chrono::steady_clock;

/// What a stream of execution did during a span. A framework records the first six for its own work, and waits for its
/// own limits; ramet records the others.
enum class TraceState : std::uint8_t {
  module,            ///< a module runs the stream's event
  other,             ///< a module runs something else
  stalled,           ///< a module runs that the stream had to wait for for long
  several,           ///< more than one module runs the stream's event
  read,              ///< input is read
  external,          ///< work outside the process's threads, such as on an accelerator
  fill,              ///< values are appended to columns
  encode,            ///< columns become baskets or pages
  compress,          ///< these are compressed
  decompress,        ///< the same backwards
  decode,            ///< baskets or pages become columns
  evaluate,          ///< expressions are evaluated
  write,             ///< a cluster is written
  commit,            ///< metadata is made and written
  wait_concurrency,  ///< as many callers are inside as may be
  wait_memory,       ///< the memory budget is used up
  wait_order,        ///< earlier parts must end first
  wait_lock,         ///< another thread holds a lock
  foreign,           ///< a task of somebody else runs in this thread
  counter,           ///< no span: the value of a quantity at a time
};
inline constexpr std::size_t trace_state_count = 20;

/// The state's name in files: "compress", "wait:memory", ...
std::string_view to_string(TraceState state) noexcept;

/// What one stream did from one time to another. Threads: a value.
struct TraceSpan {
  TraceClock::time_point begin;
  TraceClock::time_point end;
  std::thread::id thread;
  std::uint64_t event = 0;  ///< number of the event, or of the first entry
  std::uint64_t bytes = 0;  ///< that were read or written; of a counter its value
  std::uint64_t flow = 0;   ///< the cluster that was filled or written; 0 for none
  std::uint32_t row = 0;    ///< of the recorder: the stream
  std::uint32_t name = 0;   ///< of the recorder: the module, or the counter; 0 for the state's name
  std::uint32_t tier = 0;   ///< of the recorder: the table; 0 for none
  TraceState state = TraceState::other;
};

}  // namespace ramet::inline v1
