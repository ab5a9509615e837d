#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "ramet/expr/internal/run/evaluation.hpp"
#include "ramet/expr/internal/run/loops/change_log.hpp"
#include "ramet/expr/internal/run/loops/counted_runs.hpp"
#include "ramet/expr/internal/run/loops/loop_outcomes.hpp"
#include "ramet/expr/internal/run/loops/loop_rounds.hpp"

namespace ramet::inline v1::expr {

/// A loop that only writes to lists, at the points of a domain: LoopPlan::only_writes. Nothing in it depends on what it
/// wrote before, so what all runs write is found together, loops in the loop included, and is written in order at the
/// end.
///
///     for (size_t j = 0; j < jets; ++j)             the points (entry, j) together,
///       for (size_t l = 0; l < muons; ++l)          below them the points (entry, j, l) together
///         if (near(j, l)) ok[j] = 0;                log: (entry, j, 0), ...
///
/// Threads: one at a time.
class WritingLoop {
 public:
  /// All must outlive this.
  WritingLoop(Evaluation& evaluation, ArenaPool& pool, std::uint32_t number, Domain& domain);

  /// The variables when all points have left. Throws Error(misuse) for a loop that does not end.
  std::vector<Values> run();

 private:
  /// What the loop writes to the lists of each variable, in `logs`; and the counters when all points have left.
  std::vector<Values> write(std::vector<ChangeLog>& logs);
  std::vector<Values> write_counted(CountedRuns& runs, std::vector<ChangeLog>& logs);
  std::vector<Values> write_where(std::span<const bool> begins, std::vector<ChangeLog>& logs);
  void write_first(Domain& inside, std::vector<ChangeLog>& logs);
  void write_many(LoopOutcomes& outcomes, std::vector<ChangeLog>& logs);
  void find(Domain& body, std::vector<ChangeLog>& logs);

  /// Takes changes that were found, and clears the logs.
  using Take = std::function<void(std::vector<ChangeLog>&)>;

  bool is_counter(std::size_t variable) const { return plan_.is_counter[variable]; }
  const ValueType& type(std::size_t variable) const { return evaluation_.graph().node(loop_.initial[variable]).type; }
  std::vector<Values> counters_only(const std::vector<Values>& values) const;

  Evaluation& evaluation_;
  ArenaPool& pool_;
  std::uint32_t number_;
  const LoopPlan& plan_;
  const Loop& loop_;
  Domain& domain_;
  LoopRounds rounds_;
  std::vector<Values> now_;            // the counters at the points that are left
  std::vector<std::uint32_t> active_;  // these points
  std::unique_ptr<Arena> memory_;      // of the counters
  std::uint64_t runs_ = 0;
  Take take_;  // of a loop in no other one: called after some runs, so that logs stay short
};

}  // namespace ramet::inline v1::expr
