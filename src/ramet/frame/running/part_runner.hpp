#pragma once

#include <memory>
#include <vector>

#include "ramet/bytes/buffer.hpp"
#include "ramet/frame/booked.hpp"
#include "ramet/frame/running/elsewhere.hpp"

namespace ramet::inline v1::frame {

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
