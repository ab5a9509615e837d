#include "ramet/remote/internal/latencies.hpp"

#include <chrono>

#include <doctest/doctest.h>

using ramet::remote::internal::Latencies;
using namespace std::chrono_literals;

TEST_CASE("latencies: while few answers were seen, none is late") {
  Latencies latencies;
  for (int answer = 0; answer < 15; ++answer) latencies.add(10ms);
  CHECK(!latencies.late_after());
  latencies.add(20ms);
  CHECK(latencies.late_after() == 60ms);
}

TEST_CASE("latencies: one answer of a hundred may take long, and old ones are forgotten") {
  Latencies latencies;
  for (int answer = 0; answer < 200; ++answer) latencies.add(answer % 100 == 7 ? 5s : 10ms);
  CHECK(latencies.late_after() == 30ms);
  for (int answer = 0; answer < 256; ++answer) latencies.add(20ms);
  CHECK(latencies.late_after() == 60ms);
}
