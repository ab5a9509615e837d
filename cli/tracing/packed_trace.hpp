#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cli/tracing/trace_spans.hpp"

namespace ramet::cli {

/// Spans, counters and arrows in few bytes, for a page: numbers of 7 bits a byte, the lower ones first, of which the
/// last byte of each number is below 128, column after column, as page/unpack.js reads them. Then blocks of zlib, each
/// as text in base64.
std::vector<std::string> packed(const Trace& trace);

}  // namespace ramet::cli
