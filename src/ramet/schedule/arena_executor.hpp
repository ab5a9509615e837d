#pragma once

#include <memory>

#include <tbb/task_arena.h>  // NOLINT(ramet-public-header): only hosts that have oneTBB include this

#include "ramet/schedule/executor.hpp"

namespace ramet::inline v1::schedule {

/// What a thread may run while it waits inside ramet for the last of its tasks.
enum class Isolation {
  isolated,  ///< only the ramet tasks that it waits for: safe when the caller holds a lock or thread state of the host
  shared,    ///< any task in the host's arena: keeps the thread busy, but may run the host's code on its stack
};

/// Run tasks in the host's oneTBB arena, which must outlive the executor. A calling thread of the arena keeps its slot;
/// a calling thread from outside works beside the arena (isolated) or enters it (shared). Threads: any. This is the
/// only public header that needs oneTBB; no other header of ramet includes it.
std::unique_ptr<Executor> make_arena_executor(tbb::task_arena& arena, Isolation isolation = Isolation::isolated);

}  // namespace ramet::inline v1::schedule
