#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "cli/tracing/trace_spans.hpp"

namespace ramet::cli {

/// How many times a list shows of each module.
constexpr std::size_t most_stall_times = 10;

/// The stalls of one module or output: its waits that are longer than Trace::stall_seconds. Threads: a value.
struct ModuleStalls {
  std::uint32_t name = 0;            ///< in Trace::names
  std::int64_t total = 0;            ///< nanoseconds
  std::vector<std::uint64_t> spans;  ///< their places in Trace::spans, the longest first
};

/// All modules that stalled, by falling total time; those of equal time by name.
std::vector<ModuleStalls> stalls_of(const Trace& trace);

/// Let modules that are marked as stalled, by the limit of the recording, and that are not among these be modules.
void unmark_others(Trace& trace, const std::vector<ModuleStalls>& stalls);

/// The list as text, in the form of CMS's edmStreamStallGrapher.py: module, total, and the times, in milliseconds; at
/// most `most_stall_times` of each. Empty if nothing stalled.
std::string stall_text(const Trace& trace, const std::vector<ModuleStalls>& stalls);

/// 1234567 nanoseconds as "1.23".
std::string milliseconds(std::int64_t nanoseconds);

}  // namespace ramet::cli
