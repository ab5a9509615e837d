#include <algorithm>
#include <thread>

#include <sched.h>

#include "ramet/schedule/executor.hpp"

namespace ramet::inline v1::schedule {

std::size_t hardware_concurrency() noexcept {
  // std::thread::hardware_concurrency may also count processors that a batch system has not assigned to this process.
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  if (::sched_getaffinity(0, sizeof allowed, &allowed) == 0)
    return static_cast<std::size_t>(std::max(CPU_COUNT(&allowed), 1));
  return std::max(std::thread::hardware_concurrency(), 1U);  // the machine has more processors than cpu_set_t has bits
}

}  // namespace ramet::inline v1::schedule
