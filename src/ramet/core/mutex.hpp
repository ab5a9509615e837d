#pragma once

#include <condition_variable>
#include <mutex>

// Attributes of Clang's thread-safety analysis; empty for other compilers.
#if defined(__clang__)
#define RAMET_THREAD_ANNOTATION(x) __attribute__((x))
#else
#define RAMET_THREAD_ANNOTATION(x)
#endif
#define RAMET_GUARDED_BY(mutex) RAMET_THREAD_ANNOTATION(guarded_by(mutex))
#define RAMET_PT_GUARDED_BY(mutex) RAMET_THREAD_ANNOTATION(pt_guarded_by(mutex))
#define RAMET_REQUIRES(...) RAMET_THREAD_ANNOTATION(requires_capability(__VA_ARGS__))
#define RAMET_ASSERTS(...) RAMET_THREAD_ANNOTATION(assert_capability(__VA_ARGS__))
#define RAMET_NO_THREAD_SAFETY_ANALYSIS RAMET_THREAD_ANNOTATION(no_thread_safety_analysis)

namespace ramet::inline v1 {

/// A std::mutex that tells the compiler what it guards. Threads: any.
class RAMET_THREAD_ANNOTATION(capability("mutex")) Mutex {
 public:
  void lock() RAMET_THREAD_ANNOTATION(acquire_capability()) { mutex_.lock(); }
  void unlock() RAMET_THREAD_ANNOTATION(release_capability()) { mutex_.unlock(); }

 private:
  friend class ConditionVariable;
  std::mutex mutex_;
};

/// Holds a Mutex for a scope. Threads: one thread.
class RAMET_THREAD_ANNOTATION(scoped_lockable) MutexLock {
 public:
  explicit MutexLock(Mutex& mutex) RAMET_THREAD_ANNOTATION(acquire_capability(mutex)) : mutex_(mutex) { mutex_.lock(); }
  ~MutexLock() RAMET_THREAD_ANNOTATION(release_capability()) { mutex_.unlock(); }
  MutexLock(const MutexLock&) = delete;
  MutexLock& operator=(const MutexLock&) = delete;

 private:
  Mutex& mutex_;
};

/// Waits for a condition that a Mutex guards. Threads: any.
class ConditionVariable {
 public:
  /// Sleep until notified; the mutex is held again on return. Check the condition in a loop.
  void wait(Mutex& mutex) noexcept RAMET_REQUIRES(mutex) {
    std::unique_lock lock(mutex.mutex_, std::adopt_lock);
    condition_.wait(lock);
    lock.release();  // the mutex stays locked; the caller's MutexLock unlocks it
  }
  /// The same, for at most `time`; returns false when the time has passed.
  template <class Duration>
  bool wait_for(Mutex& mutex, Duration time) noexcept RAMET_REQUIRES(mutex) {
    std::unique_lock lock(mutex.mutex_, std::adopt_lock);
    const auto status = condition_.wait_for(lock, time);
    lock.release();
    return status == std::cv_status::no_timeout;
  }
  void notify_one() noexcept { condition_.notify_one(); }
  void notify_all() noexcept { condition_.notify_all(); }

 private:
  std::condition_variable condition_;
};

}  // namespace ramet::inline v1
