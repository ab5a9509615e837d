#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "ramet/expr/internal/run/evaluation.hpp"
#include "ramet/expr/internal/run/loops/list_state.hpp"

namespace ramet::inline v1::expr {

/// Changes of single values of lists, one list for each point of a domain, in the order in which they happen to each
/// list. Threads: one at a time.
class ChangeLog {
 public:
  /// What a loop's body does to a list, which is `list` behind it: `append` and `replace` of others, at points of a
  /// domain below `body`, whose points the log has. `of_loop` adds what a loop in the body does.
  template <class OfLoop>
  void find(Evaluation& evaluation, NodeId list, Domain& domain, Domain& body, const OfLoop& of_loop);

  bool empty() const noexcept { return changes_.empty(); }
  void clear() noexcept { changes_.clear(); }
  /// Order by points, which are those of runs one behind the other.
  void sort();
  /// The points become those that they belong to.
  void move_up(std::span<const std::uint32_t> up) noexcept;
  void add(const ChangeLog& later) { changes_.insert(changes_.end(), later.changes_.begin(), later.changes_.end()); }
  void make(ListState& lists) const;

 private:
  struct Change {
    std::uint32_t point;
    bool appends;
    std::int64_t place;
    std::uint64_t value;  // the item's bytes
  };

  void add(const Values* places, const Values& values, std::size_t size, Domain& domain, const Domain& body);

  std::vector<Change> changes_;
};

template <class OfLoop>
void ChangeLog::find(Evaluation& evaluation, NodeId list, Domain& domain, Domain& body, const OfLoop& of_loop) {
  const Node& node = evaluation.graph().node(list);
  const auto go_on = [&](NodeId next, Domain& at) { find(evaluation, next, at, body, of_loop); };
  if (node.kind == NodeKind::state) return;
  if (node.kind == NodeKind::outcome) {
    go_on(evaluation.graph().loop(node.loop).initial[node.number], domain);
    return of_loop(node, domain, *this);
  }
  if (node.kind == NodeKind::choose) {
    if (evaluation.graph().node(node.arguments[2]).kind == NodeKind::state) {
      if (Domain* const wanted = evaluation.wanted(node.arguments[0], domain)) go_on(node.arguments[1], *wanted);
      return;
    }
    const bool* const truths = evaluation.values(node.arguments[0], domain).numbers<bool>();
    const auto wanted = static_cast<std::size_t>(std::count(truths, truths + domain.points(), true));
    if (wanted == domain.points()) return go_on(node.arguments[1], domain);
    if (wanted > 0) go_on(node.arguments[1], evaluation.selected(node.arguments[0], truths, true, domain));
    return go_on(node.arguments[2],
                 wanted == 0 ? domain : evaluation.selected(node.arguments[0], truths, false, domain));
  }
  go_on(node.arguments[0], domain);
  const Values* const places = node.arguments.size() == 3 ? &evaluation.values(node.arguments[1], domain) : nullptr;
  const Values& values = evaluation.values(node.arguments.back(), domain);
  add(places, values, array::size_of(node.type.number), domain, body);
}

}  // namespace ramet::inline v1::expr
