#pragma once

#include <span>

#include <doctest/doctest.h>

#include "ramet/schedule/executor.hpp"

/// One thing that every executor promises: a sentence, and a check to be run on an idle executor.
struct Promise {
  const char* sentence;
  void (*check)(ramet::schedule::Executor& executor);
};

/// All of them; executor.hpp says them in prose.
std::span<const Promise> executor_promises();

/// Check each promise on an executor of its own, made by `make`, as a subcase of the running test.
template <class Make>
void check_promises(const Make& make) {
  for (const Promise& promise : executor_promises()) {
    SUBCASE(promise.sentence) {
      const auto executor = make();
      promise.check(*executor);
    }
  }
}
