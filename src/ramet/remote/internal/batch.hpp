#pragma once

#include <atomic>
#include <cstddef>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "ramet/core/error.hpp"
#include "ramet/core/mutex.hpp"
#include "ramet/remote/internal/fetch.hpp"

namespace ramet::inline v1::remote::internal {

/// Fetches that were asked for together, and which of them are done. Threads: any, but `fetch` is for the thread of the
/// transfers until that fetch is done.
class Batch {
 public:
  Batch(const std::shared_ptr<RemoteFile>& file, std::span<const Wanted> wanted, const RemoteOptions& options);

  std::size_t size() const noexcept { return fetches_.size(); }
  Fetch& fetch(std::size_t number) { return fetches_.at(number); }

  /// Say that a fetch is over, with its failure if it is not complete.
  void finish(std::size_t number, std::optional<Error> failure);
  /// Ask for the end of all that are not over; the transfers finish them.
  void cancel() noexcept { is_cancelled_.store(true); }
  bool is_cancelled() const noexcept { return is_cancelled_.load(); }

  /// Return when a fetch is over. Looks at `stop` meanwhile, or if that cannot look, calls
  /// RemoteOptions::while_waiting. Throws its failure, what that function throws, and Error(cancelled) if a look
  /// requested the stop.
  void wait(std::size_t number, const StopToken& stop);
  /// Whether all are over.
  bool is_over() const noexcept {
    const MutexLock lock(mutex_);
    return open_ == 0;
  }
  /// Return when all are over.
  void wait_for_all() noexcept;

 private:
  struct State {
    bool is_over = false;
    std::optional<Error> failure;
  };

  std::deque<Fetch> fetches_;
  const RemoteOptions& options_;
  std::atomic<bool> is_cancelled_ = false;
  mutable Mutex mutex_;
  ConditionVariable changed_;
  std::vector<State> states_ RAMET_GUARDED_BY(mutex_);
  std::size_t open_ RAMET_GUARDED_BY(mutex_);  // how many are not over
};

}  // namespace ramet::inline v1::remote::internal
