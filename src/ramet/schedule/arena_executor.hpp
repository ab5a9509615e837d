#pragma once

#include <memory>

#include "ramet/schedule/executor.hpp"

// Named, not included: a host framework that owns a tbb::task_arena has its own headers.
namespace tbb::detail::d1 {
class task_arena;
}

namespace ramet::inline v1::schedule {

/// Whether a thread that waits inside ramet may meanwhile run tasks of the host's that ramet did not make.
enum class Isolation { isolated, shared };

/// The host's oneTBB arena, which stays the host's and must outlive the executor. Threads: any.
std::unique_ptr<Executor> make_arena_executor(tbb::detail::d1::task_arena& arena,
                                              Isolation isolation = Isolation::isolated);

}  // namespace ramet::inline v1::schedule
