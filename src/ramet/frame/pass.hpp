#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "ramet/array/array.hpp"
#include "ramet/core/error.hpp"
#include "ramet/core/function_ref.hpp"
#include "ramet/core/strong_id.hpp"
#include "ramet/frame/source.hpp"

namespace ramet::inline v1::frame {

/// Columns that are needed together, by name.
using ColumnGroup = std::vector<std::string>;

/// How a pass is cut into tasks. Threads: a value.
struct PassOptions {
  std::size_t batch_entries = 4096;       ///< the most in a batch
  std::uint64_t least_entries = 1 << 14;  ///< small clusters are joined until a task has as many
};

/// Entries of a source that are worked on by one thread. Threads: a value.
struct Task {
  std::size_t number;  ///< from 0, in order of entries
  EntryRange entries;  ///< of the source

  bool operator==(const Task&) const = default;
};

/// Entries that cannot be read. Threads: a value.
struct UnreadableEntries {
  EntryRange entries;
  std::string reason;

  bool operator==(const UnreadableEntries&) const = default;
};

/// A task at work: its entries, batch after batch, each of one cluster. Threads: one thread.
class TaskBatches {
 public:
  TaskBatches() = default;
  TaskBatches(const TaskBatches&) = delete;
  TaskBatches& operator=(const TaskBatches&) = delete;
  virtual ~TaskBatches() = default;

  virtual const Task& task() const noexcept = 0;
  /// One of 0 .. concurrency() - 1, which no other task has at the same time.
  virtual SlotNumber slot() const noexcept = 0;
  /// Go to the next batch; false behind the last one. Throws Error(cancelled).
  virtual bool next() = 0;
  /// The entries of the batch.
  virtual EntryRange entries() const noexcept = 0;
  /// The columns of a group in the batch, until the next call of `next`. They are read and unpacked when they are first
  /// asked for. Throws as Source::read.
  virtual std::span<const array::Array> columns(std::size_t group) = 0;

  /// After `columns` threw: the entries of the batch for which it does, in order, found by reading parts of the batch.
  /// None if all can be read by themselves. Throws Error(cancelled), and what is no fault of the data.
  virtual std::vector<UnreadableEntries> unreadable() = 0;
  /// Go back to before the first batch, and leave out some entries: ranges in order, of this task. Each batch is read
  /// by itself from now on, so that what is damaged elsewhere does not matter.
  virtual void restart(std::vector<EntryRange> left_out) = 0;
  /// Whether it was begun again.
  virtual bool reads_each_alone() const noexcept = 0;
};

/// Whether an error is about the data: a damaged basket, a file that vanished; and no mistake or stop.
bool is_of_data(const Error& error) noexcept;

/// Called for each task, from many threads at once.
using TaskBody = FunctionRef<void(TaskBatches&)>;

/// A range of entries of a source, cut into tasks. The cuts depend on the data alone, not on the number of threads, so
/// that what is combined in the order of tasks has the same bits for any. Threads: const-safe.
class Pass {
 public:
  /// Throws Error(not_found) for columns that there are not, and when the range ends behind the last entry;
  /// Error(misuse) for batches of 0 entries.
  Pass(Source source, std::vector<ColumnGroup> groups, EntryRange range, const ReadOptions& options,
       const PassOptions& cutting = {});

  std::span<const Task> tasks() const noexcept { return tasks_; }

  /// Leave out the entries behind `end`; the others stay in the tasks that they are in.
  void end_at(EntryNumber end);

  /// Call `body` for each task, on up to concurrency() threads at once; tasks are begun in order. Progress is told of
  /// entries. Throws what `body` throws, and Error(cancelled).
  void for_each_task(const ReadOptions& options, TaskBody body) const {
    for_each_task(0, tasks_.size(), options, body);
  }
  /// The same for tasks [first, last).
  void for_each_task(std::size_t first, std::size_t last, const ReadOptions& options, TaskBody body) const;

 private:
  /// Tasks that are parts of one cluster, or a task of several. Threads: a value.
  struct Stretch {
    std::size_t first_task;
    std::size_t last_task;
  };
  class Ahead;
  class Batches;
  class Readers;
  class SharedColumns;

  void cut(EntryRange range);
  void run_in_order(const Stretch& stretch, Readers& readers, Ahead& ahead, const ReadOptions& options,
                    TaskBody body) const;
  void run_side_by_side(const Stretch& stretch, Readers& readers, Ahead& ahead, const ReadOptions& options,
                        TaskBody body) const;

  Source source_;
  std::vector<ColumnGroup> groups_;
  PassOptions cutting_;
  std::vector<std::uint64_t> cluster_starts_;
  std::vector<Task> tasks_;
  std::vector<Stretch> stretches_;
};

}  // namespace ramet::inline v1::frame
