#include "ramet/expr/internal/run/loops/loop_run.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

namespace ramet::inline v1::expr {

namespace {

// The values from a point on.
Values behind(const Values& values, const ValueType& type, std::size_t first) {
  Values found = values;
  if (type.is_number()) {
    found.data = static_cast<const std::byte*>(values.data) + first * array::size_of(type.number);
  } else {
    found.begins += first;
    found.ends += first;
  }
  return found;
}

// Which points of a domain below all runs there are, round by round.
std::span<const std::uint32_t> chosen_by_round(Domain& chosen, const LoopRounds::Together& all, Arena& memory) {
  if (chosen.points() == all.by_round.size()) return all.by_round;
  constexpr auto none = std::numeric_limits<std::uint32_t>::max();
  std::vector<std::uint32_t> places(all.by_round.size(), none);
  const std::span<const std::uint32_t> up = chosen.up_to(*all.runs);
  for (std::uint32_t k = 0; k < up.size(); ++k) places[up[k]] = k;
  const auto found = memory.make<std::uint32_t>(up.size());
  for (std::size_t at = 0; const std::uint32_t run : all.by_round)
    if (places[run] != none) found[at++] = places[run];
  return found;
}

}  // namespace

LoopRun::LoopRun(Evaluation& evaluation, ArenaPool& pool, const LoopPlan& plan, std::uint32_t number, Domain& domain)
    : evaluation_(evaluation),
      pool_(pool),
      plan_(plan),
      number_(number),
      loop_(evaluation.graph().loop(number)),
      domain_(domain),
      rounds_(evaluation, plan, loop_, domain),
      lists_(plan.changes_in_place.size()),
      active_(domain.points()) {
  for (const NodeId id : loop_.initial) {
    now_.push_back(evaluation.values(id, domain));
    types_.push_back(evaluation.graph().node(id).type);
  }
  std::iota(active_.begin(), active_.end(), 0U);
}

std::vector<Values> LoopRun::run() {
  LoopOutcomes outcomes(types_, plan_.changes_in_place, domain_.points(), domain_.arena());
  while (!active_.empty()) {
    // The first run is apart: what may throw and does not change is computed above, where all points run the body.
    if (runs_ > 0 && plan_.has_ahead() && active_.size() <= points_ahead / 4) {
      run_many(outcomes);
      continue;
    }
    rounds_.check(runs_, active_.front());
    Domain inside(domain_, loop_.inside, active_, false);
    inside.run = runs_;
    for (std::size_t k = 0; k < now_.size(); ++k) inside.keep(loop_.states[k], now_[k]);
    const std::span truths(evaluation_.values(loop_.condition, inside).numbers<bool>(), active_.size());
    const auto going_on = static_cast<std::size_t>(std::ranges::count(truths, true));
    if (runs_ == 0 && going_on > 0 && going_on < active_.size()) return run_where(truths);
    run_once(inside, truths, outcomes);
  }
  return outcomes.take();
}

// The points that a loop is for run it apart, so that what they all need is computed for them once.
std::vector<Values> LoopRun::run_where(std::span<const bool> begins) {
  const auto chosen = domain_.arena().make<std::uint32_t>(begins.size());
  std::vector<std::uint32_t> others;
  std::size_t count = 0;
  for (std::uint32_t k = 0; k < begins.size(); ++k)
    if (begins[k]) {
      chosen[count++] = k;
    } else {
      others.push_back(k);
    }
  Domain& entered = domain_.keep_below(loop_.condition, true,
                                       std::make_unique<Domain>(domain_, domain_.space(), chosen.first(count), true));
  std::vector<Values> outcomes = LoopRun(evaluation_, pool_, plan_, number_, entered).run();
  for (std::size_t k = 0; k < outcomes.size(); ++k) {
    const Values unchanged = project(now_[k], types_[k], others, domain_.arena());
    outcomes[k] = merge(outcomes[k], unchanged, types_[k], begins, domain_.arena());
  }
  return outcomes;
}

void LoopRun::run_once(Domain& inside, std::span<const bool> truths, LoopOutcomes& outcomes) {
  const Round round = LoopRounds::round_of(active_, truths);
  if (!round.leaving.empty()) outcomes.add(now_, round.leaving, active_);
  auto memory = std::make_unique<Arena>(pool_);
  if (!round.staying.empty()) {
    Domain& body = round.leaving.empty() ? inside : evaluation_.selected(loop_.condition, truths.data(), true, inside);
    advance(body, round.staying, *memory, true);
  }
  memory_ = std::move(memory);
  active_ = round.running;
  ++runs_;
}

// The next values of the variables. Lists change when all values are known: these may be of the lists before.
void LoopRun::advance(Domain& body, std::span<const std::uint32_t> staying, Arena& memory, bool has_counters) {
  std::vector<ChangeLog> changes(now_.size());
  std::vector<Values> next = now_;
  for (std::size_t k = 0; k < now_.size(); ++k) {
    if (is_counter(k) && !has_counters) continue;
    if (plan_.changes_in_place[k])
      changes[k].find(evaluation_, loop_.next[k], body, body, [](const Node&, Domain&, ChangeLog&) {});
    else
      next[k] = copied(evaluation_.values(loop_.next[k], body), types_[k], body.points(), memory);
  }
  for (std::size_t k = 0; k < now_.size(); ++k) {
    if (!plan_.changes_in_place[k]) continue;
    ListState& lists = list_at(k, staying);
    changes[k].make(lists);
    next[k] = lists.values();
  }
  now_ = std::move(next);
}

// The lists of a variable at the points that run the body: at first those that the loop begins with.
ListState& LoopRun::list_at(std::size_t variable, std::span<const std::uint32_t> staying) {
  std::optional<ListState>& lists = lists_[variable];
  if (!lists) {
    Arena& arena = domain_.arena();
    lists.emplace(project(now_[variable], types_[variable], staying, arena), types_[variable].number, staying.size(),
                  arena);
  } else if (staying.size() < lists->points()) {
    lists->keep_only(staying);
  }
  return *lists;
}

void LoopRun::run_many(LoopOutcomes& outcomes) {
  Arena memory(pool_);
  std::vector<Values> counters = now_;
  const std::vector<Round> rounds = rounds_.count(active_, runs_, counters, memory);
  const LoopRounds::Together all = rounds_.together(rounds, memory);
  std::vector<Ahead> ahead = compute_ahead(all, memory);
  for (const Round& round : rounds) run_round(round, ahead, outcomes);
  if (!active_.empty())
    for (std::size_t k = 0; k < now_.size(); ++k)
      if (is_counter(k)) now_[k] = copied(counters[k], types_[k], active_.size(), *memory_);
}

std::vector<LoopRun::Ahead> LoopRun::compute_ahead(const LoopRounds::Together& all, Arena& memory) {
  std::vector<Ahead> found(plan_.ahead.size());
  for (std::size_t k = 0; k < found.size(); ++k) {
    Domain* const wanted = where(plan_.ahead[k], *all.runs);
    if (wanted == nullptr) continue;
    const std::span<const std::uint32_t> by_round = chosen_by_round(*wanted, all, memory);
    for (const NodeId node : plan_.ahead[k].nodes)
      found[k].values.push_back(
          project(evaluation_.values(node, *wanted), evaluation_.graph().node(node).type, by_round, memory));
  }
  return found;
}

// The points of a domain at which nodes are wanted; null if there are none.
Domain* LoopRun::where(const LoopPlan::Ahead& ahead, Domain& domain) {
  Domain* at = &domain;
  for (const auto& [condition, truth] : ahead.where) {
    const bool* const truths = evaluation_.values(condition, *at).numbers<bool>();
    const auto wanted = static_cast<std::size_t>(std::count(truths, truths + at->points(), truth));
    if (wanted == 0) return nullptr;
    if (wanted < at->points()) at = &evaluation_.selected(condition, truths, truth, *at);
  }
  return at->points() > 0 ? at : nullptr;
}

void LoopRun::run_round(const Round& round, std::span<Ahead> ahead, LoopOutcomes& outcomes) {
  for (std::size_t k = 0; k < now_.size(); ++k)
    if (is_counter(k)) now_[k] = round.counters[k];
  if (!round.leaving.empty()) outcomes.add(now_, round.leaving, round.points);
  auto memory = std::make_unique<Arena>(pool_);
  if (!round.staying.empty()) {
    Domain inside(domain_, loop_.inside, round.running, false);
    inside.run = runs_;
    for (std::size_t k = 0; k < now_.size(); ++k) {
      if (plan_.changes_in_place[k]) {
        inside.keep(loop_.states[k], list_at(k, round.staying).values());
      } else {
        inside.keep(loop_.states[k],
                    round.leaving.empty() ? now_[k] : project(now_[k], types_[k], round.staying, inside.arena()));
      }
    }
    take_ahead(inside, ahead);
    advance(inside, round.staying, *memory, false);
  }
  memory_ = std::move(memory);
  active_ = round.running;
  ++runs_;
}

void LoopRun::take_ahead(Domain& inside, std::span<Ahead> ahead) {
  for (std::size_t k = 0; k < ahead.size(); ++k) {
    const LoopPlan::Ahead& part = plan_.ahead[k];
    if (ahead[k].values.empty()) continue;
    Domain* const wanted = where(part, inside);
    if (wanted == nullptr) continue;
    for (std::size_t n = 0; n < part.nodes.size(); ++n) {
      const ValueType& type = evaluation_.graph().node(part.nodes[n]).type;
      wanted->keep(part.nodes[n], behind(ahead[k].values[n], type, ahead[k].taken));
    }
    ahead[k].taken += wanted->points();
  }
}

}  // namespace ramet::inline v1::expr
