#pragma once

#include "ramet/core/progress.hpp"
#include "ramet/core/stop.hpp"
#include "ramet/schedule/executor.hpp"

namespace ramet::inline v1::schedule {

/// How a read is done, of whatever format. Threads: a value.
struct ReadOptions {
  Executor& executor;                ///< who opens, decompresses and decodes
  StopToken stop = {};               ///< ends the read with Error(cancelled)
  ProgressSink* progress = nullptr;  ///< told of entries per column read and their bytes
};

}  // namespace ramet::inline v1::schedule
