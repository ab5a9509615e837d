#include "cli/tracing/stall_list.hpp"

#include <cstdint>
#include <limits>

#include "cli/unit/tracing/sample_trace.hpp"
#include <doctest/doctest.h>

using namespace ramet::cli;

TEST_CASE("stalls: waits that are longer than the limit, by module, the largest total first") {
  Trace trace;
  trace.names = {"few", "many", "none"};
  trace.stall_seconds = 1e-6;
  const auto add = [&](std::uint32_t name, std::int64_t duration, SpanState state) {
    trace.spans.push_back({.duration = duration, .name = name, .state = state});
  };
  add(0, 5'000, SpanState::wait_memory);
  add(1, 3'000, SpanState::wait_lock);
  add(1, 4'000, SpanState::foreign);
  add(1, 1'000, SpanState::wait_lock);  // not longer
  add(2, 9'000, SpanState::module);
  const auto stalls = stalls_of(trace);
  REQUIRE(stalls.size() == 2);
  CHECK(stalls[0].name == 1);
  CHECK(stalls[0].total == 7'000);
  CHECK(stalls[0].spans == std::vector<std::uint64_t>{2, 1});
  CHECK(stalls[1].name == 0);
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  add(0, most - 1, SpanState::wait_lock);
  CHECK(stalls_of(trace).front().total == most);
}

TEST_CASE("stalls: the text has the form of CMS's grapher, with at most ten times") {
  Trace trace = sample::trace_of(sample::two_streams);
  CHECK(stall_text(trace, stalls_of(trace)) ==
        "Stalled Module Tot Stall Time  Stall Times\n"
        "RECO          : 60.00          60.00\n");
  const Span wait = trace.spans[1];
  for (int more = 0; more < 11; ++more) trace.spans.push_back(wait);
  CHECK(stall_text(trace, stalls_of(trace)).ends_with("60.00, 60.00 and 2 more\n"));
  trace.stall_seconds = 1;
  CHECK(stall_text(trace, stalls_of(trace)).empty());
}

TEST_CASE("stalls: the limit says which modules stalled, also of a recording that had another one") {
  Trace trace;
  trace.names = {"waits", "goes on"};
  trace.stall_seconds = 1e-6;
  trace.spans = {{.duration = 3'000, .name = 0, .state = SpanState::wait_lock},
                 {.duration = 10, .name = 0, .state = SpanState::stalled},
                 {.duration = 10, .name = 1, .state = SpanState::stalled}};
  unmark_others(trace, stalls_of(trace));
  CHECK(trace.spans[1].state == SpanState::stalled);
  CHECK(trace.spans[2].state == SpanState::module);
  trace.stall_seconds = 1;
  unmark_others(trace, stalls_of(trace));
  CHECK(trace.spans[1].state == SpanState::module);
}
