#pragma once

#include <memory>

#include "harness/shared/streams.hpp"

#include "ramet/core/trace/recorder.hpp"

namespace harness {

/// An output that ramet writes, as a "tree" or an "ntuple": one context a stream if its concurrency is 0, otherwise a
/// pool of so many. The recorder may be null; row n is that of stream n.
std::unique_ptr<Output> make_ramet_output(const Options& options, const OutputOptions& output,
                                          std::shared_ptr<ramet::TraceRecorder> recorder);

}  // namespace harness
