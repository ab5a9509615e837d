#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>

#include "ramet/frame/actions/portable.hpp"
#include "ramet/frame/pass.hpp"

namespace ramet::inline v1::frame {

/// A run whose tasks are done elsewhere, in parts: what has to be done, and where the results go. PartRunner does a
/// part in another process. Threads: one at a time.
class TasksElsewhere {
 public:
  TasksElsewhere() = default;
  TasksElsewhere(const TasksElsewhere&) = delete;
  TasksElsewhere& operator=(const TasksElsewhere&) = delete;
  virtual ~TasksElsewhere() = default;

  /// What another process makes the results of, as an object of JSON (docs/format/plans.md).
  virtual const std::string& plan() const = 0;
  /// All tasks of the run, in order of entries.
  virtual std::span<const Task> tasks() const = 0;
  /// The tasks that have to be done now.
  virtual TaskRange wanted() const = 0;
  /// The file of the first entry of some tasks, for messages; empty for none.
  virtual std::string file_of(TaskRange tasks) const = 0;
  /// Take what a part gave. False, and nothing happens, if all its tasks were taken before. Throws Error(corrupt) for
  /// damaged bytes, of which nothing is taken, and Error(misuse) if only some of its tasks were taken before.
  virtual bool take(std::span<const std::byte> part) = 0;
  /// Whether the run was stopped: what was taken counts. To be asked several times a second: deadlines and progress are
  /// looked at then.
  virtual bool is_stopped() = 0;
  /// Stop the run: tasks that were not taken are left out.
  virtual void stop() = 0;
};

/// Has tasks done: it returns when all that are wanted are taken, or the run is stopped. What it throws ends the run.
using DoElsewhere = std::function<void(TasksElsewhere&)>;

}  // namespace ramet::inline v1::frame
