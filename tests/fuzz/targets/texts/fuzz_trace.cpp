// Traces of runs, as `ramet trace` reads them; what was read is written for Perfetto and CMS's grapher, and as a page.
// Input: the JSON.

#include <sstream>
#include <string>

#include "cli/tracing/chrome_json.hpp"
#include "cli/tracing/stall_list.hpp"
#include "cli/tracing/stall_monitor.hpp"
#include "cli/tracing/stall_page.hpp"
#include "cli/tracing/trace_reader.hpp"
#include "fuzz_target.hpp"

using namespace ramet::cli;

namespace {

std::string chrome_json(const Trace& trace) {
  std::ostringstream out;
  write_chrome_json(trace, out);
  return out.str();
}

fuzz::Bytes seed(std::string_view text) {
  const auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

}  // namespace

void fuzz::try_on(std::span<const std::byte> input) {
  std::istringstream in(std::string(reinterpret_cast<const char*>(input.data()), input.size()));
  const Trace trace = read_trace(in);
  for (const Span& span : trace.spans) {
    require(span.start >= 0 && span.end() <= trace.duration, "spans are between 0 and the duration");
    require(span.stream < trace.streams.size() && span.name < trace.names.size(), "rows and names exist");
  }
  stall_monitor_lines(trace);
  stall_page(trace, stalls_of(trace), "trace");
  const std::string once = chrome_json(trace);
  std::istringstream again(once);
  require(read_trace(again).spans.size() == trace.spans.size(), "what was written has the same spans");
}

std::vector<fuzz::Bytes> fuzz::seeds() {
  return {seed(R"({"otherData":{"program":"p","streams":2,"threads":1,"stall_seconds":0.1,"x":[{}]},"traceEvents":[
{"ph":"M","pid":1,"tid":0,"name":"thread_name","args":{"name":"stream 0"}},
{"ph":"X","pid":1,"tid":0,"ts":1.5,"dur":100,"name":"a","cat":"read","args":{"event":3,"thread":1}},
{"ph":"X","pid":1,"tid":1,"ts":2e3,"dur":2e6,"name":"b","cat":"wait:order","args":{"event":3,"tier":"t","bytes":5}},
{"ph":"X","pid":1,"tid":1,"ts":2e6,"dur":7,"name":"b","cat":"module","args":{"event":3}},
{"ph":"X","pid":2,"tid":1,"ts":0,"dur":0,"name":"c","cat":"external"},
{"ph":"C","pid":1,"ts":2,"name":"q","args":{"value":-2.5}},
{"ph":"s","pid":1,"tid":0,"ts":3,"id":"a"},{"ph":"f","pid":1,"tid":1,"ts":9,"id":"a"}]})"),
          seed(R"([{"ph":"X","pid":1,"tid":-4,"ts":-1,"dur":0.5,"name":"\u00e9","cat":"new","id":7}])")};
}

std::vector<fuzz::Bytes> fuzz::seeds_of(const ramet::file::FileReader&) { return {}; }
