#pragma once

#include <cstddef>
#include <memory>

#include "ramet/core/function_ref.hpp"
#include "ramet/core/stop.hpp"

namespace ramet::inline v1::schedule {

/// Runs tasks. The caller chooses and passes it in: there is no default one. With every executor, a task sees the
/// effects of everything before the call, and the caller sees the effects of all tasks after it. Threads: any, also
/// from inside a task. Calls never deadlock: the caller works on its own tasks, and while other threads finish the last
/// of them it helps with calls nested in these, so that nesting leaves no thread idle.
class Executor {
 public:
  virtual ~Executor() = default;

  /// The most tasks that run at one time; at least 1.
  virtual std::size_t concurrency() const noexcept = 0;

  /// Run body(0) .. body(count - 1), each once, in any order, on up to concurrency() threads including the caller's,
  /// and return when all are done. When a body throws, no more are started, and the exception of the lowest index that
  /// threw is rethrown. Throws Error(cancelled) when `stop` was requested before all had started. A thread always takes
  /// the lowest index that is left, so that data that lie in order of index are read nearly in order.
  virtual void for_each_index(std::size_t count, FunctionRef<void(std::size_t)> body, const StopToken& stop = {}) = 0;

  /// Whether a thread that waits for the last of its tasks may run anything else meanwhile, also tasks of the calls
  /// around its own. Tasks must not wait for each other then, because one may lie below another on the same stack.
  virtual bool runs_others_while_waiting() const noexcept { return false; }

  /// Help with the calls of this executor that are in progress, until none has an index left; for a thread that would
  /// otherwise wait. Does nothing for executors with threads of their own: all but HelpedExecutor.
  virtual void help() noexcept {}
};

/// Runs everything on the calling thread, in order of index. Threads: any.
std::unique_ptr<Executor> make_serial_executor();

/// Starts plain threads; the destructor joins them. `threads` includes the caller's: 1 starts none. Throws
/// Error(misuse) for 0 threads. Threads: any.
std::unique_ptr<Executor> make_thread_executor(std::size_t threads);

/// Creates a oneTBB arena with `threads` slots, including the caller's; its threads are those that the process shares
/// among all users of oneTBB. A caller that waits for its tasks runs no others. If `threads` exceeds what oneTBB
/// allows, the executor raises that limit while it lives (tbb::global_control, for the whole process; a limit that the
/// host has set stays). oneTBB may provide fewer threads, never more. Throws Error(misuse) for 0 threads. Threads: any.
/// For the arena of a host see arena_executor.hpp.
std::unique_ptr<Executor> make_tbb_executor(std::size_t threads);

/// The number of threads that this process may use, by its affinity mask; at least 1.
std::size_t hardware_concurrency() noexcept;

}  // namespace ramet::inline v1::schedule
