#include "ramet/schedule/executor.hpp"

#include "unit/schedule/executor_promises.hpp"
#include <doctest/doctest.h>

using namespace ramet::schedule;

TEST_CASE("executor: the serial one keeps every promise") {
  check_promises([] { return make_serial_executor(); });
}

TEST_CASE("executor: plain threads keep every promise, 1 of them") {
  check_promises([] { return make_thread_executor(1); });
}

TEST_CASE("executor: plain threads keep every promise, 2 of them") {
  check_promises([] { return make_thread_executor(2); });
}

TEST_CASE("executor: plain threads keep every promise, 8 of them") {
  check_promises([] { return make_thread_executor(8); });
}
