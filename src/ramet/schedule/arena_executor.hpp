#pragma once

#include <memory>

#include <tbb/task_arena.h>  // NOLINT(ramet-public-header): only hosts that have oneTBB include this

#include "ramet/schedule/executor.hpp"

namespace ramet::inline v1::schedule {

/// What a thread may do while it waits inside ramet for the last of its tasks.
enum class Isolation {
  isolated,  ///< only ramet's tasks that it waits for; safe when the caller holds a lock or the host's thread state
  shared,    ///< any task of the host's arena: keeps the thread busy, but may run the host's code on its stack
};

/// Tasks on the host's oneTBB arena, which stays the host's and must outlive the executor. A thread of the arena keeps
/// its place in it while it calls; a thread from outside works beside it (isolated) or enters it (shared).
/// Threads: any. This is the one public header that needs oneTBB; nothing else of ramet includes it.
std::unique_ptr<Executor> make_arena_executor(tbb::task_arena& arena, Isolation isolation = Isolation::isolated);

}  // namespace ramet::inline v1::schedule
