#pragma once

#include <cstddef>
#include <memory>

#include "ramet/core/function_ref.hpp"
#include "ramet/core/stop.hpp"

namespace ramet::inline v1::schedule {

/// Runs tasks. Chosen by the caller and passed in: there is no default one. Whatever the executor, a task sees the
/// effects of what came before the call, and the caller sees the effects of all its tasks after it.
/// Threads: any; also from inside a task. Calls never deadlock: the caller works on its own tasks, and while the last
/// of them run elsewhere it helps with calls made inside these, so that nesting loses no thread.
class Executor {
 public:
  virtual ~Executor() = default;

  /// The most tasks that run at one time; at least 1.
  virtual std::size_t concurrency() const noexcept = 0;

  /// Run body(0) .. body(count - 1), each once, in any order, on up to concurrency() threads, the caller's among them,
  /// and return when all are done. When one throws, no further ones are started and the exception of the lowest index
  /// that threw is rethrown. Throws Error(cancelled) when `stop` was requested before all had started. Every thread
  /// draws the lowest index that is left, so what is read in order of index is read nearly in order.
  virtual void for_each_index(std::size_t count, FunctionRef<void(std::size_t)> body, const StopToken& stop = {}) = 0;
};

/// Everything on the calling thread, in order of index. Threads: any.
std::unique_ptr<Executor> make_serial_executor();

/// Plain threads, started here, joined by the destructor. `threads` counts the caller's: 1 starts none.
/// Throws Error(misuse) for 0 threads. Threads: any.
std::unique_ptr<Executor> make_thread_executor(std::size_t threads);

/// A oneTBB arena of its own with `threads` slots, the caller's among them, so the process's oneTBB threads are shared
/// with whatever else uses oneTBB. While the caller waits for its tasks it runs no foreign ones. For more threads than
/// oneTBB allows so far, it is allowed more while the executor lives (tbb::global_control, which all of the process
/// sees; a limit that a host has set stays). oneTBB may come up with fewer threads, never with more. Throws
/// Error(misuse) for 0 threads. Threads: any. For a host's arena: arena_executor.hpp.
std::unique_ptr<Executor> make_tbb_executor(std::size_t threads);

/// As many threads as this process may use (affinity mask respected); at least 1.
std::size_t hardware_concurrency() noexcept;

}  // namespace ramet::inline v1::schedule
