#include "cli/tracing/packed_trace.hpp"

#include "cli/unit/tracing/sample_trace.hpp"
#include <doctest/doctest.h>

using namespace ramet::cli;

TEST_CASE("packed trace: a span takes a byte for each small number") {
  Trace trace;
  trace.streams = {0};
  trace.spans = {
      {.start = 1, .duration = 300, .bytes = 5, .event = no_event, .name = 2, .thread = 3, .state = SpanState::read}};
  // begin 1, duration 300 in two bytes, name 2, state 4, thread 3 + 1, event -1 as 1, bytes 5, tier -1 + 1
  CHECK(packed(trace) == std::vector<std::string>{"=AawCAgQEAQUA"});
}

TEST_CASE("packed trace: events have 64 bits") {
  Trace trace;
  trace.streams = {0};
  trace.spans = {{.event = (std::uint64_t{1} << 53) + 1}};
  // begin, duration and name 0, state 1, thread 0, event in eight bytes, bytes and tier 0
  CHECK(packed(trace) == std::vector<std::string>{"=AAAAAQCCgICAgICAIAAA"});
  trace.spans = {{.event = no_event - 1}};  // -2 in 64 bits: 3
  CHECK(packed(trace) == std::vector<std::string>{"=AAAAAQADAAA="});
}

TEST_CASE("packed trace: many spans are compressed, and nothing is no block") {
  CHECK(packed(Trace{}).empty());
  Trace trace;
  trace.streams = {0};
  for (std::int64_t number = 0; number < 10'000; ++number)
    trace.spans.push_back({.start = 1000 * number, .duration = 900, .event = static_cast<std::uint64_t>(number)});
  const std::vector<std::string> blocks = packed(trace);
  REQUIRE(blocks.size() == 1);
  CHECK(blocks[0].starts_with("eJ"));  // zlib's head
  CHECK(blocks[0].size() < 10'000);
}

TEST_CASE("packed trace: spans of which little repeats are several streams of zlib, each a block") {
  Trace trace;
  trace.streams = {0};
  std::uint64_t bits = 1;
  const auto draw = [&bits](std::uint64_t most) {
    bits = bits * 6364136223846793005U + 1442695040888963407U;
    return static_cast<std::int64_t>((bits >> 33) % most);
  };
  for (std::int64_t start = 0, number = 0; number < 6'000; ++number, start += draw(9'000'000))
    trace.spans.push_back({.start = start, .duration = draw(9'000'000), .thread = static_cast<std::int32_t>(draw(3))});
  const std::vector<std::string> blocks = packed(trace);
  REQUIRE(blocks.size() > 1);
  for (const std::string& block : blocks) CHECK(block.starts_with("eA"));  // zlib's head, and nothing follows its end
}
