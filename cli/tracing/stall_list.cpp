#include "cli/tracing/stall_list.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <unordered_map>
#include <unordered_set>

#include "cli/text/number_format.hpp"
#include "cli/text/text.hpp"
#include <fmt/format.h>

namespace ramet::cli {
std::vector<ModuleStalls> stalls_of(const Trace& trace) {
  const auto longest_wait = static_cast<std::int64_t>(std::llround(trace.stall_seconds * 1e9));
  std::unordered_map<std::uint32_t, ModuleStalls> of_name;
  for (std::size_t place = 0; place < trace.spans.size(); ++place) {
    const Span& span = trace.spans[place];
    if (!is_wait(span.state) || span.duration <= longest_wait) continue;
    ModuleStalls& stalls = of_name[span.name];
    stalls.name = span.name;
    stalls.total += std::min(span.duration, std::numeric_limits<std::int64_t>::max() - stalls.total);
    stalls.spans.push_back(place);
  }
  std::vector<ModuleStalls> result;
  result.reserve(of_name.size());
  for (auto& [name, stalls] : of_name) {
    std::ranges::stable_sort(stalls.spans, std::greater(),
                             [&](std::uint64_t place) { return trace.spans[place].duration; });
    result.push_back(std::move(stalls));
  }
  std::ranges::sort(result, [&](const ModuleStalls& a, const ModuleStalls& b) {
    return a.total != b.total ? a.total > b.total : trace.names[a.name] < trace.names[b.name];
  });
  return result;
}

void unmark_others(Trace& trace, const std::vector<ModuleStalls>& stalls) {
  std::unordered_set<std::uint32_t> stalled;
  for (const ModuleStalls& one : stalls) stalled.insert(one.name);
  for (Span& span : trace.spans)
    if (span.state == SpanState::stalled && !stalled.contains(span.name)) span.state = SpanState::module;
}

std::string milliseconds(std::int64_t nanoseconds) {
  return fmt::format("{:.2f}", static_cast<double>(nanoseconds) / 1e6);
}

std::string stall_text(const Trace& trace, const std::vector<ModuleStalls>& stalls) {
  if (stalls.empty()) return {};
  std::size_t width = std::string_view("Stalled Module").size();
  for (const ModuleStalls& one : stalls) width = std::max(width, display_width(printable(trace.names[one.name])));
  std::string text =
      fmt::format("{} {:<14}  {}\n", pad_right("Stalled Module", width), "Tot Stall Time", "Stall Times");
  for (const ModuleStalls& one : stalls) {
    std::string times;
    const std::size_t shown = std::min(most_stall_times, one.spans.size());
    for (std::size_t number = 0; number < shown; ++number)
      times += (number == 0 ? "" : ", ") + milliseconds(trace.spans[one.spans[number]].duration);
    if (shown < one.spans.size()) times += fmt::format(" and {} more", format_count(one.spans.size() - shown));
    text += fmt::format("{}: {:<14} {}\n", pad_right(printable(trace.names[one.name]), width), milliseconds(one.total),
                        times);
  }
  return text;
}

}  // namespace ramet::cli
