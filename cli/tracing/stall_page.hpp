#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/tracing/stall_list.hpp"
#include "cli/tracing/trace_spans.hpp"

namespace ramet::cli {

/// A page in HTML that needs nothing else and shows the trace: a row for each stream and thread, the curves of its
/// counters, its states and stalls, with zoom and search. `source` names the trace in the summary. The spans take about
/// 12 bytes each.
std::string stall_page(const Trace& trace, const std::vector<ModuleStalls>& stalls, std::string_view source);

}  // namespace ramet::cli
