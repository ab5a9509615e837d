#include "ramet/core/trace/json.hpp"

// Trace events, as chrome://tracing and Perfetto read them: one object an event, "ph" says of which kind, times are in
// microseconds. (Google's "Trace Event Format".)
//   X  a span        | pid 1 | tid row | ts | dur | name | cat: state | args: event, bytes, tier, thread |
//   C  a counter     | pid 1 | ts | name | args: value |
//   s, f  an arrow from a filling to the writing of the same cluster | id | tid | ts |
//   M  the names of the process and of rows

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <system_error>
#include <thread>
#include <unordered_set>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "ramet/core/detail/json_quoted.hpp"
#include "ramet/core/error.hpp"

namespace ramet::inline v1 {
namespace {

bool is_wait(TraceState state) noexcept {
  return state >= TraceState::wait_concurrency && state <= TraceState::wait_lock;
}

bool is_module(TraceState state) noexcept { return state <= TraceState::several; }

/// Writes the events of one recorder. Threads: one thread.
class JsonEvents {
 public:
  JsonEvents(const TraceRecorder& recorder, FunctionRef<void(std::string_view)> take)
      : recorder_(recorder), take_(take), rows_(recorder.rows()), spans_(recorder.spans()) {
    for (const std::string& name : recorder.names()) names_.push_back(detail::json_quoted(name));
    while (names_.size() < 1) names_.emplace_back("\"\"");
    for (const TraceSpan* span : spans_) {
      threads_.try_emplace(span->thread, threads_.size());
      if (span->state == TraceState::write) written_.insert(span->flow);
      const auto waited = std::chrono::duration<double>(span->end - span->begin).count();
      if (is_wait(span->state) && span->name != 0 && waited >= recorder.options().stall_seconds)
        stalled_.insert(span->name);
    }
  }

  void write() {
    add("{{\"displayTimeUnit\":\"ms\",\"otherData\":{{\"program\":{},\"streams\":{},\"threads\":{},"
        "\"stall_seconds\":{},\"dropped\":{}}},\"traceEvents\":[\n",
        detail::json_quoted(recorder_.options().program), rows_.size(), threads_.size(),
        recorder_.options().stall_seconds, recorder_.dropped());
    add("{{\"ph\":\"M\",\"pid\":1,\"name\":\"process_name\",\"args\":{{\"name\":{}}}}}",
        detail::json_quoted(recorder_.options().program));
    for (std::size_t row = 0; row < rows_.size(); ++row)
      add(",\n{{\"ph\":\"M\",\"pid\":1,\"tid\":{},\"name\":\"thread_name\",\"args\":{{\"name\":{}}}}}", row,
          detail::json_quoted(rows_[row]));
    for (const TraceSpan* span : spans_) {
      if (span->state == TraceState::counter)
        write_counter(*span);
      else
        write_span(*span);
    }
    write_running();
    add("\n]}}\n");
    flush();
  }

 private:
  template <class... Arguments>
  void add(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Arguments>(arguments)...);
    if (text_.size() >= piece_size) flush();
  }
  void flush() {
    take_({text_.data(), text_.size()});
    text_.clear();
  }

  /// A time or duration in microseconds, exactly.
  struct Microseconds {
    std::int64_t whole;
    std::int64_t nanoseconds;
  };
  static Microseconds microseconds(TraceClock::duration time) {
    const auto count = std::chrono::duration_cast<std::chrono::nanoseconds>(time).count();
    return {count / 1000, count % 1000};
  }
  Microseconds since_start(TraceClock::time_point at) const {
    return microseconds(std::max(at - recorder_.start(), TraceClock::duration::zero()));
  }

  void write_counter(const TraceSpan& span) { write_value(span.begin, names_.at(span.name), span.bytes); }

  void write_value(TraceClock::time_point time, std::string_view quoted_name, std::uint64_t value) {
    const Microseconds at = since_start(time);
    add(",\n{{\"ph\":\"C\",\"pid\":1,\"ts\":{}.{:03},\"name\":{},\"args\":{{\"value\":{}}}}}", at.whole, at.nanoseconds,
        quoted_name, value);
  }

  /// How many modules run at a time. Numbers that last shorter than the recorder's resolution are left out.
  void write_running() {
    std::vector<std::pair<TraceClock::time_point, bool>> changes;  // at equal times ends come first
    for (const TraceSpan* span : spans_)
      if (is_module(span->state)) {
        changes.emplace_back(span->begin, true);
        changes.emplace_back(span->end, false);
      }
    std::ranges::sort(changes);
    std::uint64_t running = 0;
    std::uint64_t shown = 0;
    std::optional<TraceClock::time_point> written;
    for (std::size_t number = 0; number < changes.size(); ++number) {
      const auto& [time, begins] = changes[number];
      if (begins)
        ++running;
      else
        --running;
      if (number + 1 < changes.size()) {
        const TraceClock::time_point next = changes[number + 1].first;
        if (next == time || (written && next - *written < recorder_.options().resolution)) continue;
      }
      if (running == shown) continue;
      write_value(time, "\"running modules\"", running);
      shown = running;
      written = time;
    }
  }

  void write_span(const TraceSpan& span) {
    const Microseconds at = since_start(span.begin);
    const Microseconds length = microseconds(span.end - span.begin);
    const bool is_stalled = span.state == TraceState::module && stalled_.contains(span.name);
    const std::string_view state = to_string(is_stalled ? TraceState::stalled : span.state);
    add(",\n{{\"ph\":\"X\",\"pid\":1,\"tid\":{},\"ts\":{}.{:03},\"dur\":{}.{:03},\"name\":", span.row, at.whole,
        at.nanoseconds, length.whole, length.nanoseconds);
    if (span.name != 0 || (is_wait(span.state) && span.tier != 0))
      add("{}", names_.at(span.name != 0 ? span.name : span.tier));
    else
      add("\"{}\"", state);
    add(",\"cat\":\"{}\",\"args\":{{\"event\":{},\"bytes\":{},\"tier\":{},\"thread\":{}}}}}", state, span.event,
        span.bytes, names_.at(span.tier), threads_.at(span.thread));
    if (span.flow != 0) write_arrow(span, at);
  }

  void write_arrow(const TraceSpan& span, Microseconds at) {
    const bool begins = span.state == TraceState::fill;
    if (begins && (!written_.contains(span.flow) || !begun_.insert(span.flow).second)) return;
    if (!begins && !begun_.contains(span.flow)) return;
    add(",\n{{\"ph\":\"{}\",{}\"pid\":1,\"tid\":{},\"ts\":{}.{:03},\"id\":{},\"name\":\"cluster\",\"cat\":\"flow\"}}",
        begins ? 's' : 'f', begins ? "" : "\"bp\":\"e\",", span.row, at.whole, at.nanoseconds, span.flow);
  }

  static constexpr std::size_t piece_size = 64 << 10;

  const TraceRecorder& recorder_;
  FunctionRef<void(std::string_view)> take_;
  const std::vector<std::string> rows_;
  const std::vector<const TraceSpan*> spans_;
  std::vector<std::string> names_;
  std::map<std::thread::id, std::size_t> threads_;  // in the order of their first spans
  std::unordered_set<std::uint64_t> written_;       // clusters
  std::unordered_set<std::uint64_t> begun_;         // clusters with an arrow
  std::set<std::uint32_t> stalled_;                 // names of modules
  fmt::memory_buffer text_;
};

}  // namespace

void write_trace_json(const TraceRecorder& recorder, FunctionRef<void(std::string_view)> take) {
  JsonEvents(recorder, take).write();
}

void save_trace(const TraceRecorder& recorder, const std::filesystem::path& path) {
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  const bool is_open = file.is_open();
  write_trace_json(
      recorder, [&](std::string_view piece) { file.write(piece.data(), static_cast<std::streamsize>(piece.size())); });
  file.close();
  if (file) return;
  std::error_code ignored;  // a part of a trace is none; a device stays
  if (is_open && std::filesystem::is_regular_file(path, ignored)) std::filesystem::remove(path, ignored);
  detail::fail(ErrorKind::io, "'{}': the trace could not be written", path.string());
}

}  // namespace ramet::inline v1
