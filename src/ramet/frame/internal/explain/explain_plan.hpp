#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "ramet/frame/explaining/explanation.hpp"
#include "ramet/frame/internal/explain/run_times.hpp"
#include "ramet/frame/internal/graph/node.hpp"
#include "ramet/frame/internal/plan/plan.hpp"

namespace ramet::inline v1::frame::internal {

/// What a run of a plan counted. Threads: a view.
struct RunCounts {
  std::span<const std::uint64_t> reached;  ///< entries that came to each stage
  std::span<const std::uint64_t> kept;     ///< entries that each stage has
  const RunTimes* times = nullptr;         ///< if they were measured
};

/// What a plan computes. Its nodes must still exist.
Explanation explain_plan(const Root& root, const Plan& plan);
/// The names of definitions that lead to a node and that the plan does not need, first ones first.
std::vector<std::string> unused_definitions(const Node& node, const Plan& plan);
/// Add what a run of the same plan counted.
void add_counts(Explanation& to, const Plan& plan, const RunCounts& counts);

}  // namespace ramet::inline v1::frame::internal
