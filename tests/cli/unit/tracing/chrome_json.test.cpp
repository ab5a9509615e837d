#include "cli/tracing/chrome_json.hpp"

#include <sstream>
#include <string>
#include <vector>

#include "cli/text/json.hpp"
#include "cli/unit/tracing/sample_trace.hpp"
#include <doctest/doctest.h>

using namespace ramet::cli;

TEST_CASE("chrome json: what is written is read as the same trace") {
  const Trace trace = sample::trace_of(sample::two_streams);
  std::ostringstream once;
  write_chrome_json(trace, once);
  Trace again = sample::trace_of(once.str());
  CHECK(again.left_out == 4);  // the rows of threads
  std::ostringstream twice;
  write_chrome_json(again, twice);
  CHECK(once.str() == twice.str());
}

TEST_CASE("chrome json: events keep all their 64 bits") {
  std::ostringstream out;
  write_chrome_json(sample::trace_of(R"([{"ph":"X","pid":1,"tid":0,"ts":1,"dur":2,"name":"a",
                                         "args":{"event":18446744073709551614}}])"),
                    out);
  CHECK(out.str().find(R"("args":{"event":18446744073709551614})") != std::string::npos);
}

TEST_CASE("chrome json: no time is below 0, also of an arrow from before the first span") {
  std::ostringstream out;
  write_chrome_json(sample::trace_of(R"([{"ph":"s","pid":1,"tid":0,"ts":0.5,"id":1},
                                         {"ph":"X","pid":1,"tid":0,"ts":100,"dur":5,"name":"a"},
                                         {"ph":"f","pid":1,"tid":0,"ts":102,"id":1}])"),
                    out);
  CHECK(out.str().find(R"({"ph":"s","pid":1,"tid":0,"ts":0.000,"id":0,)") != std::string::npos);
  CHECK(out.str().find(R"("tid":0,"ts":2.000,"id":0,)") != std::string::npos);
  CHECK(Json::parse(out.str())["traceEvents"].size() == 5);  // two names, the span, both ends of the arrow
}

TEST_CASE("chrome json: spans with a thread are in a row of the second process, too, and rows have names") {
  std::ostringstream out;
  write_chrome_json(sample::trace_of(sample::two_streams), out);
  const Json json = Json::parse(out.str());
  std::vector<std::string> names;
  std::size_t rows = 0;
  std::size_t in_threads = 0;
  for (const Json& event : json["traceEvents"]) {
    if (event["ph"] == "M") names.push_back(event["args"]["name"].get<std::string>());
    if (event["ph"] == "M" && event["name"] == "thread_name") ++rows;
    if (event["ph"] == "X" && event["pid"] == 2) {
      ++in_threads;
      CHECK(event["tid"] == event["args"]["thread"]);
    }
  }
  CHECK(rows == 2 + 2);
  CHECK(names == std::vector<std::string>{"job <1>", "reco \"7\"", "stream 9", "threads", "thread 4", "thread 12"});
  CHECK(in_threads == 4);
}
