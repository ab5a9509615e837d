#pragma once

#include <atomic>
#include <thread>

#include "ramet/core/stop.hpp"

namespace ramet::cli {

/// Turns Ctrl-C into a stop request, and a second one into the end of the program. Made before any other thread, which
/// then inherits that the signal is not delivered to it: one thread waits for it, so that no signal handler and no
/// global flag is needed. Where the signal is ignored (nohup, a background job) it stays so.
/// Threads: one thread; tokens go anywhere.
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
