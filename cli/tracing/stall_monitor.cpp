// Lines of FWCore/Services/plugins/StallMonitor.cc of cms-sw/cmssw: a comment that begins with "# Transition", comments
// "#M <module> <name>", then transitions, with times in microseconds:
//   S stream time                     s stream time                  the source makes an event
//   E stream run lumi event time      e stream run lumi event time   an event is processed
//   p stream module time              the module's input is there: from here on it waits
//   A stream module time              a stream module time           external work is handed over; it lasts until M
//   M stream module phase time        m stream module phase time     the module runs; phase 0: an event
//   R stream module time              r stream module time           a later read of the source
#include "cli/tracing/stall_monitor.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace ramet::cli {
namespace {

constexpr int phase_of_events = 0;
constexpr int phase_of_others = 1;               // the beginning of a luminosity block: drawn as work outside of events
constexpr std::int64_t longest_gap = 1'000'000;  // nanoseconds within a wait, or before its module: about nothing
constexpr std::string_view head =
    "# Transition       Symbol\n# Event           0\n# streamBeginLumi 1\n"
    "# Step                       Symbol Entries\n"
    "# preSourceEvent                S   <Stream ID> <Time since beginJob (us)>\n"
    "# postSourceEvent               s   <Stream ID> <Time since beginJob (us)>\n"
    "# preEvent                      E   <Stream ID> <Run#> <LumiBlock#> <Event#> <Time since beginJob (us)>\n"
    "# postModuleEventPrefetching    p   <Stream ID> <Module ID> <Time since beginJob (us)>\n"
    "# preModuleEventAcquire         A   <Stream ID> <Module ID> <Time since beginJob (us)>\n"
    "# postModuleEventAcquire        a   <Stream ID> <Module ID> <Time since beginJob (us)>\n"
    "# preModuleTransition           M   <Stream ID> <Module ID> <Transition type> <Time since beginJob (us)>\n"
    "# preEventReadFromSource        R   <Stream ID> <Module ID> <Time since beginJob (us)>\n"
    "# postEventReadFromSource       r   <Stream ID> <Module ID> <Time since beginJob (us)>\n"
    "# postModuleTransition          m   <Stream ID> <Module ID> <Transition type> <Time since beginJob (us)>\n"
    "# postEvent                     e   <Stream ID> <Run#> <LumiBlock#> <Event#> <Time since beginJob (us)>\n";

/// One line, and where it belongs: by time, then in the order in which lines were made. Threads: a value.
struct Line {
  std::int64_t time;  // microseconds
  std::string text;   // without the time
};

/// A time from a begin to an end, in nanoseconds. Threads: a value.
struct Interval {
  std::int64_t begin;
  std::int64_t end;
};

/// How many bytes the white space takes with which a text begins. It is that of Python, which the grapher splits by:
/// also that of Unicode.
std::size_t size_of_space(std::string_view text) {
  constexpr std::array<std::string_view, 8> others = {
      "\xc2\x85",      // U+0085
      "\xc2\xa0",      // U+00A0
      "\xe1\x9a\x80",  // U+1680
      "\xe2\x80\xa8",  // U+2028
      "\xe2\x80\xa9",  // U+2029
      "\xe2\x80\xaf",  // U+202F
      "\xe2\x81\x9f",  // U+205F
      "\xe3\x80\x80",  // U+3000
  };
  if (static_cast<unsigned char>(text.front()) <= 0x20) return 1;
  for (const std::string_view other : others)
    if (text.starts_with(other)) return other.size();
  const bool is_wide = text.size() > 2 && text.starts_with("\xe2\x80") && static_cast<unsigned char>(text[2]) >= 0x80 &&
                       static_cast<unsigned char>(text[2]) <= 0x8a;  // U+2000 to U+200A
  return is_wide ? 3 : 0;
}

/// A name without white space.
std::string word_of(std::string_view name) {
  std::string word;
  while (!name.empty()) {
    const std::size_t space = size_of_space(name);
    word += space > 0 ? '_' : name.front();
    name.remove_prefix(std::max<std::size_t>(1, space));
  }
  return word.empty() ? "_" : word;
}

/// Writes the lines of one stream, whose spans it gets in order of time. Threads: one thread.
class StreamLines {
 public:
  StreamLines(const Trace& trace, std::size_t stream, std::map<std::string, std::size_t>& modules)
      : trace_(trace), stream_(stream), modules_(modules) {}

  std::vector<Line> lines_of(std::span<const Span> spans);

 private:
  /// Before a module, which has not begun. Threads: a value.
  struct Wait {
    Interval time;
    std::string step;
  };

  void add(const Span& span);
  void begin_event(const Span& span);
  void end_event();
  void add_read(const Span& span);
  void add_external(const Span& span);
  void add_wait(const Span& span);
  void add_work(const Span& span);
  void end_wait(const Wait& wait);
  void end_waits();
  void add_module(std::string name, Interval time, int phase, std::optional<std::int64_t> waits_since);
  std::size_t module_of(std::string_view name);
  std::string step_of(const Span& span) const {
    return fmt::format("{}:{}", trace_.names[span.name], look_of(span.state).name);
  }
  template <class... Arguments>
  void line(std::int64_t nanoseconds, fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    lines_.push_back({nanoseconds / 1000, fmt::format(format, std::forward<Arguments>(arguments)...)});
  }

  const Trace& trace_;
  std::size_t stream_;
  std::map<std::string, std::size_t>& modules_;
  std::vector<Line> lines_;
  std::uint64_t event_ = no_event;
  std::int64_t last_end_ = 0;
  std::int64_t modules_end_ = -1;                   // until when modules run
  std::map<std::string, std::int64_t> ends_;        // of each module
  std::map<std::uint32_t, Wait> waits_;             // by name
  std::map<std::uint32_t, std::int64_t> external_;  // ends of work whose module has not begun
};

std::size_t StreamLines::module_of(std::string_view name) {
  return modules_.try_emplace(word_of(name), modules_.size() + 1).first->second;
}

void StreamLines::end_event() {
  if (event_ != no_event) line(last_end_, "e {} 1 1 {}", stream_, event_);
  event_ = no_event;
}

void StreamLines::begin_event(const Span& span) {
  end_waits();
  end_event();
  const std::int64_t is_there = span.state == SpanState::read ? span.end() : span.start;
  line(span.start, "S {}", stream_);
  line(is_there, "s {}", stream_);
  line(is_there, "E {} 1 1 {}", stream_, span.event);
  event_ = span.event;
}

/// Add a module's run. One of a name that runs already gets another name: the grapher knows one of each in a stream.
void StreamLines::add_module(std::string name, Interval time, int phase, std::optional<std::int64_t> waits_since) {
  const std::string plain = name;
  for (std::size_t number = 2; ends_.contains(name) && ends_[name] > time.begin; ++number)
    name = fmt::format("{}#{}", plain, number);
  ends_[name] = time.end;
  const std::size_t module = module_of(name);
  if (waits_since) line(*waits_since, "p {} {}", stream_, module);
  line(time.begin, "M {} {} {}", stream_, module, phase);
  line(time.end, "m {} {} {}", stream_, module, phase);
}

void StreamLines::add_read(const Span& span) {
  const std::size_t module = module_of(trace_.names[span.name]);
  line(span.start, "R {} {}", stream_, module);
  line(span.end(), "r {} {}", stream_, module);
}

void StreamLines::add_external(const Span& span) {
  const std::size_t module = module_of(trace_.names[span.name]);
  line(span.start, "A {} {}", stream_, module);
  line(span.start, "a {} {}", stream_, module);
  external_[span.name] = span.end();
}

void StreamLines::add_wait(const Span& span) {
  const auto runs = ends_.find(trace_.names[span.name]);
  if (runs != ends_.end() && span.start < runs->second) {  // within the module
    add_module(step_of(span), {span.end(), span.end()}, phase_of_events, span.start);
    return;
  }
  const auto [place, is_new] = waits_.try_emplace(span.name, Wait{{span.start, span.end()}, step_of(span)});
  if (is_new) return;
  Wait& wait = place->second;
  if (span.start - wait.time.end <= longest_gap) {
    wait.time.end = std::max(wait.time.end, span.end());
    return;
  }
  end_wait(wait);  // the stream did something else since
  wait = {{span.start, span.end()}, step_of(span)};
}

void StreamLines::add_work(const Span& span) {
  const Interval time{span.start, span.end()};
  if (!is_module(span.state)) {  // a step within a module is what the module does
    if (span.start >= modules_end_) add_module(step_of(span), time, phase_of_events, std::nullopt);
    return;
  }
  std::optional<std::int64_t> waits_since;
  if (const auto wait = waits_.find(span.name); wait != waits_.end()) {
    if (span.start - wait->second.time.end <= longest_gap)
      waits_since = wait->second.time.begin;
    else
      end_wait(wait->second);
    waits_.erase(wait);
  }
  external_.erase(span.name);
  const int phase = span.state == SpanState::other ? phase_of_others : phase_of_events;
  add_module(trace_.names[span.name], time, phase, waits_since);
  modules_end_ = std::max(modules_end_, span.end());
}

/// Add a wait that no module follows as a module of its own.
void StreamLines::end_wait(const Wait& wait) {
  add_module(wait.step, {wait.time.end, wait.time.end}, phase_of_events, wait.time.begin);
}

void StreamLines::end_waits() {
  for (const auto& [name, wait] : waits_) end_wait(wait);
  for (const auto& [name, end] : external_) add_module(trace_.names[name], {end, end}, phase_of_events, std::nullopt);
  waits_.clear();
  external_.clear();
}

void StreamLines::add(const Span& span) {
  const bool is_first = span.event != no_event && span.event != event_;
  if (is_first) begin_event(span);
  last_end_ = std::max(last_end_, span.end());
  if (is_wait(span.state))
    add_wait(span);
  else if (span.state == SpanState::external)
    add_external(span);
  else if (span.state != SpanState::read)
    add_work(span);
  else if (!is_first)
    add_read(span);
}

std::vector<Line> StreamLines::lines_of(std::span<const Span> spans) {
  for (const Span& span : spans) add(span);
  end_waits();
  end_event();
  if (lines_.empty() || lines_.back().text.front() != 'e') {  // the grapher counts streams by their sources
    line(last_end_, "S {}", stream_);
    line(last_end_, "s {}", stream_);
  }
  return std::move(lines_);
}

}  // namespace

std::string stall_monitor_lines(const Trace& trace) {
  std::map<std::string, std::size_t> modules;
  std::vector<Line> lines;
  std::size_t first = 0;
  for (std::size_t stream = 0; stream < trace.streams.size(); ++stream) {
    std::size_t last = first;
    while (last < trace.spans.size() && trace.spans[last].stream == stream) ++last;
    std::ranges::move(StreamLines(trace, stream, modules).lines_of(std::span(trace.spans).subspan(first, last - first)),
                      std::back_inserter(lines));
    first = last;
  }
  std::ranges::stable_sort(lines, {}, &Line::time);
  std::string text(head);
  for (const auto& [name, number] : modules) text += fmt::format("#M {} {}\n", number, name);
  for (const Line& one : lines) text += fmt::format("{} {}\n", one.text, one.time);
  return text;
}

}  // namespace ramet::cli
