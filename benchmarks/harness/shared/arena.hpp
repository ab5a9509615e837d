#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>
#include <queue>
#include <thread>
#include <vector>

#include <tbb/global_control.h>
#include <tbb/task_arena.h>

// Where streams run: a oneTBB arena, as in CMSSW and Gaudi, and a clock that wakes what sleeps.

namespace harness {

using Clock = std::chrono::steady_clock;

/// Runs tasks on the threads of an arena, now or later. Threads: any.
class Arena {
 public:
  using Task = std::function<void()>;

  explicit Arena(int threads)
      : limit_(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(threads) + 1),
        arena_(threads, 0),
        clock_([this] { wake(); }) {}
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;
  ~Arena() {
    {
      const std::lock_guard lock(mutex_);
      ends_ = true;
    }
    changed_.notify_one();
    clock_.join();
  }

  tbb::task_arena& tasks() { return arena_; }
  void run(Task task) {
    arena_.enqueue([task = std::move(task)] { task(); });
  }
  void run_at(Clock::time_point time, Task task) {
    {
      const std::lock_guard lock(mutex_);
      later_.push({time, std::move(task)});
    }
    changed_.notify_one();
  }

 private:
  struct Later {
    Clock::time_point time;
    Task task;
    bool operator<(const Later& other) const { return time > other.time; }  // the earliest is on top
  };

  void wake() {
    std::unique_lock lock(mutex_);
    while (!ends_) {
      if (later_.empty()) {
        changed_.wait(lock);
      } else if (const Clock::time_point next = later_.top().time; next > Clock::now()) {
        changed_.wait_until(lock, next);  // which reads it after waiting, when `run_at` may have moved the tasks
      } else {
        Task task = later_.top().task;
        later_.pop();
        lock.unlock();
        run(std::move(task));
        lock.lock();
      }
    }
  }

  tbb::global_control limit_;
  tbb::task_arena arena_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::priority_queue<Later> later_;
  bool ends_ = false;
  std::thread clock_;
};

}  // namespace harness
