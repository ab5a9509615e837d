#pragma once

#include <atomic>
#include <cstddef>
#include <exception>

#include "ramet/core/function_ref.hpp"
#include "ramet/core/mutex.hpp"
#include "ramet/core/stop.hpp"

namespace ramet::inline v1::schedule::internal {

/// Run body(0) .. body(count - 1) on this thread, in order. Throws what a body throws, or Error(cancelled).
void run_in_order(std::size_t count, FunctionRef<void(std::size_t)> body, const StopToken& stop);

/// One call of for_each_index: its indices are drawn one by one, lowest first, by every thread that takes part.
/// Borrows body and stop token for the call. Threads: any.
class Job {
 public:
  Job(std::size_t count, FunctionRef<void(std::size_t)> body, const StopToken& stop)
      : count_(count), body_(body), stop_(stop) {}
  Job(const Job&) = delete;
  Job& operator=(const Job&) = delete;

  std::size_t count() const noexcept { return count_; }
  /// What may stop it.
  const StopToken& stop() const noexcept { return stop_; }

  /// Whether an index is left to be drawn.
  bool has_work() const noexcept { return next_.load(std::memory_order_relaxed) < count_; }

  /// Draw and run indices until none is left, one has thrown, or a stop was requested.
  void work() noexcept;

  /// Throw the exception of the lowest index that threw, or Error(cancelled) when a stop kept indices from running;
  /// else return. Call it when no thread works on the job any more.
  void rethrow() const;

 private:
  void record_failure(std::size_t index, std::exception_ptr failure) noexcept;
  void halt() noexcept { next_.store(count_, std::memory_order_relaxed); }

  const std::size_t count_;
  const FunctionRef<void(std::size_t)> body_;
  const StopToken& stop_;
  std::atomic<std::size_t> next_ = 0;
  std::atomic<bool> is_cancelled_ = false;
  mutable Mutex mutex_;
  std::size_t failed_index_ RAMET_GUARDED_BY(mutex_) = 0;
  std::exception_ptr failure_ RAMET_GUARDED_BY(mutex_);
};

}  // namespace ramet::inline v1::schedule::internal
