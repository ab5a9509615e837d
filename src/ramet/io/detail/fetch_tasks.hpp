#pragma once

#include <cstddef>
#include <vector>

#include "ramet/core/function_ref.hpp"
#include "ramet/core/stop.hpp"
#include "ramet/io/byte_source.hpp"
#include "ramet/io/detail/fetched_source.hpp"
#include "ramet/schedule/executor.hpp"

namespace ramet::inline v1::io {

/// Tasks 0 .. count - 1 of a read. Threads: a value that borrows.
struct FetchTasks {
  std::size_t count = 0;
  /// Adds the bytes of the source that a task needs. A task gets others, too, but has to wait for them. Only called
  /// for sources whose answers take long.
  FunctionRef<void(std::size_t task, std::vector<Extent>& to)> add_extents;
  /// Does a task, on any thread, with a source that lives as long as the call.
  FunctionRef<void(std::size_t task, const ByteSource& source)> run;
};

/// Run all tasks. Those of a source that answers at once read what they need when they need it. Of another one, tasks
/// are taken in the order in which their bytes lie in the source, by windows of half of `ReadAhead::most_bytes`: while
/// one is worked at, the bytes of the next are under way, and a task begins when its own are there. Throws what the
/// tasks throw, and as Executor::for_each_index.
void for_each_fetched(const ByteSource& source, const FetchTasks& tasks, schedule::Executor& executor,
                      const StopToken& stop);

}  // namespace ramet::inline v1::io
