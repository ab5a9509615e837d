#pragma once

#include <atomic>
#include <cstdint>

#include "thread_sanitizer.hpp"

namespace fault {

/// Stands between the library and the system's pwrite and renameat2: counts, and kills the process in the middle of a
/// write or before a rename. It lies in memory that forked processes share. Threads: any.
struct CountedWrites {
  std::atomic<std::int64_t> writes_until_kill = -1;  ///< the write after so many is torn, and kills; -1: none
  std::atomic<std::int64_t> renames_until_kill = -1;
  std::atomic<std::uint64_t> writes = 0;
  std::atomic<std::uint64_t> bytes = 0;
};

/// Tests kill in every so many writes: with sanitizers a fork takes up to a third of a second, and with that of threads
/// the child has one thread.
#ifdef RAMET_SANITIZED
inline constexpr std::int64_t kill_stride = UNDER_THREAD_SANITIZER != 0 ? 7 : 3;
#else
inline constexpr std::int64_t kill_stride = 1;
#endif

/// Those of this program.
CountedWrites& counted_writes();

}  // namespace fault
