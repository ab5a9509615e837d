#pragma once

#include <string>

#include "cli/tracing/trace_spans.hpp"

namespace ramet::cli {

/// The trace as CMS's service StallMonitor would write it, for edmStreamStallGrapher.py: a line for each transition.
/// Modules have the names of spans, with '_' for white space. Waits that last until a module begins are the time
/// between its prefetching and its start; other waits, and steps of outputs outside of modules, are modules of their
/// own, named "name:state".
std::string stall_monitor_lines(const Trace& trace);

}  // namespace ramet::cli
