#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "ramet/expr/internal/graph/graph.hpp"

namespace ramet::inline v1::expr {

/// How a loop runs. Its *counters* are the numbers that its condition depends on, which count the runs: `i` of
/// `for (int i = 0; i < n; ++i)`. What depends on no other variable of the loop is the same however the runs are
/// divided, so it is computed *ahead*: for many runs of many points at once. Only the rest goes run by run.
///
///     for (size_t i = 0; i < pairs; ++i) {
///       const double away = abs(mass(i) - 91.2);       ahead
///       if (away < nearest) { nearest = away; … }      run by run
///     }
///
/// Threads: immutable.
struct LoopPlan {
  /// Nodes inside of the loop, and the conditions (and their truths) under which they are wanted; none: always.
  struct Ahead {
    std::vector<std::pair<NodeId, bool>> where;
    std::vector<NodeId> nodes;
  };

  /// A loop with one counter, a whole number to which each run adds 1, that goes on as long as it is less than a number
  /// (or equal) which is the same for all runs.
  struct Counted {
    std::size_t variable = 0;
    NodeId bound = 0;  ///< outside of the loop
    bool includes_bound = false;
  };

  std::vector<bool> is_counter;  ///< of each variable
  std::optional<Counted> counted;
  /// Of each variable: whether it is a list of numbers whose next value is the list with single values changed.
  std::vector<bool> changes_in_place;
  std::vector<Ahead> ahead;  ///< empty if all goes run by run
  /// Whether the variables, besides counters, are lists that change in place and that nothing in the loop reads: what
  /// all runs write to them can be found together.
  bool only_writes = false;

  bool has_ahead() const noexcept { return !ahead.empty(); }
};

/// The plans of a graph's loops.
std::vector<LoopPlan> plan_loops(const Graph& graph);

}  // namespace ramet::inline v1::expr
