#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "ramet/expr/internal/run/evaluation.hpp"
#include "ramet/expr/internal/run/loops/loop_plan.hpp"

namespace ramet::inline v1::expr {

/// The runs of a loop that counts (LoopPlan::counted) at the points of a domain: how many each point has is known
/// before the first.
///
///     for (int l = 1; l < n; ++l)      n = 4, 0, 2      points (0, l = 1), (0, l = 2), (0, l = 3), (2, l = 1)
///
/// Threads: one at a time.
class CountedRuns {
 public:
  /// None if a point has more runs than are computed together, or if the counter could overflow: such a loop goes round
  /// by round. `begins` has the counter at each point. All must outlive the result.
  static std::optional<CountedRuns> find(Evaluation& evaluation, std::uint32_t loop, Domain& domain,
                                         const Values& begins);

  /// Whether the body is run at each point.
  std::span<const bool> has_runs() const;
  /// The next runs, those of a point one behind the other, with their counters; null when there are no more.
  std::unique_ptr<Domain> next(Arena& memory);
  /// The counter at each point when it has left.
  Values last() const;

 private:
  CountedRuns(const Loop& loop, NodeId state, NumberType type, Domain& domain)
      : loop_(&loop),
        state_(state),
        type_(type),
        domain_(&domain),
        begins_(domain.points()),
        counts_(domain.points()) {}

  const Loop* loop_;
  NodeId state_;
  NumberType type_;
  Domain* domain_;
  std::vector<std::int64_t> begins_;
  std::vector<std::uint32_t> counts_;
  std::size_t point_ = 0;  // the first whose runs have not been taken
};

}  // namespace ramet::inline v1::expr
