#pragma once

#include "ramet/core/progress.hpp"
#include "ramet/core/stop.hpp"
#include "ramet/schedule/executor.hpp"

namespace ramet::inline v1::schedule {

/// How a tree or ntuple is read. Threads: a value.
struct ReadOptions {
  Executor& executor;                ///< runs opening, decompressing and decoding
  StopToken stop = {};               ///< ends the read with Error(cancelled)
  ProgressSink* progress = nullptr;  ///< receives the entries of each column read, and their bytes
};

}  // namespace ramet::inline v1::schedule
