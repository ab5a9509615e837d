#pragma once

#include <memory>
#include <string>
#include <vector>

#include "ramet/bytes/buffer.hpp"
#include "ramet/frame/booked.hpp"
#include "ramet/frame/running/elsewhere.hpp"

namespace ramet::inline v1::frame {

/// What a run gives to other processes. Threads: a value.
struct RunParts {
  std::string plan;         ///< as of TasksElsewhere
  std::vector<Task> tasks;  ///< all of them
};

/// What a run of all results that wait on the source of this one would give to other processes; nothing is computed.
/// Throws as Booked::run before it begins, Error(misuse) if the result is computed, and Error(unsupported) for what
/// must be done in one process.
RunParts parts_of_run(const Booked& asked);

/// Does parts of a run for another process, which knows the same results as a plan. Threads: one at a time.
class PartRunner {
 public:
  /// Plan the results, all of one source. They are not computed here. Throws Error(misuse) without any,
  /// and as Booked::run does before it begins.
  explicit PartRunner(std::vector<Booked> booked);
  ~PartRunner();
  PartRunner(const PartRunner&) = delete;
  PartRunner& operator=(const PartRunner&) = delete;

  /// Do some tasks, on all threads of the source's executor: the bytes for TasksElsewhere::take. Throws as Booked::run,
  /// Error(misuse) for tasks that there are not, and Error(unsupported) for what must be done in one process.
  bytes::Buffer run(TaskRange tasks, const RunOptions& options = {}) const;

 private:
  struct Planned;
  std::unique_ptr<Planned> planned_;
};

}  // namespace ramet::inline v1::frame
