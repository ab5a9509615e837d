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
  /// Append the extents of the source that a task needs. A task can read others too, but waits for them. Called only
  /// for sources that have a read_ahead() or hint_bytes().
  FunctionRef<void(std::size_t task, std::vector<Extent>& to)> add_extents;
  /// Run a task, on any thread; the source is valid during the call.
  FunctionRef<void(std::size_t task, const ByteSource& source)> run;
};

/// Run all tasks. With a source without read_ahead(), tasks read what they need when they need it; if that is a small
/// part of the source's bytes, as a few columns are, a source with hint_bytes() is told of the next tasks' bytes
/// before. Otherwise tasks run in the order of their bytes in the source, in windows of half of
/// `ReadAhead::most_bytes`: while one window runs, the bytes of the next are being fetched, and a task starts when its
/// own bytes have arrived. Throws what the tasks throw, and as Executor::for_each_index.
void for_each_fetched(const ByteSource& source, const FetchTasks& tasks, schedule::Executor& executor,
                      const StopToken& stop);

/// Run all tasks with what was fetched before, in the order of their bytes, each when its own have arrived. Throws as
/// above.
void for_each_of_fetched(const FetchedSource& source, const FetchTasks& tasks, schedule::Executor& executor,
                         const StopToken& stop);

}  // namespace ramet::inline v1::io
