#pragma once

// Where work runs: threads of ramet, a oneTBB arena of the host, or the calling thread; stopping and watching long
// calls.

#include "ramet/core/progress.hpp"
#include "ramet/core/stop.hpp"
#include "ramet/core/trace.hpp"
#include "ramet/schedule/arena_executor.hpp"
#include "ramet/schedule/executor.hpp"
#include "ramet/schedule/helped_executor.hpp"
#include "ramet/schedule/read_options.hpp"
