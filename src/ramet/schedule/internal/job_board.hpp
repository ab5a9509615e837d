#pragma once

#include <cstddef>
#include <thread>

#include "ramet/core/mutex.hpp"
#include "ramet/schedule/internal/job.hpp"

namespace ramet::inline v1::schedule::internal {

/// A job on a board, on the stack of its caller. What a JobBoard keeps about it is guarded by the board's lock.
/// Threads: only through its board.
class Posting {
 public:
  explicit Posting(Job& job) noexcept : job_(job) {}

 private:
  friend class JobBoard;

  Job& job_;
  Posting* parent_ = nullptr;  // the job whose task made this call
  Posting* older_ = nullptr;   // the next in the board's list
  std::size_t workers_ = 0;    // threads inside job_.work()
  ConditionVariable changed_;  // tells the caller: the last worker left, or a nested job was posted
};

/// The jobs under way in one executor, and who works on which. A caller works on its own job; helpers work on any. A
/// caller whose last indices are still running elsewhere helps the jobs nested in these and no others. So whatever a
/// caller takes up is something that it waits for (foreign work never holds it up), and all waiting goes from a job to
/// jobs nested in it (no cycle of threads that wait for each other). Threads: any.
class JobBoard {
 public:
  /// At most `most_helpers` called helpers are expected or at work at one time; threads that serve are not among them.
  explicit JobBoard(std::size_t most_helpers) noexcept : most_helpers_(most_helpers) {}
  JobBoard(const JobBoard&) = delete;
  JobBoard& operator=(const JobBoard&) = delete;

  /// Put a job up, wake threads that serve, and return how many helpers to call; each must call `help` once, or be
  /// dismissed. `work` and `finish` must follow on the same thread.
  std::size_t post(Posting& posting) noexcept;

  /// Expect fewer helpers: they could not be called.
  void dismiss_helpers(std::size_t count) noexcept;

  /// Work on a posted job until it has no index left.
  void work(Posting& posting) noexcept;

  /// Wait until nobody works on the job, helping those nested in it meanwhile; then take it down.
  void finish(Posting& posting) noexcept;

  /// As a called helper: work on the board's jobs, newest first, until none has an index left.
  void help() noexcept;

  /// As somebody whom nobody called: the same.
  void visit() noexcept;

  /// Work on one posted job and those nested in it, until none of them has an index left.
  void help_with(Posting& posting) noexcept;

  /// Sleep and help until `close`: the life of a plain helper thread.
  void serve() noexcept;

  /// Let the threads that serve return.
  void close() noexcept;

 private:
  /// A thread inside `take_part`, on the stack of that thread.
  struct Worker {
    std::thread::id thread;
    Posting& posting;
    Worker* older;
  };

  Posting* posting_of_this_thread() const noexcept RAMET_REQUIRES(mutex_);
  Posting* find_work(const Posting* ancestor) const noexcept RAMET_REQUIRES(mutex_);
  void take_part(Posting& posting) noexcept RAMET_REQUIRES(mutex_);

  Mutex mutex_;
  ConditionVariable work_posted_;  // for the threads that serve
  const std::size_t most_helpers_;
  std::size_t helpers_ RAMET_GUARDED_BY(mutex_) = 0;
  std::size_t sleepers_ RAMET_GUARDED_BY(mutex_) = 0;
  bool is_closed_ RAMET_GUARDED_BY(mutex_) = false;
  Posting* newest_posting_ RAMET_GUARDED_BY(mutex_) = nullptr;
  Worker* newest_worker_ RAMET_GUARDED_BY(mutex_) = nullptr;
};

}  // namespace ramet::inline v1::schedule::internal
