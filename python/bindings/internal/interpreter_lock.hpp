#pragma once

#include <chrono>
#include <thread>

#include <cxxabi.h>
#include <nanobind/nanobind.h>

// A daemon thread may be in C++ when the interpreter ends. It must not return to Python then: Python ends such a thread
// by unwinding its stack, which calls std::terminate in destructors. It blocks instead until the process ends, as
// Python itself does from 3.14 on.

namespace ramet::bindings {

/// Call `call`, which takes the interpreter's lock or runs Python code, and return its result. Does not return if
/// Python ends the thread meanwhile because the interpreter has ended.
template <class Call>
decltype(auto) stay_if_ended(Call&& call) {
  try {
    return call();
  } catch (abi::__forced_unwind&) {
    while (true) std::this_thread::sleep_for(std::chrono::hours(1));
  }
}

/// Releases the interpreter's lock for a scope. Threads: one thread.
class Unlocked {
 public:
  Unlocked() noexcept : state_(PyEval_SaveThread()) {}
  ~Unlocked() {
    stay_if_ended([&] { PyEval_RestoreThread(state_); });
  }
  Unlocked(const Unlocked&) = delete;
  Unlocked& operator=(const Unlocked&) = delete;

 private:
  PyThreadState* state_;
};

/// Holds the interpreter's lock for a scope, on any thread. Threads: one thread.
class Locked {
 public:
  Locked() {
    stay_if_ended([&] { state_ = PyGILState_Ensure(); });
  }
  ~Locked() { PyGILState_Release(state_); }
  Locked(const Locked&) = delete;
  Locked& operator=(const Locked&) = delete;

 private:
  PyGILState_STATE state_ = PyGILState_UNLOCKED;
};

}  // namespace ramet::bindings
