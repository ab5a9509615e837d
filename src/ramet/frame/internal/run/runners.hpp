#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "ramet/frame/internal/run/stage_runner.hpp"

namespace ramet::inline v1::frame::internal {

/// One runner for each slot. Threads: any, each with a slot of its own.
class Runners {
 public:
  Runners(const Plan& plan, std::size_t slots, Timing timing) : plan_(plan), timing_(timing), runners_(slots) {}

  StageRunner& of(SlotNumber slot) {
    auto& runner = runners_.at(slot.number);
    if (!runner) runner.emplace(plan_, timing_);
    return *runner;
  }

  /// What all of them took. Threads: when none works.
  std::optional<RunTimes> times() {
    if (timing_ == Timing::none) return std::nullopt;
    RunTimes sum(plan_);
    for (auto& runner : runners_)
      if (runner) sum += *runner->times();
    return sum;
  }

 private:
  const Plan& plan_;
  Timing timing_;
  std::vector<std::optional<StageRunner>> runners_;
};

}  // namespace ramet::inline v1::frame::internal
