#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "ramet/expr/internal/run/evaluation.hpp"
#include "ramet/expr/internal/run/loops/loop_plan.hpp"

namespace ramet::inline v1::expr {

/// How often a loop runs its body at each point of a domain. That is a matter of its counters alone, so it is known
/// ahead of the runs. Threads: one at a time.
class LoopRounds {
 public:
  /// A run of the body.
  struct Round {
    std::vector<std::uint32_t> points;   ///< of the domain, for which the condition is asked
    std::vector<std::uint32_t> staying;  ///< which of them run the body
    std::vector<std::uint32_t> leaving;  ///< which of them leave
    std::vector<std::uint32_t> running;  ///< the points that run it
    std::vector<Values> counters;        ///< the variables at `points`, of counters
  };

  /// The runs of many rounds.
  struct Together {
    std::unique_ptr<Domain> runs;
    /// Which of them is each run when they are taken round by round.
    std::span<const std::uint32_t> by_round;
  };

  /// All must outlive this.
  LoopRounds(Evaluation& evaluation, const LoopPlan& plan, const Loop& loop, Domain& domain)
      : evaluation_(evaluation), plan_(plan), loop_(loop), domain_(domain) {}

  static Round round_of(std::vector<std::uint32_t> points, std::span<const bool> truths);

  /// The rounds that follow `runs` others, until there are many points in all, or none is left. `counters`, which are
  /// those at the points, become those behind the last round. Throws Error(misuse) for a loop that does not end.
  std::vector<Round> count(std::vector<std::uint32_t> points, std::uint64_t runs, std::vector<Values>& counters,
                           Arena& memory);
  /// The points that run the body in these rounds, with their counters: the runs of a point lie side by side, because
  /// they use the same lists, and often the same numbers.
  Together together(std::span<const Round> rounds, Arena& memory);
  /// Throws Error(misuse) for a loop that does not end.
  void check(std::uint64_t runs, std::uint32_t point) const;

 private:
  Values counters_of(std::span<const Round> rounds, std::size_t variable, std::span<const std::uint32_t> by_round,
                     Arena& arena) const;
  const ValueType& type(std::size_t variable) const { return evaluation_.graph().node(loop_.initial[variable]).type; }

  Evaluation& evaluation_;
  const LoopPlan& plan_;
  const Loop& loop_;
  Domain& domain_;
};

/// So many points are computed together: enough that the work for each node counts for nothing, and few enough that
/// their values stay in the second-level cache.
inline constexpr std::size_t points_ahead = 8192;

}  // namespace ramet::inline v1::expr
