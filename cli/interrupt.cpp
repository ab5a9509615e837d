#include "cli/interrupt.hpp"

#include <csignal>

#include "cli/context.hpp"
#include <unistd.h>

namespace ramet::cli {
namespace {

// The signal that wakes the waiting thread when the program ends.
constexpr int wake_signal = SIGUSR1;

sigset_t awaited_signals() noexcept {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGTERM);
  sigaddset(&signals, wake_signal);
  return signals;
}

bool is_ignored(int signal) noexcept {
  struct sigaction action{};
  return sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

}  // namespace

Interrupt::Interrupt() {
  if (is_ignored(SIGINT)) return;
  const sigset_t signals = awaited_signals();
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  waiting_ = std::thread([this] { wait_for_signals(); });
}

Interrupt::~Interrupt() {
  if (!waiting_.joinable()) return;
  is_ending_ = true;
  pthread_kill(waiting_.native_handle(), wake_signal);
  waiting_.join();
}

void Interrupt::wait_for_signals() {
  const sigset_t signals = awaited_signals();
  for (int signal = 0; !is_ending_;) {
    if (sigwait(&signals, &signal) != 0 || (signal != SIGINT && signal != SIGTERM)) continue;
    // A second one ends the program at once, also if a system call hangs. What a skim has written by then can be
    // recovered; no other file is left half-written under its final name.
    if (stop_.stop_requested()) _exit(static_cast<int>(ExitCode::interrupted));
    stop_.request_stop();
  }
}

}  // namespace ramet::cli
