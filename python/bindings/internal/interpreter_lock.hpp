#pragma once

#include <chrono>
#include <thread>

#include <cxxabi.h>
#include <nanobind/nanobind.h>

// A daemon thread may be in C++ when the interpreter ends. It must not come back into Python then: Python ends such a
// thread by unwinding its stack, and what it unwinds has destructors, behind which is std::terminate. As from Python
// 3.14 on, it stands still until the process is gone.

namespace ramet::bindings {

/// Calls `take`, which takes the interpreter's lock; does not return when the interpreter has ended.
template <class Take>
void take_lock_or_stay(Take&& take) {
  try {
    take();
  } catch (abi::__forced_unwind&) {  // the thread is being ended
    while (true) std::this_thread::sleep_for(std::chrono::hours(1));
  }
}

/// Without the interpreter's lock while it lives. Threads: one thread.
class Unlocked {
 public:
  Unlocked() noexcept : state_(PyEval_SaveThread()) {}
  ~Unlocked() {
    take_lock_or_stay([&] { PyEval_RestoreThread(state_); });
  }
  Unlocked(const Unlocked&) = delete;
  Unlocked& operator=(const Unlocked&) = delete;

 private:
  PyThreadState* state_;
};

/// With the interpreter's lock while it lives, on any thread. Threads: one thread.
class Locked {
 public:
  Locked() {
    take_lock_or_stay([&] { state_ = PyGILState_Ensure(); });
  }
  ~Locked() { PyGILState_Release(state_); }
  Locked(const Locked&) = delete;
  Locked& operator=(const Locked&) = delete;

 private:
  PyGILState_STATE state_ = PyGILState_UNLOCKED;
};

}  // namespace ramet::bindings
