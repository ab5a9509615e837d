#pragma once

#include <atomic>
#include <cstddef>

/// Stands between the library and the system's pread, preadv, pwrite, fdatasync and close: this program defines
/// functions of these names, which do what the system does, worse. A regular file hardly ever gives a short count or an
/// interruption, so the loops that handle them need a push.
struct SystemCallFaults {
  std::atomic<std::size_t> most_bytes = 0;  ///< a read or write moves no more than these; 0: no limit
  std::atomic<int> interrupt_every = 0;     ///< each n-th read or write returns EINTR first; 0: none
  std::atomic<int> write_error = 0;         ///< the errno of the write after `good_writes`
  std::atomic<int> good_writes = 0;
  std::atomic<int> read_error = 0;
  std::atomic<int> sync_error = 0;
  std::atomic<int> close_error = 0;
  std::atomic<bool> write_accepts_nothing = false;
  std::atomic<int> read_calls = 0;  ///< counted: reads of either kind
};

/// The faults of this program; a test sets them, and `NoFaultsAfterwards` clears them.
SystemCallFaults& system_call_faults();

/// Clears all faults and counts at the beginning and at the end of a test.
class NoFaultsAfterwards {
 public:
  NoFaultsAfterwards() { clear(); }
  NoFaultsAfterwards(const NoFaultsAfterwards&) = delete;
  NoFaultsAfterwards& operator=(const NoFaultsAfterwards&) = delete;
  ~NoFaultsAfterwards() { clear(); }

 private:
  static void clear();
};
