#pragma once

#include <ctime>

namespace ramet::inline v1::tune::internal {

/// The seconds of a core that this thread has used. Other processes do not count, as they do in the time that passes.
inline double thread_seconds() noexcept {
  std::timespec time{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

/// The seconds of a core that some work takes on this thread.
template <class Work>
double seconds_of(Work&& work) {
  const double begin = thread_seconds();
  work();
  return thread_seconds() - begin;
}

}  // namespace ramet::inline v1::tune::internal
