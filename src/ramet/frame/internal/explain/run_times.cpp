#include "ramet/frame/internal/explain/run_times.hpp"

namespace ramet::inline v1::frame::internal {

RunTimes::RunTimes(const Plan& plan) : stages(plan.stages.size()), actions(plan.actions.size()) {
  for (std::size_t stage = 0; stage < stages.size(); ++stage) {
    std::size_t calls = 0;
    for (const Level& level : plan.stages[stage].levels) calls += level.calls.size();
    stages[stage].calls.resize(calls);
  }
  for (const ColumnGroup& group : plan.groups) columns.emplace_back(group.size());
}

RunTimes& RunTimes::operator+=(const RunTimes& other) {
  for (std::size_t stage = 0; stage < stages.size(); ++stage) {
    OfStage& sum = stages[stage];
    const OfStage& added = other.stages[stage];
    sum.reading += added.reading;
    sum.computing += added.computing;
    sum.choosing += added.choosing;
    for (std::size_t call = 0; call < sum.calls.size(); ++call) sum.calls[call] += added.calls[call];
  }
  for (std::size_t action = 0; action < actions.size(); ++action) actions[action] += other.actions[action];
  for (std::size_t group = 0; group < columns.size(); ++group)
    for (std::size_t column = 0; column < columns[group].size(); ++column) {
      columns[group][column].entries += other.columns[group][column].entries;
      columns[group][column].bytes += other.columns[group][column].bytes;
    }
  return *this;
}

}  // namespace ramet::inline v1::frame::internal
