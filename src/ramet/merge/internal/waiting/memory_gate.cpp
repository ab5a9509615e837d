#include "ramet/merge/internal/waiting/memory_gate.hpp"

#include <utility>

namespace ramet::inline v1::merge::internal {

bool MemoryGate::wait(std::uint64_t passed, const StopToken& stop, For what) {
  const std::stop_callback wake(stop, [this] {
    const MutexLock lock(mutex_);
    changed_.notify_all();
  });
  const auto begin = std::chrono::steady_clock::now();
  waiting_.fetch_add(1);
  bool has_passed = false;
  {
    const MutexLock lock(mutex_);
    while (!(has_passed = passed_.load() != passed) && (passing_.load() > 0 || what == For::any_change) &&
           !stop.stop_requested())
      changed_.wait(mutex_);
  }
  waiting_.fetch_sub(1);
  const auto time = std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now() - begin);
  nanoseconds_.fetch_add(static_cast<std::uint64_t>(time.count()));
  throw_if_stopped(stop);
  return has_passed;
}

void MemoryGate::when_passed(std::function<void()> ready) {
  {
    const MutexLock lock(mutex_);
    if (passing_.load() > 0) {
      callbacks_.push_back(std::move(ready));
      return;
    }
  }
  ready();
}

void MemoryGate::let_pass() noexcept {
  std::vector<std::function<void()>> callbacks;
  {
    const MutexLock lock(mutex_);  // who looks at these two and then sleeps or adds a callback holds it, too
    passed_.fetch_add(1);
    passing_.fetch_sub(1);
    changed_.notify_all();
    callbacks = std::exchange(callbacks_, {});
  }
  for (const auto& ready : callbacks) ready();
}

}  // namespace ramet::inline v1::merge::internal
