#include "cli/tracing/chrome_json.hpp"

#include <string>
#include <string_view>
#include <vector>

#include "cli/text/json.hpp"
#include <fmt/format.h>

namespace ramet::cli {
namespace {

constexpr int process_of_streams = 1;
constexpr int process_of_threads = 2;

std::string json_text(std::string_view text) {
  return Json(std::string(text)).dump(-1, ' ', true, Json::error_handler_t::replace);
}

std::vector<std::string> json_text(const std::vector<std::string>& texts) {
  std::vector<std::string> result;
  result.reserve(texts.size());
  for (const std::string& text : texts) result.push_back(json_text(text));
  return result;
}

/// Nanoseconds as microseconds, without losing one.
std::string microseconds(std::int64_t nanoseconds) {
  return fmt::format("{}.{:03}", nanoseconds / 1000, nanoseconds % 1000);
}

/// Writes the events, with commas between them. Threads: one thread.
class EventList {
 public:
  EventList(const Trace& trace, std::ostream& out)
      : trace_(trace), out_(out), names_(json_text(trace.names)), tiers_(json_text(trace.tiers)) {}

  void add_names();
  void add_span(const Span& span, int process, std::int64_t row);
  void add_counters();
  void add_arrows();

 private:
  template <class... Arguments>
  void add(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    out_ << (is_first_ ? "\n" : ",\n") << fmt::format(format, std::forward<Arguments>(arguments)...);
    is_first_ = false;
  }
  void add_name_of(int process, std::string_view name);
  void add_name_of(int process, std::int64_t row, std::string_view name);

  const Trace& trace_;
  std::ostream& out_;
  std::vector<std::string> names_;
  std::vector<std::string> tiers_;
  bool is_first_ = true;
};

void EventList::add_name_of(int process, std::string_view name) {
  add(R"({{"ph":"M","pid":{},"name":"process_name","args":{{"name":{}}}}})", process, json_text(name));
}

void EventList::add_name_of(int process, std::int64_t row, std::string_view name) {
  add(R"({{"ph":"M","pid":{},"tid":{},"name":"thread_name","args":{{"name":{}}}}})", process, row, json_text(name));
}

void EventList::add_names() {
  add_name_of(process_of_streams, trace_.process.empty() ? "streams" : trace_.process);
  for (std::size_t stream = 0; stream < trace_.streams.size(); ++stream)
    add_name_of(process_of_streams, trace_.streams[stream], trace_.stream_label(stream));
  if (trace_.threads.empty()) return;
  add_name_of(process_of_threads, "threads");
  for (const std::int64_t thread : trace_.threads)
    add_name_of(process_of_threads, thread, fmt::format("thread {}", thread));
}

void EventList::add_span(const Span& span, int process, std::int64_t row) {
  std::string arguments;
  const auto add_argument = [&](std::string_view name, const auto& value) {
    arguments += fmt::format(R"({}"{}":{})", arguments.empty() ? "" : ",", name, value);
  };
  if (span.event != no_event) add_argument("event", span.event);
  if (span.bytes > 0) add_argument("bytes", span.bytes);
  if (span.tier >= 0) add_argument("tier", tiers_[static_cast<std::size_t>(span.tier)]);
  if (span.thread >= 0) add_argument("thread", trace_.threads[static_cast<std::size_t>(span.thread)]);
  add(R"({{"ph":"X","pid":{},"tid":{},"ts":{},"dur":{},"name":{},"cat":"{}","args":{{{}}}}})", process, row,
      microseconds(span.start), microseconds(span.duration), names_[span.name], look_of(span.state).name, arguments);
}

void EventList::add_counters() {
  for (const Counter& counter : trace_.counters) {
    const std::string name = json_text(counter.name);
    for (const CounterPoint& point : counter.points)
      add(R"({{"ph":"C","pid":{},"ts":{},"name":{},"args":{{"value":{}}}}})", process_of_streams,
          microseconds(point.time), name, point.value);
  }
}

void EventList::add_arrows() {
  for (std::size_t number = 0; number < trace_.arrows.size(); ++number) {
    const Arrow& arrow = trace_.arrows[number];
    add(R"({{"ph":"s","pid":{},"tid":{},"ts":{},"id":{},"name":"cluster","cat":"flow"}})", process_of_streams,
        trace_.streams[arrow.from_stream], microseconds(arrow.from), number);
    add(R"({{"ph":"f","bp":"e","pid":{},"tid":{},"ts":{},"id":{},"name":"cluster","cat":"flow"}})", process_of_streams,
        trace_.streams[arrow.to_stream], microseconds(arrow.to), number);
  }
}

}  // namespace

void write_chrome_json(const Trace& trace, std::ostream& out) {
  out << fmt::format(
      R"({{"displayTimeUnit":"ms","otherData":{{"program":{},"streams":{},"threads":{},"stall_seconds":{},"dropped":{}}},"traceEvents":[)",
      json_text(trace.program), trace.streams.size(), trace.threads.size(), trace.stall_seconds, trace.dropped);
  EventList events(trace, out);
  events.add_names();
  for (const Span& span : trace.spans) events.add_span(span, process_of_streams, trace.streams[span.stream]);
  for (const Span& span : trace.spans)
    if (span.thread >= 0)
      events.add_span(span, process_of_threads, trace.threads[static_cast<std::size_t>(span.thread)]);
  events.add_counters();
  events.add_arrows();
  out << "\n]}\n";
}

}  // namespace ramet::cli
