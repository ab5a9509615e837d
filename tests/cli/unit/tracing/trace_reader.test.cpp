#include "cli/tracing/trace_reader.hpp"

#include <string>
#include <vector>

#include "cli/unit/tracing/sample_trace.hpp"
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "ramet/core/error.hpp"

using namespace ramet;
using namespace ramet::cli;

namespace {

/// The message of the error that reading the JSON throws.
std::string message_of(const std::string& json) {
  try {
    sample::trace_of(json);
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

std::string event_with(const std::string& fields) { return fmt::format(R"([{{"ph":"X","pid":1,{}}}])", fields); }

}  // namespace

TEST_CASE("trace: spans are by stream and time, which begins at 0, in nanoseconds") {
  const Trace trace = sample::trace_of(sample::two_streams);
  CHECK(trace.program == "ramet 1");
  CHECK(trace.stall_seconds == 0.05);
  CHECK(trace.dropped == 12345);
  CHECK(trace.streams == std::vector<std::int64_t>{7, 9});
  CHECK(trace.threads == std::vector<std::int64_t>{4, 12});
  REQUIRE(trace.spans.size() == 5);
  CHECK(trace.spans[0].start == 0);
  CHECK(trace.spans[1].start == 100'000);
  CHECK(trace.spans[1].state == SpanState::wait_order);
  CHECK(trace.spans[2].state == SpanState::module);  // the longer one first
  const Span& fill = trace.spans[3];
  CHECK(fill.duration == 20'250);
  CHECK(fill.bytes == 77);
  CHECK(trace.tiers.at(static_cast<std::size_t>(fill.tier)) == "AOD");
  CHECK(trace.threads.at(static_cast<std::size_t>(fill.thread)) == 4);
  CHECK(trace.names.at(fill.name) == "RECO");
  CHECK(fill.event == 3);
  CHECK(trace.spans[4].stream == 1);
  CHECK(trace.spans[4].thread == -1);
  CHECK(trace.spans[4].event == no_event);
  CHECK(trace.duration == 60'600'000);
}

TEST_CASE("trace: counters are by time, arrows join streams, other events are counted") {
  const Trace trace = sample::trace_of(sample::two_streams);
  REQUIRE(trace.counters.size() == 1);
  CHECK(trace.counters[0].name == "queue depth");
  REQUIRE(trace.counters[0].points.size() == 2);
  CHECK(trace.counters[0].points[0].value == 1);
  CHECK(trace.counters[0].points[1].time == 200'000);
  REQUIRE(trace.arrows.size() == 1);
  CHECK(trace.arrows[0].from_stream == 0);
  CHECK(trace.arrows[0].to_stream == 1);
  CHECK(trace.arrows[0].to == 60'200'000);
  CHECK(trace.left_out == 2);  // another process, and an event that is no span
}

TEST_CASE("trace: the process and its rows have the names that the trace gives them, others have numbers") {
  const Trace trace = sample::trace_of(sample::two_streams);
  CHECK(trace.process == "job <1>");
  CHECK(trace.stream_names == std::vector<std::string>{"reco \"7\"", ""});
  CHECK(trace.stream_label(0) == "reco \"7\"");
  CHECK(trace.stream_label(1) == "stream 9");
  const Trace idle = sample::trace_of(
      R"({"traceEvents":[{"ph":"M","pid":4,"name":"process_name","args":{"name":"idle"}},
          {"ph":"M","pid":4,"tid":0,"name":"thread_name","args":{"name":"none"}}],"otherData":{"streams":1}})");
  CHECK(idle.process == "idle");
  CHECK(idle.stream_names == std::vector<std::string>{"none"});
}

TEST_CASE("trace: counters and arrows lie within the time of the spans") {
  const Trace trace = sample::trace_of(
      R"([{"ph":"s","pid":1,"tid":0,"ts":0.5,"id":1},{"ph":"X","pid":1,"tid":0,"ts":100,"dur":5,"name":"a"},
          {"ph":"f","pid":1,"tid":0,"ts":200,"id":1},{"ph":"C","pid":1,"ts":1,"name":"n","args":{"value":3}}])");
  REQUIRE(trace.arrows.size() == 1);
  CHECK(trace.arrows[0].from == 0);
  CHECK(trace.arrows[0].to == 5'000);
  CHECK(trace.counters.at(0).points.at(0).time == 0);
  const Trace counters = sample::trace_of(
      R"([{"ph":"C","ts":-7,"name":"n","args":{"value":3}},{"ph":"C","ts":2,"name":"m","args":{"value":4}}])");
  CHECK(counters.duration == 9'000);
  CHECK(counters.counters.at(0).points.at(0).time == 9'000);  // "m"
  CHECK(counters.counters.at(1).points.at(0).time == 0);
}

TEST_CASE("trace: the earliest and the latest times that are possible fit into 64 bits, and so do their sums") {
  const Trace trace = sample::trace_of(
      R"([{"ph":"X","pid":1,"tid":0,"ts":-3e15,"dur":3e15,"name":"a","cat":"wait:lock"},
          {"ph":"X","pid":1,"tid":0,"ts":3e15,"dur":3e15,"name":"a","cat":"wait:lock"}])");
  CHECK(trace.duration == 9'000'000'000'000'000'000);
  CHECK(message_of(event_with(R"("tid":0,"ts":4e15,"dur":2)")).find(" microseconds are possible") != std::string::npos);
}

TEST_CASE("trace: streams that did nothing have a row, if the trace says how many there are") {
  const Trace trace = sample::trace_of(
      R"({"traceEvents":[{"ph":"X","pid":1,"tid":1,"ts":5,"dur":1,"name":"a"}],"otherData":{"streams":3}})");
  CHECK(trace.streams == std::vector<std::int64_t>{0, 1, 2});
  CHECK(trace.spans.at(0).stream == 1);
}

TEST_CASE("trace: a list of events is a trace, and a state that is not known is `other`") {
  const Trace trace = sample::trace_of(event_with(R"("tid":0,"ts":5,"dur":1,"name":"a","cat":"new")"));
  REQUIRE(trace.spans.size() == 1);
  CHECK(trace.spans[0].state == SpanState::other);
  CHECK(sample::trace_of("[]").spans.empty());
}

TEST_CASE("trace: damaged JSON is corrupt, and the message has the offset") {
  for (std::size_t size = 0; size < sample::two_streams.size(); ++size) {
    CAPTURE(size);
    const std::string message = message_of(sample::two_streams.substr(0, size));
    CHECK(message.starts_with("no JSON at byte "));
  }
  CHECK(message_of(R"([{"ph":"i"}, nonsense])").starts_with("no JSON at byte 15: "));
  CHECK(message_of("{}") == "there is no list 'traceEvents'");
  CHECK(message_of("3") == "there is no list 'traceEvents'");
}

TEST_CASE("trace: numbers that cannot be are corrupt, and the message says which") {
  for (const auto& [fields, message] : std::initializer_list<std::pair<std::string, std::string>>{
           {R"("tid":0,"dur":1)", "has no 'ts'"},
           {R"("tid":0,"ts":1)", "has no 'dur'"},
           {R"("ts":0,"dur":1)", "has no 'tid'"},
           {R"("tid":0,"ts":1,"dur":-2)", "'dur' is -2: expected 0 or more"},
           {R"("tid":0,"ts":1e300,"dur":2)", "'ts' is 1e+300"},
           {R"("tid":0.5,"ts":1,"dur":2)", "'tid' is 0.5: expected a whole number"},
           {R"("tid":0,"ts":1,"dur":2,"args":{"bytes":-1})", "'bytes' is -1: expected 0 or more"}}) {
    const std::string found = message_of(event_with(fields));
    CAPTURE(found);
    CHECK(found.starts_with("event 0 before byte "));
    CHECK(found.find(message) != std::string::npos);
  }
}

TEST_CASE("trace: events have 64 bits, and other whole numbers 63") {
  const auto event_of = [](const std::string& number) {
    return sample::trace_of(event_with(R"("tid":0,"ts":1,"dur":2,"args":{"event":)" + number + "}")).spans.at(0).event;
  };
  CHECK(event_of("9007199254740993") == 9007199254740993);  // 2^53 + 1
  CHECK(event_of("18446744073709551614") == no_event - 1);
  CHECK(event_of("18446744073709551615") == no_event);
  CHECK(event_of("-1") == no_event);
  CHECK(event_of("3.0") == 3);
  const Trace trace = sample::trace_of(event_with(R"("tid":9223372036854775807,"ts":1,"dur":2)"));
  CHECK(trace.streams == std::vector<std::int64_t>{9223372036854775807});
  CHECK(message_of(event_with(R"("tid":9223372036854775808,"ts":1,"dur":2)")).find("expected a whole number") !=
        std::string::npos);
}

TEST_CASE("trace: a number of dropped spans below 0 is corrupt") {
  CHECK(message_of(R"({"otherData":{"dropped":-1},"traceEvents":[]})").find("'dropped' is -1: expected 0 or more") !=
        std::string::npos);
}

TEST_CASE("trace: more rows than can be shown are not supported") {
  std::string json = "[";
  for (std::size_t stream = 0; stream <= most_rows; ++stream)
    json += fmt::format(R"({}{{"ph":"X","pid":1,"tid":{},"ts":0,"dur":1,"name":"a"}})", stream == 0 ? "" : ",", stream);
  CHECK(message_of(json + "]") == fmt::format("event {}: more than 4096 different 'tid'", most_rows));
}

TEST_CASE("trace reader: work outside of threads is in the row of no thread") {
  const Trace trace = sample::trace_of(R"([
    {"ph":"X","pid":1,"tid":1,"ts":0,"dur":5,"name":"gpu","cat":"external","args":{"thread":3}},
    {"ph":"X","pid":1,"tid":1,"ts":5,"dur":5,"name":"cpu","cat":"module","args":{"thread":4}}])");
  REQUIRE(trace.spans.size() == 2);
  CHECK(trace.spans[0].thread == -1);
  CHECK(trace.spans[1].thread == 0);
  CHECK(trace.threads == std::vector<std::int64_t>{4});
}
