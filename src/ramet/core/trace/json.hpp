#pragma once

#include <filesystem>
#include <string_view>

#include "ramet/core/function_ref.hpp"
#include "ramet/core/trace/recorder.hpp"

namespace ramet::inline v1 {

/// Write what a recorder has so far as trace events in JSON, which `ramet trace`, Perfetto and Chrome draw: a row for
/// each stream, curves of counters and of the number of modules that run, and arrows from the filling of a cluster to
/// its writing. Modules for which a stream had to wait for long have the state `stalled`. `take` gets the text in
/// pieces. Threads: any.
void write_trace_json(const TraceRecorder& recorder, FunctionRef<void(std::string_view)> take);

/// The same, into a file, which is replaced. Throws Error(io), naming it, and leaves no part of one.
void save_trace(const TraceRecorder& recorder, const std::filesystem::path& path);

}  // namespace ramet::inline v1
