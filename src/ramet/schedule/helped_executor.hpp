#pragma once

#include <memory>

#include "ramet/schedule/executor.hpp"

namespace ramet::inline v1::schedule {

/// An executor without threads of its own: the caller runs its tasks, and idle threads join in by calling `help`.
/// Threads: any.
class HelpedExecutor final : public Executor {
 public:
  /// `most` is the value of `concurrency`. Throws Error(misuse) for 0.
  explicit HelpedExecutor(std::size_t most);
  HelpedExecutor(const HelpedExecutor&) = delete;
  HelpedExecutor& operator=(const HelpedExecutor&) = delete;
  ~HelpedExecutor() override;

  std::size_t concurrency() const noexcept override;
  void for_each_index(std::size_t count, FunctionRef<void(std::size_t)> body, const StopToken& stop = {}) override;

  /// Work on the calls that are in progress until none has an index left; return at once when there are none.
  void help() noexcept override;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace ramet::inline v1::schedule
