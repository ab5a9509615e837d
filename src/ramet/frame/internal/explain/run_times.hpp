#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "ramet/frame/internal/plan/plan.hpp"

namespace ramet::inline v1::frame::internal {

/// What the steps of a plan took and unpacked. Threads: a value.
struct RunTimes {
  using Duration = std::chrono::steady_clock::duration;
  struct OfStage {
    Duration reading{};  ///< its inputs
    Duration computing{};
    Duration choosing{};          ///< its entries, among those above
    std::vector<Duration> calls;  ///< of functions of the user's, in order
  };
  struct OfColumn {
    std::uint64_t entries = 0;
    std::uint64_t bytes = 0;
  };

  explicit RunTimes(const Plan& plan);
  RunTimes& operator+=(const RunTimes& other);

  std::vector<OfStage> stages;
  std::vector<Duration> actions;
  std::vector<std::vector<OfColumn>> columns;  ///< of each group
};

/// Adds the time until its end to a sum. Without one it costs a branch. Threads: one thread.
class TimedStep {
 public:
  explicit TimedStep(RunTimes::Duration* sum) noexcept : sum_(sum) {
    if (sum_ != nullptr) begin_ = std::chrono::steady_clock::now();
  }
  ~TimedStep() {
    if (sum_ != nullptr) *sum_ += std::chrono::steady_clock::now() - begin_;
  }
  TimedStep(const TimedStep&) = delete;
  TimedStep& operator=(const TimedStep&) = delete;

 private:
  RunTimes::Duration* sum_;
  std::chrono::steady_clock::time_point begin_{};
};

}  // namespace ramet::inline v1::frame::internal
