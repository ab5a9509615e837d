#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "ramet/merge/internal/catalogue.hpp"
#include "ramet/merge/merge.hpp"

namespace ramet::inline v1::merge::internal {

/// Consecutive parts of a table that get into the output in one way. Threads: a value.
struct TableRun {
  Way way = Way::move;
  std::size_t parts = 0;
  std::string reason = {};  ///< for people
};

/// In which ways the parts of one table, which could all be moved, get into the output. Runs of small baskets or
/// clusters are gathered if they become at least twice as large, healthy parts are moved, or packed anew if they get
/// other compression. A few healthy entries between small ones, less than a cluster, are gathered with these. The runs
/// have all parts, in order; two of one way follow each other if their reasons differ. `changes` says what else is done
/// with a part, which is not gathered then; empty texts, or none at all, are of parts that stay as they are.
std::vector<TableRun> runs_of(std::span<const TablePart* const> parts, const MergeOptions& options,
                              std::span<const std::string> changes = {});

/// The runs as the plan has them.
std::vector<PlannedRun> planned_runs(std::span<const TablePart* const> parts, std::span<const TableRun> runs);

/// The way of most bytes.
Way main_way(std::span<const PlannedRun> runs) noexcept;

}  // namespace ramet::inline v1::merge::internal
