#include "ramet/expr/internal/run/loops/loop_plan.hpp"

#include <algorithm>
#include <cstdint>
#include <set>
#include <unordered_map>

namespace ramet::inline v1::expr {

namespace {

using Wants = std::vector<std::pair<NodeId, bool>>;

// Loops with more are run as they are.
constexpr std::size_t most_visits = 2000;
constexpr std::size_t most_conditions = 8;
// Lists that change more often, one change behind the other, are made anew.
constexpr std::size_t most_changes = 12;

/// Whether nodes have a value at any point, whether it is wanted or not. Threads: one at a time.
class Safety {
 public:
  explicit Safety(const Graph& graph) : graph_(graph), known_(graph.size(), Answer::unknown) {}

  bool is_safe(NodeId id) {
    if (known_[id] == Answer::unknown) known_[id] = find(graph_.node(id)) ? Answer::yes : Answer::no;
    return known_[id] == Answer::yes;
  }

 private:
  enum class Answer : std::uint8_t { unknown, yes, no };

  bool find(const Node& node) {
    if (!node.total || node.kind == NodeKind::outcome || node.kind == NodeKind::items) return false;
    return std::ranges::all_of(node.arguments, [&](NodeId id) { return is_safe(id); });
  }

  const Graph& graph_;
  std::vector<Answer> known_;
};

/// Finds what a loop's nodes depend on. Threads: one at a time.
class LoopPlanner {
 public:
  /// `plans` has those of the loops with higher numbers, which may be in this one.
  LoopPlanner(const Graph& graph, std::uint32_t number, Safety& safety, std::span<const LoopPlan> plans)
      : graph_(graph), number_(number), loop_(graph.loop(number)), safety_(safety), plans_(plans) {}

  LoopPlan plan() {
    for (std::size_t k = 0; k < loop_.states.size(); ++k) plan_.changes_in_place.push_back(changes_in_place(k));
    plan_.is_counter = counters();
    if (std::ranges::find(plan_.is_counter, true) == plan_.is_counter.end()) return std::move(plan_);
    plan_.counted = counted();
    plan_.only_writes = only_writes();
    if (plan_.only_writes) return std::move(plan_);
    for (std::size_t k = 0; k < loop_.next.size(); ++k)
      if (!plan_.is_counter[k]) visit(loop_.next[k], {});
    return std::move(plan_);
  }

 private:
  /// What a node depends on: nothing that changes from run to run, counters alone, or more.
  enum class Change : std::uint8_t { none, counters, more };

  bool is_inside(NodeId id) const { return graph_.contains(loop_.inside, graph_.node(id).space); }

  // The nodes that a node's values are made of.
  template <class Work>
  void each_source(const Node& node, Work&& work) const {
    for (const NodeId argument : node.arguments) work(argument);
    if (graph_.space(node.space).kind == Space::Kind::elements) work(graph_.space(node.space).owner);
    if (node.kind != NodeKind::outcome) return;
    const Loop& inner = graph_.loop(node.loop);
    for (const NodeId initial : inner.initial) work(initial);
    for (const NodeId next : inner.next) work(next);
    work(inner.condition);
  }

  bool changes_in_place(std::size_t variable) const {
    return is_list_of_numbers(loop_.states[variable]) && is_changed(loop_.next[variable], loop_.states[variable], 0);
  }

  // Whether a list is the variable, or that with changes, which may depend on conditions.
  bool is_changed(NodeId id, NodeId state, std::size_t changes) const {
    if (id == state) return true;
    const Node& node = graph_.node(id);
    if (node.space != loop_.inside || changes > most_changes) return false;
    const auto goes_on = [&](std::size_t argument) { return is_changed(node.arguments[argument], state, changes + 1); };
    if (node.kind == NodeKind::choose) return goes_on(1) && goes_on(2);
    const auto operation = static_cast<CallOperation>(node.number);
    return node.kind == NodeKind::call && (operation == CallOperation::append || operation == CallOperation::replace) &&
           goes_on(0);
  }

  // The variables that the condition depends on, and those that these depend on; none if one is no number, or random.
  std::vector<bool> counters() const {
    std::vector<bool> found(loop_.states.size(), false);
    std::vector<bool> seen(graph_.size(), false);
    std::vector<NodeId> open = {loop_.condition};
    while (!open.empty()) {
      const NodeId id = open.back();
      open.pop_back();
      if (seen[id] || !is_inside(id)) continue;
      seen[id] = true;
      const Node& node = graph_.node(id);
      if (node.kind == NodeKind::random) return std::vector<bool>(found.size(), false);
      if (node.kind == NodeKind::state && node.loop == number_) {
        if (!node.type.is_number()) return std::vector<bool>(found.size(), false);
        found[node.number] = true;
        open.push_back(loop_.next[node.number]);
      }
      each_source(node, [&](NodeId source) { open.push_back(source); });
    }
    return found;
  }

  std::optional<LoopPlan::Counted> counted() const {
    const auto first = std::ranges::find(plan_.is_counter, true);
    if (std::find(first + 1, plan_.is_counter.end(), true) != plan_.is_counter.end()) return std::nullopt;
    const auto variable = static_cast<std::size_t>(first - plan_.is_counter.begin());
    const NodeId state = loop_.states[variable];
    const Node& condition = graph_.node(loop_.condition);
    const bool includes = is_element(condition, ElementOperation::less_equal);
    if (!includes && !is_element(condition, ElementOperation::less)) return std::nullopt;
    const NodeId bound = condition.arguments[1];
    const Node& compared = graph_.node(condition.arguments[0]);
    const bool is_counter = condition.arguments[0] == state ||
                            (is_element(compared, ElementOperation::convert) && compared.arguments[0] == state);
    if (!is_counter || is_inside(bound) || !is_wide(bound) || !is_wide(state)) return std::nullopt;
    const Node& next = graph_.node(loop_.next[variable]);
    if (!is_element(next, ElementOperation::add) || next.arguments[0] != state) return std::nullopt;
    const Node& step = graph_.node(next.arguments[1]);
    if (step.kind != NodeKind::constant || step.number != 1) return std::nullopt;
    return LoopPlan::Counted{variable, bound, includes};
  }

  static bool is_element(const Node& node, ElementOperation operation) {
    return node.kind == NodeKind::element && node.number == static_cast<std::uint64_t>(operation);
  }

  // Whether a node is a whole number of 32 bits or more.
  bool is_wide(NodeId id) const {
    const ValueType& type = graph_.node(id).type;
    return type.is_number() && (type.number == NumberType::int32 || type.number == NumberType::uint32 ||
                                type.number == NumberType::int64 || type.number == NumberType::uint64);
  }

  Change change(NodeId id) {
    if (!is_inside(id)) return Change::none;
    const auto [known, is_new] = changes_.try_emplace(id, Change::none);
    if (!is_new) return known->second;
    const Node& node = graph_.node(id);
    Change found = Change::none;
    if (node.kind == NodeKind::random) found = Change::more;
    if (node.kind == NodeKind::state && node.loop == number_)
      found = plan_.is_counter[node.number] ? Change::counters : Change::more;
    each_source(node, [&](NodeId source) { found = std::max(found, change(source)); });
    return changes_[id] = found;
  }

  bool is_independent(NodeId id) { return change(id) != Change::more; }

  bool only_writes() {
    std::size_t lists = 0;
    for (std::size_t k = 0; k < loop_.states.size(); ++k) {
      if (plan_.is_counter[k]) continue;
      if (!is_list_of_numbers(loop_.states[k]) || !is_written(loop_, loop_.next[k], loop_.states[k], 0)) return false;
      ++lists;
    }
    return lists > 0;
  }

  bool is_list_of_numbers(NodeId id) const {
    const ValueType& type = graph_.node(id).type;
    return type.depth == 1 && !type.is_string;
  }

  // Whether a list of a loop, this one or one in it, is `begin` with changes, which depend on nothing that is written.
  bool is_written(const Loop& loop, NodeId id, NodeId begin, std::size_t changes) {
    if (id == begin) return true;
    const Node& node = graph_.node(id);
    if (node.space != loop.inside || changes > most_changes) return false;
    const auto goes_on = [&](NodeId list) { return is_written(loop, list, begin, changes + 1); };
    if (node.kind == NodeKind::choose)
      return is_independent(node.arguments[0]) && goes_on(node.arguments[1]) && goes_on(node.arguments[2]);
    if (node.kind == NodeKind::outcome)
      return is_written_by(node.loop) && goes_on(graph_.loop(node.loop).initial[node.number]);
    const auto operation = static_cast<CallOperation>(node.number);
    if (node.kind != NodeKind::call || (operation != CallOperation::append && operation != CallOperation::replace))
      return false;
    return std::all_of(node.arguments.begin() + 1, node.arguments.end(),
                       [&](NodeId at) { return is_independent(at); }) &&
           goes_on(node.arguments[0]);
  }

  // Whether a loop in this one only writes, and does so whatever this one has written.
  bool is_written_by(std::uint32_t number) {
    if (number <= number_ || !plans_[number].only_writes) return false;
    const Loop& inner = graph_.loop(number);
    if (!is_independent(inner.condition)) return false;
    for (std::size_t k = 0; k < inner.states.size(); ++k) {
      const bool is_counter = plans_[number].is_counter[k];
      if (is_counter && (!is_independent(inner.initial[k]) || !is_independent(inner.next[k]))) return false;
      if (!is_counter && !is_written(inner, inner.next[k], inner.states[k], 0)) return false;
    }
    return true;
  }

  /// Where a node is wanted.
  struct Wanted {
    Wants where;
    bool is_certain = true;  ///< at all these points; otherwise at some, as what elements of a list want
    auto operator<=>(const Wanted&) const = default;
  };

  void visit(NodeId id, const Wanted& wanted) {
    if (!is_inside(id) || visited_.size() >= most_visits || !visited_.emplace(id, wanted).second) return;
    const Node& node = graph_.node(id);
    if (change(id) != Change::more && plan_ahead(id, wanted)) return;
    if (node.kind == NodeKind::choose && node.space == loop_.inside && wanted.where.size() < most_conditions) {
      visit_choice(node, wanted);
      return;
    }
    Wanted below = wanted;
    below.is_certain = wanted.is_certain && node.space == loop_.inside && node.kind != NodeKind::choose;
    const bool is_loop = node.kind == NodeKind::outcome;
    for (const NodeId source : is_loop ? graph_.loop(node.loop).initial : node.arguments) visit(source, below);
  }

  void visit_choice(const Node& node, const Wanted& wanted) {
    visit(node.arguments[0], wanted);
    for (const bool truth : {true, false}) {
      Wanted below = wanted;
      below.where.emplace_back(node.arguments[0], truth);
      visit(node.arguments[truth ? 1 : 2], below);
    }
  }

  // Under conditions that are known ahead; under others, if nothing can happen where it is not wanted.
  bool plan_ahead(NodeId id, const Wanted& wanted) {
    const Node& node = graph_.node(id);
    if (node.kind == NodeKind::state || node.space != loop_.inside) return false;
    const Wants& where = wanted.where;
    const auto unknown =
        std::ranges::find_if(where, [&](const auto& one) { return change(one.first) == Change::more; });
    const bool is_wanted = wanted.is_certain && unknown == where.end();
    if (!is_wanted && !safety_.is_safe(id)) return false;
    Wants known(where.begin(), unknown);
    auto group = std::ranges::find(plan_.ahead, known, &LoopPlan::Ahead::where);
    if (group == plan_.ahead.end()) group = plan_.ahead.insert(group, {std::move(known), {}});
    if (std::ranges::find(group->nodes, id) == group->nodes.end()) group->nodes.push_back(id);
    return true;
  }

  const Graph& graph_;
  std::uint32_t number_;
  const Loop& loop_;
  Safety& safety_;
  std::span<const LoopPlan> plans_;
  LoopPlan plan_;
  std::unordered_map<NodeId, Change> changes_;
  std::set<std::pair<NodeId, Wanted>> visited_;
};

}  // namespace

std::vector<LoopPlan> plan_loops(const Graph& graph) {
  std::vector<LoopPlan> plans(graph.loop_count());
  if (plans.empty()) return plans;
  Safety safety(graph);
  for (auto number = static_cast<std::uint32_t>(plans.size()); number-- > 0;)
    plans[number] = LoopPlanner(graph, number, safety, plans).plan();
  return plans;
}

}  // namespace ramet::inline v1::expr
