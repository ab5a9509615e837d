#include <algorithm>
#include <cstring>
#include <numeric>

#include <fmt/format.h>

#include "ramet/expr/internal/run/evaluation.hpp"
#include "ramet/expr/internal/run/list_values.hpp"

namespace ramet::inline v1::expr {

namespace {

constexpr std::size_t most_runs = 1'000'000;

/// A copy of all that is seen: nothing of it stays in other memory.
Values copied(const Values& values, const ValueType& type, std::size_t points, Arena& arena) {
  if (type.is_number()) {
    const std::size_t size = array::size_of(type.number);
    void* const to = arena.allocate(points, size);
    if (points > 0) std::memcpy(to, values.data, points * size);
    return {.data = to};
  }
  const ValueType item = type.is_list() ? type.item() : character_type();
  ListMaker lists(arena, item, points);
  for (std::size_t k = 0; k < points; ++k) lists.add_count(values.count(k));
  lists.make_room();
  for (std::size_t k = 0; k < points; ++k) lists.copy(*values.content, values.begins[k], values.ends[k]);
  const auto total = static_cast<std::size_t>(lists.total());
  const Values made = lists.take();
  if (item.is_number()) return made;
  Values* const content = arena.make<Values>(1).data();
  *content = copied(*made.content, item, total, arena);
  return {.begins = made.begins, .ends = made.ends, .content = content, .packed = true};
}

/// What the variables of a loop are at the points that have left it. Threads: one at a time.
class LoopOutcomes {
 public:
  LoopOutcomes(std::span<const ValueType> types, std::size_t points, Arena& arena)
      : types_(types), points_(points), arena_(arena), numbers_(types.size()), lists_(types.size()) {
    for (std::size_t k = 0; k < types.size(); ++k)
      if (types[k].is_number()) {
        numbers_[k] = arena.allocate(points, array::size_of(types[k].number));
      } else {
        leavings_.resize(points);
      }
  }

  /// Points leave: those of `places` among the values, which are at `points`.
  void add(std::span<const Values> values, std::span<const std::uint32_t> places,
           std::span<const std::uint32_t> points) {
    for (std::size_t k = 0; k < types_.size(); ++k)
      if (types_[k].is_number()) {
        scatter(values[k], places, points, numbers_[k], array::size_of(types_[k].number));
      } else {
        lists_[k].push_back(copied(project(values[k], types_[k], places, arena_), types_[k], places.size(), arena_));
      }
    if (!leavings_.empty())
      for (std::uint32_t k = 0; k < places.size(); ++k) leavings_[points[places[k]]] = {leaves_, k};
    ++leaves_;
  }

  /// The variables at all points, which have left.
  std::vector<Values> take() {
    std::vector<Values> all;
    for (std::size_t k = 0; k < types_.size(); ++k)
      all.push_back(types_[k].is_number() ? Values{.data = numbers_[k]} : joined(types_[k], lists_[k]));
    return all;
  }

 private:
  struct Leaving {
    std::uint32_t leave;
    std::uint32_t place;
  };

  static void scatter(const Values& values, std::span<const std::uint32_t> places,
                      std::span<const std::uint32_t> points, void* to, std::size_t size) {
    const auto* const from = static_cast<const std::byte*>(values.data);
    for (const std::uint32_t place : places)
      std::memcpy(static_cast<std::byte*>(to) + points[place] * size, from + place * size, size);
  }

  Values joined(const ValueType& type, const std::vector<Values>& parts) {
    ListMaker lists(arena_, type.is_list() ? type.item() : character_type(), points_);
    for (const Leaving& one : leavings_) lists.add_count(parts[one.leave].count(one.place));
    lists.make_room();
    for (const Leaving& one : leavings_) {
      const Values& part = parts[one.leave];
      lists.copy(*part.content, part.begins[one.place], part.ends[one.place]);
    }
    return lists.take();
  }

  std::span<const ValueType> types_;
  std::size_t points_;
  Arena& arena_;
  std::vector<void*> numbers_;
  std::vector<std::vector<Values>> lists_;  // of each variable, for each time that points left
  std::vector<Leaving> leavings_;           // of each point, if there are lists
  std::uint32_t leaves_ = 0;
};

}  // namespace

Values Evaluation::outcome(const Node& node, Domain& domain) {
  for (const auto& [loop, variables] : domain.outcomes)
    if (loop == node.loop) return variables[node.number];
  domain.outcomes.emplace_back(node.loop, run_loop(node.loop, domain));
  return domain.outcomes.back().second[node.number];
}

// The points that a loop is for run it apart, so that what they all need is computed for them once.
std::vector<Values> Evaluation::run_loop_where(std::uint32_t number, std::span<const bool> begins,
                                               std::span<const Values> initial, Domain& domain) {
  const auto chosen = domain.arena().make<std::uint32_t>(begins.size());
  std::vector<std::uint32_t> others;
  std::size_t count = 0;
  for (std::uint32_t k = 0; k < begins.size(); ++k)
    if (begins[k]) {
      chosen[count++] = k;
    } else {
      others.push_back(k);
    }
  Domain& entered = domain.keep_below(graph_.loop(number).condition, true,
                                      std::make_unique<Domain>(domain, domain.space(), chosen.first(count), true));
  std::vector<Values> outcomes = run_loop(number, entered);
  for (std::size_t k = 0; k < outcomes.size(); ++k) {
    const ValueType& type = graph_.node(graph_.loop(number).initial[k]).type;
    const Values unchanged = project(initial[k], type, others, domain.arena());
    outcomes[k] = merge(outcomes[k], unchanged, type, begins, domain.arena());
  }
  return outcomes;
}

// All points run the body together, as long as their condition is true: the points of a run are those that are left.
std::vector<Values> Evaluation::run_loop(std::uint32_t number, Domain& domain) {
  const Loop& loop = graph_.loop(number);
  const std::size_t variables = loop.initial.size();
  std::vector<Values> now;  // at the points that are left
  std::vector<ValueType> types;
  for (const NodeId id : loop.initial) {
    now.push_back(values(id, domain));
    types.push_back(graph_.node(id).type);
  }
  LoopOutcomes outcomes(types, domain.points(), domain.arena());
  // What the variables are after a run, in one arena; what they were, in the other.
  std::unique_ptr<Arena> memory = std::make_unique<Arena>(pool_);
  std::vector<std::uint32_t> active(domain.points());
  std::iota(active.begin(), active.end(), 0U);
  for (std::size_t run = 0; !active.empty(); ++run) {
    if (run == most_runs)
      fail_at_point(graph_.node(loop.condition), domain, active.front(),
                    fmt::format("a loop that has not ended after {} runs", most_runs));
    Domain inside(domain, loop.inside, active, false);
    inside.run = run;
    for (std::size_t k = 0; k < variables; ++k) inside.keep(loop.states[k], now[k]);
    const bool* const truths = values(loop.condition, inside).numbers<bool>();
    const auto going_on = static_cast<std::size_t>(std::count(truths, truths + active.size(), true));
    if (run == 0 && going_on > 0 && going_on < active.size())
      return run_loop_where(number, {truths, active.size()}, now, domain);
    std::vector<std::uint32_t> left, leaving;
    for (std::uint32_t k = 0; k < active.size(); ++k)
      if (truths[k]) {
        left.push_back(active[k]);
      } else {
        leaving.push_back(k);
      }
    if (!leaving.empty()) outcomes.add(now, leaving, active);
    auto next_memory = std::make_unique<Arena>(pool_);
    if (going_on > 0) {
      Domain& body = leaving.empty() ? inside : selected(loop.condition, truths, true, inside);
      for (std::size_t k = 0; k < variables; ++k)
        now[k] = copied(values(loop.next[k], body), types[k], going_on, *next_memory);
    }
    memory = std::move(next_memory);
    active = std::move(left);
  }
  return outcomes.take();
}

}  // namespace ramet::inline v1::expr
