// A trace: {"otherData": {"program", "streams", "threads", "stall_seconds"}, "traceEvents": [event, ...]}, or the list
// alone. An event: {"ph", "pid", "tid", "ts" and "dur" in microseconds, "name", "cat", "id", "args"} (the "Trace Event
// Format" of Chrome's tracing).
#include "cli/tracing/trace_reader.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <optional>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>  // NOLINT(misc-include-cleaner): its parts are no headers for users

#include "ramet/core/error.hpp"
#include "ramet/io/detail/url.hpp"

namespace ramet::cli {
namespace {

constexpr double most_microseconds = 3e15;         // 95 years; three of them are nanoseconds in 64 bits
constexpr double most_whole = 9007199254740992.0;  // 2^53
constexpr std::size_t longest_message = 160;

/// Numbers of texts, or of numbers, in the order in which they came. Threads: one thread.
template <class Value>
class Numbering {
 public:
  std::uint32_t number_of(const Value& value) {
    const auto [place, is_new] = numbers_.try_emplace(value, static_cast<std::uint32_t>(numbers_.size()));
    if (is_new) values_.push_back(value);
    return place->second;
  }
  std::size_t size() const noexcept { return values_.size(); }
  const std::vector<Value>& values() const noexcept { return values_; }

 private:
  std::unordered_map<Value, std::uint32_t> numbers_;
  std::vector<Value> values_;
};

/// A number of JSON. Threads: a value.
struct Number {
  double value = 0;
  std::optional<std::uint64_t> exact = std::nullopt;  // if it is written as a whole number, 0 or more
};

/// One event as far as it has been read. Threads: a value.
struct RawEvent {
  std::string phase;
  std::string name;
  std::string state;
  std::string id;
  std::string tier;
  std::string label;  // of a process or row
  std::optional<Number> process;
  std::optional<Number> row;
  std::optional<double> time;
  std::optional<double> duration;
  std::optional<double> value;
  std::optional<Number> event;
  std::optional<Number> bytes;
  std::optional<Number> thread;
};

/// Where the parser is in the file.
enum class Place : std::uint8_t { outside, top, other_data, events, event, arguments };

/// Builds a Trace of what the parser meets. Threads: one thread.
class TraceBuilder : public nlohmann::json_sax<nlohmann::json> {
 public:
  explicit TraceBuilder(std::istream& in) : in_(in) {}

  Trace take();

  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(number_integer_t number) override { return take_number({static_cast<double>(number)}); }
  bool number_unsigned(number_unsigned_t number) override {
    return take_number({static_cast<double>(number), std::uint64_t{number}});
  }
  bool number_float(number_float_t number, const string_t&) override { return take_number({number}); }
  bool string(string_t& text) override;
  bool binary(binary_t&) override { return true; }
  bool start_object(std::size_t) override;
  bool end_object() override;
  bool start_array(std::size_t) override;
  bool end_array() override;
  bool key(string_t& name) override {
    if (skipped_ == 0) key_ = std::move(name);
    return true;
  }
  bool parse_error(std::size_t offset, const std::string&, const nlohmann::detail::exception& error) override;

 private:
  bool take_number(const Number& number);
  void set_other_data(double number);
  void finish_event();
  void add_name(std::int64_t process);
  void add_span();
  void add_counter();
  void end_arrow(const RawEvent& event);
  std::int64_t nanoseconds(const std::optional<double>& microseconds, std::string_view what) const;
  std::int64_t whole(const std::optional<Number>& number, std::string_view what) const;
  std::uint64_t event_of(const Number& number) const;
  std::uint32_t row(Numbering<std::int64_t>& rows, const std::optional<Number>& number, std::string_view what) const;
  [[noreturn]] void fail_here(std::string_view message) const;

  std::istream& in_;
  Place place_ = Place::outside;
  bool is_list_ = false;
  bool has_events_ = false;
  std::size_t skipped_ = 0;   // levels of what is of no interest
  std::uint64_t number_ = 0;  // of the event in the list
  std::string key_;
  RawEvent event_;
  std::optional<std::int64_t> process_;
  std::map<std::int64_t, std::string> process_names_;
  std::map<std::pair<std::int64_t, std::int64_t>, std::string> row_names_;  // by process and row
  Numbering<std::string> names_;
  Numbering<std::string> tiers_;
  Numbering<std::int64_t> streams_;
  Numbering<std::int64_t> threads_;
  std::map<std::string, std::vector<CounterPoint>> counters_;
  std::unordered_map<std::string, std::pair<std::int64_t, std::uint32_t>> begun_;  // arrows
  double stream_count_ = 0;
  Trace trace_;
};

void TraceBuilder::fail_here(std::string_view message) const {
  const auto offset = in_.rdbuf()->pubseekoff(0, std::ios::cur, std::ios::in);
  detail::fail(ErrorKind::corrupt, "event {} before byte {}: {}", number_, static_cast<std::int64_t>(offset), message);
}

bool TraceBuilder::parse_error(std::size_t offset, const std::string&, const nlohmann::detail::exception& error) {
  std::string_view message = error.what();
  if (const std::size_t at = message.find(": "); at != std::string_view::npos) message.remove_prefix(at + 2);
  detail::fail(ErrorKind::corrupt, "no JSON at byte {}: {}", offset, message.substr(0, longest_message));
}

bool TraceBuilder::start_object(std::size_t) {
  if (skipped_ == 0 && place_ == Place::outside) {
    place_ = Place::top;
  } else if (skipped_ == 0 && place_ == Place::top && key_ == "otherData") {
    place_ = Place::other_data;
  } else if (skipped_ == 0 && place_ == Place::events) {
    event_ = {};
    place_ = Place::event;
  } else if (skipped_ == 0 && place_ == Place::event && key_ == "args") {
    place_ = Place::arguments;
  } else {
    ++skipped_;
  }
  return true;
}

bool TraceBuilder::end_object() {
  if (skipped_ > 0) {
    --skipped_;
  } else if (place_ == Place::event) {
    finish_event();
    ++number_;
    place_ = Place::events;
  } else if (place_ == Place::arguments) {
    place_ = Place::event;
  } else {
    place_ = place_ == Place::other_data ? Place::top : Place::outside;
  }
  return true;
}

bool TraceBuilder::start_array(std::size_t) {
  is_list_ = is_list_ || (skipped_ == 0 && place_ == Place::outside);
  if (skipped_ == 0 && (place_ == Place::outside || (place_ == Place::top && key_ == "traceEvents"))) {
    has_events_ = true;
    place_ = Place::events;
  } else {
    ++skipped_;
  }
  return true;
}

bool TraceBuilder::end_array() {
  if (skipped_ > 0)
    --skipped_;
  else
    place_ = is_list_ ? Place::outside : Place::top;
  return true;
}

bool TraceBuilder::string(string_t& text) {
  if (skipped_ > 0) return true;
  if (place_ == Place::event) {
    if (key_ == "ph")
      event_.phase = std::move(text);
    else if (key_ == "name")
      event_.name = std::move(text);
    else if (key_ == "cat")
      event_.state = std::move(text);
    else if (key_ == "id")
      event_.id = std::move(text);
  } else if (place_ == Place::arguments) {
    if (key_ == "tier")
      event_.tier = std::move(text);
    else if (key_ == "name")
      event_.label = std::move(text);
  } else if (place_ == Place::other_data) {
    if (key_ == "program") trace_.program = std::move(text);
  }
  return true;
}

bool TraceBuilder::take_number(const Number& number) {
  if (skipped_ > 0) return true;
  if (place_ == Place::event) {
    if (key_ == "ts")
      event_.time = number.value;
    else if (key_ == "dur")
      event_.duration = number.value;
    else if (key_ == "pid")
      event_.process = number;
    else if (key_ == "tid")
      event_.row = number;
    else if (key_ == "id")
      event_.id = number.exact ? fmt::format("{}", *number.exact) : fmt::format("{}", number.value);
  } else if (place_ == Place::arguments) {
    if (key_ == "event")
      event_.event = number;
    else if (key_ == "bytes")
      event_.bytes = number;
    else if (key_ == "thread")
      event_.thread = number;
    else if (key_ == "value")
      event_.value = number.value;
  } else if (place_ == Place::other_data) {
    set_other_data(number.value);
  }
  return true;
}

void TraceBuilder::set_other_data(double number) {
  if (key_ == "streams") stream_count_ = number;
  if (key_ == "dropped") {
    if (!(number >= 0 && number <= most_whole)) fail_here(fmt::format("'dropped' is {}: expected 0 or more", number));
    trace_.dropped = static_cast<std::uint64_t>(number);
  }
  if (key_ == "stall_seconds") {
    if (!(number >= 0 && number <= most_microseconds / 1e6))
      fail_here(fmt::format("'stall_seconds' is {}: expected 0 or more", number));
    trace_.stall_seconds = number;
  }
}

std::int64_t TraceBuilder::nanoseconds(const std::optional<double>& microseconds, std::string_view what) const {
  if (!microseconds) fail_here(fmt::format("has no '{}'", what));
  if (!(std::abs(*microseconds) <= most_microseconds))
    fail_here(fmt::format("'{}' is {}: at most {} microseconds are possible", what, *microseconds, most_microseconds));
  return std::llround(*microseconds * 1000);
}

std::int64_t TraceBuilder::whole(const std::optional<Number>& number, std::string_view what) const {
  if (!number) fail_here(fmt::format("has no '{}'", what));
  if (number->exact && std::in_range<std::int64_t>(*number->exact)) return static_cast<std::int64_t>(*number->exact);
  if (!(std::abs(number->value) <= most_whole) || std::floor(number->value) != number->value)
    fail_here(fmt::format("'{}' is {}: expected a whole number", what, number->value));
  return static_cast<std::int64_t>(number->value);
}

/// The number of an event has all 64 bits; one below 0 is that of none.
std::uint64_t TraceBuilder::event_of(const Number& number) const {
  if (number.exact) return *number.exact;
  const std::int64_t event = whole(number, "event");
  return event < 0 ? no_event : static_cast<std::uint64_t>(event);
}

std::uint32_t TraceBuilder::row(Numbering<std::int64_t>& rows, const std::optional<Number>& number,
                                std::string_view what) const {
  const std::uint32_t result = rows.number_of(whole(number, what));
  if (rows.size() > most_rows)
    detail::fail(ErrorKind::unsupported, "event {}: more than {} different '{}'", number_, most_rows, what);
  return result;
}

void TraceBuilder::finish_event() {
  const bool has_process = event_.process.has_value();
  const std::int64_t process = has_process ? whole(event_.process, "pid") : 0;
  if (event_.phase == "X" && !process_) process_ = process;
  if (event_.phase == "M") return add_name(process);
  if (event_.phase == "C") return add_counter();
  if (event_.phase == "X" && process == process_) return add_span();
  if (event_.phase == "s" && (!process_ || process == process_)) {
    begun_[event_.id] = {nanoseconds(event_.time, "ts"), row(streams_, event_.row, "tid")};
    return;
  }
  if (event_.phase == "f" && process == process_) return end_arrow(event_);
  ++trace_.left_out;
}

/// Names come before the spans, of which it is not yet known which process they have.
void TraceBuilder::add_name(std::int64_t process) {
  if (event_.name == "process_name")
    process_names_[process] = std::move(event_.label);
  else if (event_.name == "thread_name" && event_.row)
    row_names_[{process, whole(event_.row, "tid")}] = std::move(event_.label);
}

void TraceBuilder::add_span() {
  Span span;
  span.start = nanoseconds(event_.time, "ts");
  span.duration = nanoseconds(event_.duration, "dur");
  if (span.duration < 0) fail_here(fmt::format("'dur' is {}: expected 0 or more", *event_.duration));
  span.stream = row(streams_, event_.row, "tid");
  span.name = names_.number_of(event_.name);
  span.state = state_named(event_.state).value_or(SpanState::other);
  if (event_.event) span.event = event_of(*event_.event);
  const bool has_thread = event_.thread && span.state != SpanState::external;  // that is work outside of threads
  if (has_thread) span.thread = static_cast<std::int32_t>(row(threads_, event_.thread, "thread"));
  if (!event_.tier.empty()) span.tier = static_cast<std::int32_t>(tiers_.number_of(event_.tier));
  if (event_.bytes) {
    const std::int64_t bytes = whole(event_.bytes, "bytes");
    if (bytes < 0) fail_here(fmt::format("'bytes' is {}: expected 0 or more", bytes));
    span.bytes = static_cast<std::uint64_t>(bytes);
  }
  trace_.spans.push_back(span);
}

void TraceBuilder::add_counter() {
  if (!event_.value) {
    ++trace_.left_out;
    return;
  }
  counters_[event_.name].push_back({nanoseconds(event_.time, "ts"), *event_.value});
}

void TraceBuilder::end_arrow(const RawEvent& event) {
  const auto begun = begun_.find(event.id);
  if (begun == begun_.end()) {
    ++trace_.left_out;
    return;
  }
  trace_.arrows.push_back(
      {begun->second.first, nanoseconds(event.time, "ts"), begun->second.second, row(streams_, event.row, "tid")});
}

/// The numbers in ascending order, and for each place in the old order its new place.
std::pair<std::vector<std::int64_t>, std::vector<std::uint32_t>> in_order(const std::vector<std::int64_t>& numbers) {
  std::vector<std::int64_t> sorted = numbers;
  std::ranges::sort(sorted);
  std::vector<std::uint32_t> places;
  places.reserve(numbers.size());
  for (const std::int64_t number : numbers)
    places.push_back(static_cast<std::uint32_t>(std::ranges::lower_bound(sorted, number) - sorted.begin()));
  return {std::move(sorted), std::move(places)};
}

/// When the first span begins; without spans, when the first value of a counter was taken.
std::int64_t first_time(const Trace& trace) {
  if (!trace.spans.empty()) return std::ranges::min(trace.spans, {}, &Span::start).start;
  std::optional<std::int64_t> first;
  for (const Counter& counter : trace.counters)
    first = std::min(first.value_or(counter.points.front().time), counter.points.front().time);
  return first.value_or(0);
}

/// Let the earliest time be 0, and set the duration. Counters and arrows lie within it.
void move_to_zero(Trace& trace) {
  const std::int64_t first = first_time(trace);
  for (Span& span : trace.spans) {
    span.start -= first;
    trace.duration = std::max(trace.duration, span.end());
  }
  if (trace.spans.empty())
    for (const Counter& counter : trace.counters)
      trace.duration = std::max(trace.duration, counter.points.back().time - first);
  const auto within = [&](std::int64_t time) { return std::clamp(time - first, std::int64_t{0}, trace.duration); };
  for (Counter& counter : trace.counters)
    for (CounterPoint& point : counter.points) point.time = within(point.time);
  for (Arrow& arrow : trace.arrows) {
    arrow.from = within(arrow.from);
    arrow.to = within(arrow.to);
  }
}

Trace TraceBuilder::take() {
  if (!has_events_) detail::fail(ErrorKind::corrupt, "there is no list 'traceEvents'");
  const double wanted = std::min(stream_count_, double{most_rows});
  for (std::int64_t stream = 0; static_cast<double>(streams_.size()) < wanted; ++stream)
    streams_.number_of(stream);  // those that did nothing have a row, too
  auto [streams, stream_places] = in_order(streams_.values());
  auto [threads, thread_places] = in_order(threads_.values());
  trace_.streams = std::move(streams);
  trace_.threads = std::move(threads);
  if (!process_ && !process_names_.empty()) process_ = process_names_.begin()->first;
  trace_.process = process_names_[process_.value_or(0)];
  for (const std::int64_t stream : trace_.streams)
    trace_.stream_names.push_back(row_names_[{process_.value_or(0), stream}]);
  trace_.names = names_.values();
  trace_.tiers = tiers_.values();
  for (Span& span : trace_.spans) {
    span.stream = stream_places[span.stream];
    if (span.thread >= 0) span.thread = static_cast<std::int32_t>(thread_places[static_cast<std::size_t>(span.thread)]);
  }
  for (Arrow& arrow : trace_.arrows) {
    arrow.from_stream = stream_places[arrow.from_stream];
    arrow.to_stream = stream_places[arrow.to_stream];
  }
  for (auto& [name, points] : counters_) {
    std::ranges::stable_sort(points, {}, &CounterPoint::time);
    trace_.counters.push_back({name, std::move(points)});
  }
  std::ranges::stable_sort(trace_.spans, {},
                           [](const Span& span) { return std::tuple(span.stream, span.start, -span.duration); });
  move_to_zero(trace_);
  return std::move(trace_);
}

}  // namespace

Trace read_trace(std::istream& in) {
  TraceBuilder builder(in);
  nlohmann::json::sax_parse(in, &builder);
  return builder.take();
}

Trace read_trace(const std::filesystem::path& path) {
  return detail::while_doing(fmt::format("trace '{}'", io::shown_url(path.string())), [&] {
    std::ifstream in(path, std::ios::binary);
    if (!in || std::filesystem::is_directory(path)) detail::fail(ErrorKind::io, "cannot open the file");
    return read_trace(in);
  });
}

}  // namespace ramet::cli
