#include "ramet/expr/internal/run/loops/writing_loop.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <utility>

#include "ramet/expr/internal/run/loops/list_state.hpp"

namespace ramet::inline v1::expr {

WritingLoop::WritingLoop(Evaluation& evaluation, ArenaPool& pool, std::uint32_t number, Domain& domain)
    : evaluation_(evaluation),
      pool_(pool),
      number_(number),
      plan_(evaluation.loop_plan(number)),
      loop_(evaluation.graph().loop(number)),
      domain_(domain),
      rounds_(evaluation, plan_, loop_, domain),
      now_(loop_.initial.size()),
      active_(domain.points()) {
  std::iota(active_.begin(), active_.end(), 0U);
}

std::vector<Values> WritingLoop::run() {
  std::vector<std::optional<ListState>> lists(loop_.initial.size());
  take_ = [&](std::vector<ChangeLog>& logs) {
    for (std::size_t k = 0; k < logs.size(); ++k) {
      if (logs[k].empty()) continue;
      if (!lists[k])
        lists[k].emplace(evaluation_.values(loop_.initial[k], domain_), type(k).number, domain_.points(),
                         domain_.arena());
      logs[k].make(*lists[k]);
      logs[k].clear();
    }
  };
  std::vector<ChangeLog> logs(lists.size());
  std::vector<Values> outcomes = write(logs);
  take_(logs);
  for (std::size_t k = 0; k < outcomes.size(); ++k) {
    if (is_counter(k)) continue;
    outcomes[k] = lists[k] ? lists[k]->values() : evaluation_.values(loop_.initial[k], domain_);
    if (lists[k])
      outcomes[k].packed = std::equal(outcomes[k].begins + 1, outcomes[k].begins + domain_.points(), outcomes[k].ends);
  }
  return outcomes;
}

std::vector<Values> WritingLoop::write(std::vector<ChangeLog>& logs) {
  for (std::size_t k = 0; k < now_.size(); ++k)
    if (is_counter(k)) now_[k] = evaluation_.values(loop_.initial[k], domain_);
  if (active_.empty()) return now_;
  if (plan_.counted)
    if (auto runs = CountedRuns::find(evaluation_, number_, domain_, now_[plan_.counted->variable]))
      return write_counted(*runs, logs);

  // The first run is apart: what may throw and does not change is computed above, where all points run the body.
  Domain inside(domain_, loop_.inside, active_, false);
  for (std::size_t k = 0; k < now_.size(); ++k)
    if (is_counter(k)) inside.keep(loop_.states[k], now_[k]);
  const std::span truths(evaluation_.values(loop_.condition, inside).numbers<bool>(), active_.size());
  const auto going_on = static_cast<std::size_t>(std::ranges::count(truths, true));
  if (going_on == 0) return now_;
  if (going_on < active_.size()) return write_where(truths, logs);

  std::vector<ValueType> types;
  for (std::size_t k = 0; k < now_.size(); ++k)
    if (is_counter(k)) types.push_back(type(k));
  const std::vector<bool> no_lists(types.size(), false);
  LoopOutcomes outcomes(types, no_lists, domain_.points(), domain_.arena());
  write_first(inside, logs);
  while (!active_.empty()) write_many(outcomes, logs);
  std::vector<Values> found(now_.size());
  for (std::size_t k = 0; const Values& one : outcomes.take()) {
    while (!is_counter(k)) ++k;
    found[k++] = one;
  }
  return found;
}

std::vector<Values> WritingLoop::write_counted(CountedRuns& runs, std::vector<ChangeLog>& logs) {
  const std::span<const bool> truths = runs.has_runs();
  const auto going_on = static_cast<std::size_t>(std::ranges::count(truths, true));
  if (going_on == 0) return now_;
  if (going_on < active_.size()) return write_where(truths, logs);
  for (;;) {
    Arena memory(pool_);
    const std::unique_ptr<Domain> body = runs.next(memory);
    if (body == nullptr) break;
    find(*body, logs);
  }
  std::vector<Values> found(now_.size());
  found[plan_.counted->variable] = runs.last();
  return found;
}

// The points that a loop is for run it apart, so that what they all need is computed for them once.
std::vector<Values> WritingLoop::write_where(std::span<const bool> begins, std::vector<ChangeLog>& logs) {
  const auto entering = domain_.arena().make<std::uint32_t>(begins.size());
  std::vector<std::uint32_t> others;
  std::size_t count = 0;
  for (std::uint32_t k = 0; k < begins.size(); ++k)
    if (begins[k]) {
      entering[count++] = k;
    } else {
      others.push_back(k);
    }
  Domain& entered = domain_.keep_below(loop_.condition, true,
                                       std::make_unique<Domain>(domain_, domain_.space(), entering.first(count), true));
  std::vector<ChangeLog> below(logs.size());
  WritingLoop loop(evaluation_, pool_, number_, entered);
  if (take_)
    loop.take_ = [&](std::vector<ChangeLog>& found) {
      for (ChangeLog& one : found) one.move_up(entering);
      take_(found);
    };
  std::vector<Values> outcomes = loop.write(below);
  for (std::size_t k = 0; k < outcomes.size(); ++k) {
    below[k].move_up(entering);
    logs[k].add(below[k]);
    if (!is_counter(k)) continue;
    const Values unchanged = project(now_[k], type(k), others, domain_.arena());
    outcomes[k] = merge(outcomes[k], unchanged, type(k), begins, domain_.arena());
  }
  return outcomes;
}

void WritingLoop::write_first(Domain& inside, std::vector<ChangeLog>& logs) {
  find(inside, logs);
  memory_ = std::make_unique<Arena>(pool_);
  for (std::size_t k = 0; k < now_.size(); ++k)
    if (is_counter(k)) now_[k] = copied(evaluation_.values(loop_.next[k], inside), type(k), inside.points(), *memory_);
  ++runs_;
}

void WritingLoop::write_many(LoopOutcomes& outcomes, std::vector<ChangeLog>& logs) {
  auto memory = std::make_unique<Arena>(pool_);
  const std::vector<LoopRounds::Round> rounds = rounds_.count(std::move(active_), runs_, now_, *memory);
  Arena passing(pool_);
  const LoopRounds::Together all = rounds_.together(rounds, passing);
  if (all.runs->points() > 0) find(*all.runs, logs);
  for (const LoopRounds::Round& round : rounds)
    if (!round.leaving.empty()) outcomes.add(counters_only(round.counters), round.leaving, round.points);
  active_ = rounds.back().running;
  runs_ += rounds.size();
  memory_ = std::move(memory);
}

// Nothing reads the variables that are written to: they are empty lists, for what is computed of them beside.
void WritingLoop::find(Domain& body, std::vector<ChangeLog>& logs) {
  const auto nothing = body.arena().make<std::int64_t>(body.points());
  std::ranges::fill(nothing, 0);
  const auto content = body.arena().make<Values>(1);
  content[0] = {};
  for (std::size_t k = 0; k < logs.size(); ++k)
    if (!is_counter(k))
      body.keep(loop_.states[k], {.begins = nothing.data(), .ends = nothing.data(), .content = content.data()});
  std::map<std::pair<std::uint32_t, Domain*>, std::vector<ChangeLog>> inner;  // of loops in the body
  const auto of_loop = [&](const Node& node, Domain& domain, ChangeLog& log) {
    const auto [found, is_new] = inner.try_emplace({node.loop, &domain});
    if (is_new) {
      found->second.resize(evaluation_.graph().loop(node.loop).initial.size());
      WritingLoop(evaluation_, pool_, node.loop, domain).write(found->second);
      if (&domain != &body)
        for (ChangeLog& one : found->second) one.move_up(domain.up_to(body));
    }
    log.add(found->second[node.number]);
  };
  for (std::size_t k = 0; k < logs.size(); ++k) {
    if (is_counter(k)) continue;
    ChangeLog found;
    found.find(evaluation_, loop_.next[k], body, body, of_loop);
    found.sort();
    found.move_up(body.up_to(domain_));
    logs[k].add(found);
  }
  if (take_) take_(logs);
}

std::vector<Values> WritingLoop::counters_only(const std::vector<Values>& values) const {
  std::vector<Values> found;
  for (std::size_t k = 0; k < values.size(); ++k)
    if (is_counter(k)) found.push_back(values[k]);
  return found;
}

}  // namespace ramet::inline v1::expr
