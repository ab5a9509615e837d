#pragma once

#include <cstdint>
#include <fstream>
#include <optional>
#include <string>

#include <linux/perf_event.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace harness {

/// Counts this process's futex system calls: how often a thread slept for a lock, or woke one that did. Of threads that
/// begin after it, and of the one that makes it. Only where the kernel shows its tracepoints: to root, with tracefs
/// mounted. Threads: any.
class FutexCalls {
 public:
  FutexCalls() {
    for (const char* folder : {"/sys/kernel/tracing", "/sys/kernel/debug/tracing"}) {
      std::ifstream file(std::string(folder) + "/events/syscalls/sys_enter_futex/id");
      std::uint64_t tracepoint = 0;
      if (!(file >> tracepoint)) continue;
      perf_event_attr attributes{};
      attributes.type = PERF_TYPE_TRACEPOINT;
      attributes.size = sizeof attributes;
      attributes.config = tracepoint;
      attributes.inherit = 1;
      counter_ = static_cast<int>(syscall(SYS_perf_event_open, &attributes, 0, -1, -1, PERF_FLAG_FD_CLOEXEC));
      if (counter_ >= 0) return;
    }
  }
  ~FutexCalls() {
    if (counter_ >= 0) ::close(counter_);
  }
  FutexCalls(const FutexCalls&) = delete;
  FutexCalls& operator=(const FutexCalls&) = delete;

  /// Since it was made; nothing if they cannot be counted.
  std::optional<long> count() const {
    std::uint64_t calls = 0;
    if (counter_ < 0 || ::read(counter_, &calls, sizeof calls) != sizeof calls) return std::nullopt;
    return static_cast<long>(calls);
  }

 private:
  int counter_ = -1;
};

}  // namespace harness
