#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <thread>

#include "internal/interpreter_lock.hpp"
#include <nanobind/nanobind.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "ramet/core/error.hpp"
#include "ramet/core/progress.hpp"
#include "ramet/core/stop.hpp"

namespace ramet::bindings {

namespace nb = nanobind;

/// Whether this is the main thread. Asking `threading` would run Python code, which a daemon thread must not do here
/// when the interpreter ends.
inline bool is_main_thread() noexcept { return ::syscall(SYS_gettid) == ::getpid(); }

/// Run Python's signal handlers, if this is its main thread; for a thread that waits. Throws what a handler raises.
inline void look_for_signals() {
  if (!is_main_thread()) return;
  const Locked acquire;
  if (PyErr_CheckSignals() != 0) throw nb::python_error();
}

/// Runs Python's signal handlers while C++ works, so that Ctrl-C stops it. Python runs them only on its main thread,
/// which takes part in the work: when it reports progress or waits for others, it checks for signals, at most 20 times
/// a second. Threads: `advance` from any; the other members from the thread that created it, with the interpreter lock.
class SignalWatch final : public ProgressSink {
 public:
  SignalWatch() = default;
  SignalWatch(const SignalWatch&) = delete;
  SignalWatch& operator=(const SignalWatch&) = delete;
  ~SignalWatch() override { desk_->watch = nullptr; }

  StopToken stop() const noexcept { return source_.get_token(); }

  void advance(std::uint64_t /*entries*/, std::uint64_t /*bytes*/) override {
    if (!watches_ || std::this_thread::get_id() != thread_) return;
    const auto now = std::chrono::steady_clock::now();
    if (now < next_look_) return;
    next_look_ = now + interval;
    const Locked acquire;
    if (raised_ || PyErr_CheckSignals() == 0) return;
    raised_.emplace();  // takes the exception that the handler raised
    source_.request_stop();
  }

  /// Raise the exception of a handler, if there is one.
  void rethrow() {
    if (raised_) throw std::move(*raised_);
  }

 private:
  /// Where a thread that waits for others looks. Threads: `watch` is for `thread` alone.
  struct Desk {
    const std::thread::id thread;
    SignalWatch* watch;

    void look() const {
      if (std::this_thread::get_id() == thread && watch != nullptr) watch->advance(0, 0);
    }
  };

  static constexpr std::chrono::milliseconds interval{50};

  const std::thread::id thread_ = std::this_thread::get_id();
  const bool watches_ = is_main_thread();
  std::chrono::steady_clock::time_point next_look_ = std::chrono::steady_clock::now() + interval;
  // Tokens may outlive the watch, as in an iterator: what they look at does not.
  const std::shared_ptr<Desk> desk_ = std::make_shared<Desk>(Desk{thread_, this});
  StopSource source_{[desk = desk_] { desk->look(); }};
  std::optional<nb::python_error> raised_;
};

/// Run work(watch) without the interpreter lock. An exception of a signal handler stops the work and is raised instead
/// of its error.
template <class Work>
auto run_unlocked(Work&& work) {
  SignalWatch watch;
  try {
    if constexpr (std::is_void_v<decltype(work(watch))>) {
      {
        const Unlocked release;
        work(watch);
      }
      watch.rethrow();
    } else {
      auto result = [&] {
        const Unlocked release;
        return work(watch);
      }();
      watch.rethrow();
      return result;
    }
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::cancelled) watch.rethrow();
    throw;
  }
}

}  // namespace ramet::bindings
