#define DOCTEST_CONFIG_IMPLEMENT
#include <new>

#include "thread_sanitizer.hpp"
#include <doctest/doctest.h>
#include <tbb/global_control.h>

namespace {

#if UNDER_THREAD_SANITIZER
void wait_for_workers() {}  // oneTBB is not instrumented; tests use plain threads
#else
/// oneTBB starts some tasks after the session that called them has ended. At the end of a program leak checkers would
/// take those for leaks, because they do not look into oneTBB's memory.
void wait_for_workers() {
  tbb::task_scheduler_handle scheduler{tbb::attach{}};
  tbb::finalize(scheduler, std::nothrow);
}
#endif

}  // namespace

int main(int argument_count, char** arguments) {
  const int status = doctest::Context(argument_count, arguments).run();
  wait_for_workers();
  return status;
}
