#include "ramet/schedule/internal/job.hpp"

#include <utility>

#include "ramet/core/error.hpp"

namespace ramet::inline v1::schedule::internal {

void run_in_order(std::size_t count, FunctionRef<void(std::size_t)> body, const StopToken& stop) {
  for (std::size_t index = 0; index < count; ++index) {
    throw_if_stopped(stop);
    body(index);
  }
}

void Job::work() noexcept {
  while (has_work()) {  // checked first, so that next_ stays near count_ however often late threads call this
    const std::size_t index = next_.fetch_add(1, std::memory_order_relaxed);
    if (index >= count_) return;
    if (stop_.stop_requested()) {
      is_cancelled_.store(true, std::memory_order_relaxed);
      return halt();
    }
    try {
      body_(index);
    } catch (...) {
      record_failure(index, std::current_exception());
      halt();
    }
  }
}

void Job::rethrow() const {
  const MutexLock lock(mutex_);
  if (failure_) std::rethrow_exception(failure_);
  if (is_cancelled_.load(std::memory_order_relaxed)) throw Error(ErrorKind::cancelled, "stopped on request");
}

void Job::record_failure(std::size_t index, std::exception_ptr failure) noexcept {
  const MutexLock lock(mutex_);
  if (failure_ && failed_index_ < index) return;
  failed_index_ = index;
  failure_ = std::move(failure);
}

}  // namespace ramet::inline v1::schedule::internal
