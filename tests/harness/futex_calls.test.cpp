#include "harness/shared/futex_calls.hpp"

#include <thread>

#include <doctest/doctest.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

using namespace harness;

TEST_CASE("harness: futex calls of this thread and of later ones are counted, where a kernel tells") {
  const FutexCalls calls;
  const auto before = calls.count();
  if (!before) return;  // not root, or no tracefs
  int word = 0;
  const auto wake = [&] { syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, 1, nullptr, nullptr, 0); };
  for (int call = 0; call < 10; ++call) wake();
  std::thread([&] {
    for (int call = 0; call < 10; ++call) wake();
  }).join();
  CHECK(*calls.count() - *before >= 20);
  CHECK(*calls.count() - *before < 40);
}
