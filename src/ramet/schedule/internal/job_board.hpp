#pragma once

#include <cstddef>
#include <thread>

#include "ramet/core/mutex.hpp"
#include "ramet/schedule/internal/job.hpp"

namespace ramet::inline v1::schedule::internal {

/// A job on a board; it lives on the stack of its caller. The board's lock guards what the board keeps about it.
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
  ConditionVariable changed_;  // tells the caller that the last worker left, or that a nested job was posted
};

/// The jobs in progress in one executor, and the threads that work on each. A caller works on its own job; helpers work
/// on any. While the last indices of a caller's job run on other threads, the caller helps the jobs nested in these and
/// no others. So a caller only runs what it waits for, and a job waits only for jobs nested in it: threads cannot wait
/// for each other in a cycle. Threads: any.
class JobBoard {
 public:
  /// At most `most_helpers` called helpers are expected or working at one time, not counting threads in `serve`.
  explicit JobBoard(std::size_t most_helpers) noexcept : most_helpers_(most_helpers) {}
  JobBoard(const JobBoard&) = delete;
  JobBoard& operator=(const JobBoard&) = delete;

  /// Post a job, wake the threads in `serve`, and return how many helpers to call. Each must call `help` once, or be
  /// dismissed. `work` and `finish` must follow on the same thread.
  std::size_t post(Posting& posting) noexcept;

  /// Expect `count` helpers fewer, because they could not be called.
  void dismiss_helpers(std::size_t count) noexcept;

  /// Work on a posted job until it has no index left.
  void work(Posting& posting) noexcept;

  /// Wait until no thread works on the job, help the jobs nested in it and look at its stop token meanwhile, then
  /// remove it.
  void finish(Posting& posting) noexcept;

  /// Work on the board's jobs as a called helper, newest first, until none has an index left.
  void help() noexcept;

  /// The same, for a thread that was not called.
  void visit() noexcept;

  /// Work on one posted job and those nested in it, until none of them has an index left.
  void help_with(Posting& posting) noexcept;

  /// Help whenever a job is posted, until `close`: the main function of a plain helper thread.
  void serve() noexcept;

  /// Make the threads in `serve` return.
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
  void look(const StopToken& stop) noexcept RAMET_REQUIRES(mutex_);
  void take_part(Posting& posting) noexcept RAMET_REQUIRES(mutex_);

  Mutex mutex_;
  ConditionVariable work_posted_;  // for the threads in `serve`
  const std::size_t most_helpers_;
  std::size_t helpers_ RAMET_GUARDED_BY(mutex_) = 0;
  std::size_t sleepers_ RAMET_GUARDED_BY(mutex_) = 0;
  bool is_closed_ RAMET_GUARDED_BY(mutex_) = false;
  Posting* newest_posting_ RAMET_GUARDED_BY(mutex_) = nullptr;
  Worker* newest_worker_ RAMET_GUARDED_BY(mutex_) = nullptr;
};

}  // namespace ramet::inline v1::schedule::internal
