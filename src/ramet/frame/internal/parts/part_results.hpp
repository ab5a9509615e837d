#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "ramet/bytes/buffer.hpp"
#include "ramet/frame/actions/portable.hpp"
#include "ramet/frame/internal/plan/plan.hpp"
#include "ramet/frame/running/run_options.hpp"
#include "ramet/io/traffic.hpp"

namespace ramet::inline v1::frame::internal {

/// What a part of a run's tasks came to besides what actions have. Threads: a value.
struct PartFacts {
  TaskRange tasks;
  std::uint64_t key = 0;                    ///< of the run's tasks (key_of)
  std::vector<std::uint64_t> reached = {};  ///< entries that came to each stage
  std::vector<std::uint64_t> kept = {};     ///< entries that each stage has
  std::vector<LostEntries> lost = {};
  io::TrafficCounts traffic = {};  ///< of servers, by the process that did it
  std::uint64_t process = 0;       ///< its number
};

/// The same, with what actions get. Threads: one thread.
struct PartResult {
  PartFacts facts;
  std::vector<std::unique_ptr<Contribution>> contributions;  ///< of the plan's actions
};

/// A number that runs with the same tasks have: other ones if the source has changed.
std::uint64_t key_of(std::span<const Task> tasks) noexcept;
/// Throw Error(unsupported), naming it, for what must be done in one process.
void require_portable(const Plan& plan);
/// The actions of a plan, all of which are portable.
PortableAction& portable_action(const Plan& plan, std::size_t number);

/// The bytes of what the tasks of a part gave (docs/format/plans.md).
bytes::Buffer write_part(const Plan& plan, const PartFacts& facts);
/// Read them; `tasks` are those of the run. Throws Error(corrupt).
PartResult read_part(const Plan& plan, std::span<const Task> tasks, std::span<const std::byte> part);

/// Do a part of the tasks of a plan. Throws as PartRunner::run.
bytes::Buffer compute_part(const Root& root, const Plan& plan, TaskRange tasks, const RunOptions& options);

}  // namespace ramet::inline v1::frame::internal
