#pragma once

#include <ostream>

#include "cli/tracing/trace_spans.hpp"

namespace ramet::cli {

/// Write the trace in the format of Chrome's, for Perfetto: process 1 has a row for each stream, process 2 the same
/// spans with a row for each thread. Rows have names; times begin at 0. read_trace reads it as the same trace.
void write_chrome_json(const Trace& trace, std::ostream& out);

}  // namespace ramet::cli
