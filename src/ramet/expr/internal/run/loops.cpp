#include <algorithm>
#include <cstring>

#include <fmt/format.h>

#include "ramet/expr/internal/run/evaluation.hpp"

namespace ramet::inline v1::expr {

namespace {

constexpr std::size_t most_runs = 1'000'000;

}  // namespace

Values Evaluation::outcome(const Node& node, Domain& domain) {
  for (const auto& [loop, variables] : domain.outcomes)
    if (loop == node.loop) return variables[node.number];
  domain.outcomes.emplace_back(node.loop, run_loop(node.loop, domain));
  return domain.outcomes.back().second[node.number];
}

// All points run the body together, as long as their condition is true: the points of a run are those that are left.
std::vector<Values> Evaluation::run_loop(std::uint32_t number, Domain& domain) {
  const Loop& loop = graph_.loop(number);
  const std::size_t variables = loop.initial.size();
  std::vector<Values> now;
  std::vector<ValueType> types;
  bool has_views = false;  // of lists or strings in lists, whose content stays where it was made
  for (const NodeId id : loop.initial) {
    now.push_back(values(id, domain));
    types.push_back(graph_.node(id).type);
    has_views = has_views || types.back().depth > 1 || (types.back().depth == 1 && types.back().is_string);
  }
  // What the variables are after a run, in one arena; what they were, in the other.
  std::unique_ptr<Arena> memory = std::make_unique<Arena>(pool_);
  std::vector<std::uint32_t> active(domain.points());
  for (std::size_t k = 0; k < active.size(); ++k) active[k] = static_cast<std::uint32_t>(k);
  const std::unique_ptr<bool[]> runs(new bool[domain.points()]);
  for (std::size_t run = 0; !active.empty(); ++run) {
    if (run == most_runs)
      fail_at_point(graph_.node(loop.condition), domain, active.front(),
                    fmt::format("a loop that has not ended after {} runs", most_runs));
    Domain inside(domain, loop.inside, active, false);
    inside.run = run;
    for (std::size_t k = 0; k < variables; ++k)
      inside.keep(loop.states[k], project(now[k], types[k], active, inside.arena()));
    const bool* const truths = values(loop.condition, inside).numbers<bool>();
    const auto going_on = static_cast<std::size_t>(std::count(truths, truths + active.size(), true));
    if (going_on == 0) break;
    Domain& body = going_on == active.size() ? inside : selected(loop.condition, truths, true, inside);
    std::vector<std::uint32_t> left;
    std::fill_n(runs.get(), domain.points(), false);
    for (std::size_t k = 0; k < active.size(); ++k)
      if (truths[k]) {
        left.push_back(active[k]);
        runs[active[k]] = true;
      }
    std::vector<std::uint32_t> resting;
    for (std::uint32_t k = 0; k < domain.points(); ++k)
      if (!runs[k]) resting.push_back(k);
    auto next_memory = std::make_unique<Arena>(pool_);
    for (std::size_t k = 0; k < variables; ++k) {
      const Values& changed = values(loop.next[k], body);
      const Values rest = project(now[k], types[k], resting, *next_memory);
      now[k] = merge(changed, rest, types[k], {runs.get(), domain.points()}, *next_memory);
    }
    if (has_views) loop_memory_.push_back(std::move(memory));
    memory = std::move(next_memory);
    active = std::move(left);
  }
  // Into the domain's memory, which stays.
  if (has_views) loop_memory_.push_back(std::move(memory));
  std::vector<std::uint32_t> all(domain.points());
  for (std::size_t k = 0; k < all.size(); ++k) all[k] = static_cast<std::uint32_t>(k);
  std::fill_n(runs.get(), domain.points(), true);
  std::vector<Values> kept;
  for (std::size_t k = 0; k < variables; ++k)
    kept.push_back(merge(now[k], now[k], types[k], {runs.get(), domain.points()}, domain.arena()));
  return kept;
}

}  // namespace ramet::inline v1::expr
