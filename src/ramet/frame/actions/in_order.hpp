#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <utility>

#include "ramet/core/mutex.hpp"
#include "ramet/core/stop.hpp"
#include "ramet/schedule/executor.hpp"

namespace ramet::inline v1::frame {

/// How many parts InOrder may keep: two for each thread, and any number where tasks must not wait for each other.
inline std::size_t most_parts_kept(const schedule::Executor& executor) noexcept {
  return executor.runs_others_while_waiting() ? ~std::size_t{0} : 2 * executor.concurrency();
}

/// Hands on what tasks gave in the order of tasks: each part as soon as all before it were handed on, one at a time.
/// The thread of a task that is far ahead of one which is missing waits, so that few parts are kept whatever the tasks
/// take. That ends, because tasks are begun in order and nobody waits for the first that is missing. Threads: `end`
/// from any; the others while no task ends.
template <class Part>
class InOrder {
 public:
  /// At most so many parts are kept, and one of each thread (most_parts_kept). A stop ends all waiting.
  void begin(std::size_t most_kept, StopToken stop) {
    const MutexLock lock(mutex_);
    most_kept_ = most_kept;
    stop_ = std::move(stop);
    parts_.clear();
    next_ = 0;
    is_taking_ = false;
  }

  /// Take over what another keeps.
  void assign(const InOrder& other) {
    std::map<std::size_t, Part> parts;
    std::size_t next = 0;
    {
      const MutexLock lock(other.mutex_);
      parts = other.parts_;
      next = other.next_;
    }
    begin(~std::size_t{0}, {});
    const MutexLock lock(mutex_);
    parts_ = std::move(parts);
    next_ = next;
  }

  /// The part of a task. `take` is called with it or those that waited for it, as Part&&; after it threw, no part is
  /// handed on.
  template <class Take>
  void end(std::size_t task, Part part, Take&& take) {
    if (begins_taking(task, std::move(part)))
      while (std::optional<Part> next = next_part()) take(std::move(*next));
    wait_for_turn(task);
  }

  /// Forget what is kept.
  void clear() noexcept {
    const MutexLock lock(mutex_);
    parts_.clear();
  }

 private:
  /// Keep a part; whether no other thread is handing parts on.
  bool begins_taking(std::size_t task, Part part) {
    const MutexLock lock(mutex_);
    parts_.emplace(task, std::move(part));
    return !std::exchange(is_taking_, true);
  }

  /// The part whose turn it is; nothing, and the end of the taking, if it is not there yet.
  std::optional<Part> next_part() {
    const MutexLock lock(mutex_);
    const auto next = parts_.find(next_);
    is_taking_ = next != parts_.end();
    if (!is_taking_) return std::nullopt;
    std::optional<Part> part(std::move(next->second));
    parts_.erase(next);
    ++next_;
    moved_.notify_all();
    return part;
  }

  void wait_for_turn(std::size_t task) {
    const std::stop_callback wake(stop_.token(), [this] {
      const MutexLock lock(mutex_);
      moved_.notify_all();
    });
    for (;;) {
      {
        const MutexLock lock(mutex_);
        if (!is_far(task) || stop_.stop_requested()) return;
        if (!stop_.can_look()) {
          moved_.wait(mutex_);
          continue;
        }
        moved_.wait_for(mutex_, StopToken::look_interval);
      }
      stop_.look();
    }
  }
  bool is_far(std::size_t task) const RAMET_REQUIRES(mutex_) { return task > next_ && task - next_ > most_kept_; }

  mutable Mutex mutex_;
  ConditionVariable moved_;
  StopToken stop_;  // changes while no task ends
  std::size_t most_kept_ RAMET_GUARDED_BY(mutex_) = 0;
  std::map<std::size_t, Part> parts_ RAMET_GUARDED_BY(mutex_);
  std::size_t next_ RAMET_GUARDED_BY(mutex_) = 0;
  bool is_taking_ RAMET_GUARDED_BY(mutex_) = false;
};

}  // namespace ramet::inline v1::frame
