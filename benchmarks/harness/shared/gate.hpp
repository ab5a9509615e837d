#pragma once

#include <deque>
#include <functional>
#include <mutex>
#include <utility>

namespace harness {

/// Lets at most so many streams into an output at once; the others wait in a queue, without a thread, as they do for
/// CMS's `one` and `limited` modules. Threads: any.
class Gate {
 public:
  using Task = std::function<void()>;

  explicit Gate(int most) : most_(most) {}  ///< 0: any number

  bool try_enter() {
    if (most_ == 0) return true;
    const std::lock_guard lock(mutex_);
    if (inside_ >= most_) return false;
    ++inside_;
    return true;
  }
  /// Enter, or have `then` called once inside.
  bool enter_or_wait(Task then) {
    if (most_ == 0) return true;
    const std::lock_guard lock(mutex_);
    if (inside_ < most_) {
      ++inside_;
      return true;
    }
    waiting_.push_back(std::move(then));
    return false;
  }
  /// Leave; returns what the next stream does, which is then inside, or nothing.
  Task leave() {
    if (most_ == 0) return {};
    const std::lock_guard lock(mutex_);
    if (waiting_.empty()) {
      --inside_;
      return {};
    }
    Task next = std::move(waiting_.front());
    waiting_.pop_front();
    return next;
  }

 private:
  const int most_;
  std::mutex mutex_;
  int inside_ = 0;
  std::deque<Task> waiting_;
};

}  // namespace harness
