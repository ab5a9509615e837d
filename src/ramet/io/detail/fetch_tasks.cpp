#include "ramet/io/detail/fetch_tasks.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <utility>

namespace ramet::inline v1::io {
namespace {

/// A task and the bytes that it needs.
struct Task {
  std::size_t number = 0;
  std::vector<Extent> extents;

  std::uint64_t first() const noexcept {
    return extents.empty() ? std::numeric_limits<std::uint64_t>::max()
                           : std::ranges::min(extents, {}, &Extent::offset).offset;
  }
};

/// All tasks, in order of their first bytes; tasks that need the same bytes stay adjacent.
std::vector<Task> tasks_in_order(const FetchTasks& tasks) {
  std::vector<Task> ordered(tasks.count);
  for (std::size_t number = 0; number < tasks.count; ++number) {
    ordered[number].number = number;
    tasks.add_extents(number, ordered[number].extents);
  }
  std::ranges::stable_sort(ordered, {}, &Task::first);
  return ordered;
}

/// How many of the first tasks fit into `most_bytes`, at least one. A task that needs the same bytes as the one before
/// adds none.
std::size_t fitting(std::span<const Task> tasks, std::uint64_t most_bytes) {
  std::uint64_t bytes = 0;
  for (std::size_t count = 0; count < tasks.size(); ++count) {
    if (count > 0 && tasks[count].extents == tasks[count - 1].extents) continue;
    for (const Extent& extent : tasks[count].extents) bytes += std::min(extent.size, most_bytes);
    if (count > 0 && bytes > most_bytes) return count;
  }
  return tasks.size();
}

/// Some tasks, and their bytes, which were requested.
struct Window {
  std::span<const Task> tasks;
  std::unique_ptr<FetchedSource> source;

  Window(const ByteSource& from, std::span<const Task> some, const ReadRunLimits& limits) : tasks(some) {
    std::vector<Extent> extents;
    for (const Task& task : tasks) extents.insert(extents.end(), task.extents.begin(), task.extents.end());
    source = std::make_unique<FetchedSource>(from, extents, limits);
  }
};

}  // namespace

void for_each_fetched(const ByteSource& source, const FetchTasks& tasks, schedule::Executor& executor,
                      const StopToken& stop) {
  const auto ahead = source.read_ahead();
  if (!ahead) return executor.for_each_index(tasks.count, [&](std::size_t task) { tasks.run(task, source); }, stop);
  const std::vector<Task> ordered = tasks_in_order(tasks);
  std::span<const Task> left = ordered;
  const auto next_window = [&] {
    const auto some = left.first(fitting(left, ahead->most_bytes / 2));
    left = left.subspan(some.size());
    return std::make_unique<Window>(source, some, ahead->request);
  };
  std::unique_ptr<Window> next = left.empty() ? nullptr : next_window();
  while (next != nullptr) {
    throw_if_stopped(stop);
    const std::unique_ptr<Window> window = std::move(next);
    if (!left.empty()) next = next_window();
    const auto run = [&](std::size_t k) { tasks.run(window->tasks[k].number, *window->source); };
    executor.for_each_index(window->tasks.size(), run, stop);
  }
}

}  // namespace ramet::inline v1::io
