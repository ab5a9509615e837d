#include "ramet/schedule/internal/job.hpp"

#include <stdexcept>
#include <vector>

#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet;
using namespace ramet::schedule::internal;

TEST_CASE("job: its indices are drawn lowest first, and then it has no work") {
  std::vector<std::size_t> drawn;
  const StopToken never;
  const auto body = [&](std::size_t index) { drawn.push_back(index); };
  Job job(4, body, never);
  CHECK(job.has_work());
  job.work();
  CHECK_FALSE(job.has_work());
  job.work();
  CHECK(drawn == std::vector<std::size_t>{0, 1, 2, 3});
  CHECK_NOTHROW(job.rethrow());
}

TEST_CASE("job: a failure ends the work and is rethrown afterwards") {
  std::vector<std::size_t> drawn;
  const StopToken never;
  const auto body = [&](std::size_t index) {
    drawn.push_back(index);
    if (index == 1) throw std::runtime_error("one");
  };
  Job job(4, body, never);
  job.work();
  CHECK(drawn == std::vector<std::size_t>{0, 1});
  CHECK_FALSE(job.has_work());
  CHECK_THROWS_WITH_AS(job.rethrow(), "one", std::runtime_error);
}

TEST_CASE("job: a stop ends the work, and a failure says more than a stop") {
  StopSource source;
  const StopToken stop = source.get_token();
  bool fails = false;
  const auto body = [&](std::size_t) {
    source.request_stop();
    if (fails) throw std::runtime_error("disk full");
  };
  Job stopped(3, body, stop);
  stopped.work();
  CHECK_THROWS_WITH_AS(stopped.rethrow(), "stopped on request", Error);

  source = StopSource();
  const StopToken other_stop = source.get_token();
  fails = true;
  Job failed(3, body, other_stop);
  failed.work();
  CHECK_THROWS_WITH_AS(failed.rethrow(), "disk full", std::runtime_error);
}
