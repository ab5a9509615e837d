#pragma once

#include <filesystem>
#include <istream>

#include "cli/tracing/trace_spans.hpp"

namespace ramet::cli {

/// The most streams or threads of a trace.
constexpr std::size_t most_rows = 4096;

/// Read a trace in the format of Chrome's: complete events ("X"), counters ("C"), arrows ("s", "f") and names of the
/// process and its rows ("M"), in an object with "traceEvents" or in a list. Spans are those of the first process with
/// some; others, and other kinds of events, are counted in Trace::left_out. A state that is not known is `other`. The
/// memory is that of the spans: no event is kept as JSON. Throws Error(corrupt) with the offset in the file if it is
/// not such JSON; Error(unsupported) for more than `most_rows` streams or threads.
Trace read_trace(std::istream& in);

/// Read a trace from a file. Throws as above, and Error(io) if it cannot be opened.
Trace read_trace(const std::filesystem::path& path);

}  // namespace ramet::cli
