#include "cli/tracing/stall_page.hpp"

#include <algorithm>
#include <cmath>

#include "cli/text/html.hpp"
#include "cli/text/json.hpp"
#include "cli/text/number_format.hpp"
#include "cli/text/text.hpp"
#include "cli/tracing/packed_trace.hpp"
#include "cli/tracing/page_parts.hpp"
#include <fmt/format.h>

namespace ramet::cli {
namespace {

Json spans_of_streams(const Trace& trace) {
  std::vector<std::uint64_t> counts(trace.streams.size());
  for (const Span& span : trace.spans) ++counts[span.stream];
  return counts;
}

/// Whether there are events whose numbers the page cannot have as doubles.
bool has_large_events(const Trace& trace) {
  constexpr std::uint64_t most = std::uint64_t{1} << 53;
  return std::ranges::any_of(trace.spans, [](const Span& span) { return span.event != no_event && span.event > most; });
}

/// What the rows are called.
Json labels_of(const Trace& trace) {
  Json list = Json::array();
  for (std::size_t stream = 0; stream < trace.streams.size(); ++stream)
    list.push_back(printable(trace.stream_label(stream)));
  return list;
}

Json printable_texts(const std::vector<std::string>& texts) {
  Json list = Json::array();
  for (const std::string& text : texts) list.push_back(printable(text));
  return list;
}

/// What the page has to know beside the packed spans.
Json about(const Trace& trace, const std::vector<ModuleStalls>& stalls) {
  Json json = {{"streams", labels_of(trace)},
               {"threads", trace.threads},
               {"names", printable_texts(trace.names)},
               {"tiers", printable_texts(trace.tiers)},
               {"duration", std::max<std::int64_t>(1, trace.duration)},
               {"stall_nanoseconds", std::llround(trace.stall_seconds * 1e9)},
               {"spans_of_stream", spans_of_streams(trace)},
               {"has_large_events", has_large_events(trace)},
               {"arrows", trace.arrows.size()},
               {"stalled", Json::array()},
               {"counters", Json::array()},
               {"states", Json::array()}};
  for (const ModuleStalls& one : stalls) json["stalled"].push_back(one.name);
  for (const Counter& counter : trace.counters)
    json["counters"].push_back({{"name", printable(counter.name)}, {"points", counter.points.size()}});
  for (std::size_t number = 0; number < state_count; ++number) {
    const auto state = static_cast<SpanState>(number);
    const StateLook& look = look_of(state);
    json["states"].push_back({{"name", look.name},
                              {"light", look.light},
                              {"dark", look.dark},
                              {"meaning", look.meaning},
                              {"is_wait", is_wait(state)},
                              {"is_module", is_module(state)}});
  }
  return json;
}

/// JSON as part of a script: no "</script>" can end it.
std::string script_json(const Json& json) {
  std::string text;
  for (const char letter : json.dump()) text += letter == '<' ? std::string("\\u003c") : std::string(1, letter);
  return text;
}

std::string rows_of(const Trace& trace, const ModuleStalls& stalls) {
  std::string times;
  for (std::size_t number = 0; number < std::min(most_stall_times, stalls.spans.size()); ++number)
    times += fmt::format("{}<a href=\"#\" data-span=\"{}\">{}</a>", number == 0 ? "" : ", ", stalls.spans[number],
                         milliseconds(trace.spans[stalls.spans[number]].duration));
  return fmt::format(
      "<tr><td>{}</td><td class=\"number\">{}</td><td class=\"number\">{}</td><td class=\"number\">{}</td>"
      "<td class=\"times\">{}</td></tr>\n",
      html_text(trace.names[stalls.name]), format_count(stalls.spans.size()), milliseconds(stalls.total),
      milliseconds(trace.spans[stalls.spans.front()].duration), times);
}

std::string table_of(const Trace& trace, const std::vector<ModuleStalls>& stalls) {
  if (stalls.empty()) return fmt::format("<p>Nothing waited longer than {} s.</p>\n", trace.stall_seconds);
  std::string rows;
  for (const ModuleStalls& one : stalls) rows += rows_of(trace, one);
  return fmt::format(
      "<table id=\"stalls\"><thead><tr><th>module or output</th><th class=\"number\">stalls</th>"
      "<th class=\"number\">total, ms</th><th class=\"number\">longest, ms</th><th>the longest, ms</th></tr></thead>\n"
      "<tbody>\n{}</tbody></table>\n",
      rows);
}

std::string summary_of(const Trace& trace, std::string_view source) {
  std::string text = fmt::format("{}: {} spans of {} streams and {} threads in {:.4g} s", html_text(source),
                                 format_count(trace.spans.size()), trace.streams.size(), trace.threads.size(),
                                 static_cast<double>(trace.duration) / 1e9);
  if (!trace.program.empty()) text += fmt::format(", recorded by {}", html_text(trace.program));
  if (!trace.process.empty() && trace.process != trace.program)
    text += fmt::format(", in process {}", html_text(trace.process));
  if (trace.dropped > 0)
    text += fmt::format("; {} more spans were dropped when they were recorded", format_count(trace.dropped));
  if (trace.left_out > 0) text += fmt::format("; {} events of other kinds are left out", format_count(trace.left_out));
  return text + ".";
}

/// `text` with `value` in place of "@mark@".
void put(std::string& text, std::string_view mark, std::string_view value) {
  text.replace(text.find(mark), mark.size(), value);
}

}  // namespace

std::string stall_page(const Trace& trace, const std::vector<ModuleStalls>& stalls, std::string_view source) {
  std::string body(page_parts::body);
  put(body, "@stalls@", table_of(trace, stalls));
  put(body, "@limit@", fmt::format("{} s", trace.stall_seconds));
  put(body, "@summary@", summary_of(trace, source));
  body +=
      fmt::format("<script type=\"application/json\" id=\"about\">{}</script>\n", script_json(about(trace, stalls)));
  for (const std::string& block : packed(trace))
    body += fmt::format("<script type=\"text/plain\" class=\"packed\">{}</script>\n", block);
  for (const std::string_view script : {page_parts::unpack, page_parts::rows, page_parts::stalls})
    body += fmt::format("<script>\n{}</script>\n", script);
  return html_page("Where the job waited", page_parts::style, body);
}

}  // namespace ramet::cli
