#pragma once

#include <atomic>
#include <thread>

#include "ramet/core/stop.hpp"

namespace ramet::cli {

/// Turns Ctrl-C and SIGTERM into a stop request; a second one ends the program. Construct it before starting any other
/// thread: it blocks the signal, and new threads inherit that. One thread waits for the signal, so no signal handler
/// and no global flag is needed. If the signal was ignored (nohup, a background job), it stays ignored. Threads: one
/// thread; tokens may be used on any thread.
class Interrupt {
 public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  StopToken token() const noexcept { return stop_.get_token(); }

 private:
  void wait_for_signals();

  StopSource stop_;
  std::atomic<bool> is_ending_ = false;
  std::thread waiting_;
};

}  // namespace ramet::cli
