#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "ramet/expr/internal/run/evaluation.hpp"
#include "ramet/expr/internal/run/loops/change_log.hpp"
#include "ramet/expr/internal/run/loops/list_state.hpp"
#include "ramet/expr/internal/run/loops/loop_outcomes.hpp"
#include "ramet/expr/internal/run/loops/loop_plan.hpp"
#include "ramet/expr/internal/run/loops/loop_rounds.hpp"

namespace ramet::inline v1::expr {

/// A loop at the points of a domain: all points for which it goes on run its body together. What is computed ahead, is
/// for many runs at once: their points, one run behind the other, are a domain of their own, and each run takes its
/// part of the values. Threads: one at a time.
class LoopRun {
 public:
  LoopRun(Evaluation& evaluation, ArenaPool& pool, const LoopPlan& plan, std::uint32_t number, Domain& domain);

  /// The variables when all points have left. Throws Error(misuse) for a loop that does not end.
  std::vector<Values> run();

 private:
  using Round = LoopRounds::Round;
  /// What was computed ahead of a part of the plan: the values of its nodes, round by round; and how many runs' have
  /// been taken.
  struct Ahead {
    std::vector<Values> values;
    std::size_t taken = 0;
  };

  bool is_counter(std::size_t variable) const { return plan_.is_counter[variable]; }
  std::vector<Values> run_where(std::span<const bool> begins);
  void run_once(Domain& inside, std::span<const bool> truths, LoopOutcomes& outcomes);
  void advance(Domain& body, std::span<const std::uint32_t> staying, Arena& memory, bool has_counters);
  ListState& list_at(std::size_t variable, std::span<const std::uint32_t> staying);

  void run_many(LoopOutcomes& outcomes);
  std::vector<Ahead> compute_ahead(const LoopRounds::Together& all, Arena& memory);
  Domain* where(const LoopPlan::Ahead& ahead, Domain& domain);
  void run_round(const Round& round, std::span<Ahead> ahead, LoopOutcomes& outcomes);
  void take_ahead(Domain& inside, std::span<Ahead> ahead);

  Evaluation& evaluation_;
  ArenaPool& pool_;
  const LoopPlan& plan_;
  std::uint32_t number_;
  const Loop& loop_;
  Domain& domain_;
  LoopRounds rounds_;
  std::vector<ValueType> types_;                 // of the variables
  std::vector<Values> now_;                      // the variables at the points that are left
  std::vector<std::optional<ListState>> lists_;  // of those that change in place, from the first run on
  std::vector<std::uint32_t> active_;            // these points
  std::unique_ptr<Arena> memory_;                // of the variables
  std::uint64_t runs_ = 0;
};

}  // namespace ramet::inline v1::expr
