#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "ramet/expr/expression.hpp"
#include "ramet/expr/internal/graph/graph.hpp"
#include "ramet/expr/internal/run/arena.hpp"
#include "ramet/expr/internal/run/chains/element_chain.hpp"
#include "ramet/expr/internal/run/domain.hpp"
#include "ramet/expr/internal/run/kept_values.hpp"
#include "ramet/expr/internal/run/values.hpp"

namespace ramet::inline v1::expr {

/// The entries that an evaluation is for.
struct BatchView {
  std::size_t entries = 0;
  BatchPlace place;
  std::span<const Values> columns;

  /// rdfentry_ of an entry of the batch.
  std::uint64_t number_of(std::size_t entry) const noexcept {
    return place.numbers.empty() ? place.first_entry + entry : place.numbers[entry];
  }
};

/// Computes nodes of a graph for a batch of entries. A node is computed when it is wanted, once for a domain, and only
/// for points that are wanted: `choose` makes domains of the points at which a condition is true. A node that does not
/// depend on a loop or an element is computed above it, unless it can throw. Threads: one at a time.
class Evaluation {
 public:
  /// `chains` is memory of the plan's, `pool` of any program's; both are used again for the next batch.
  Evaluation(const Graph& graph, const ElementPlan& plan, ChainMemory& chains, ArenaPool& pool, const BatchView& batch)
      : graph_(graph),
        plan_(plan),
        chains_(chains),
        pool_(pool),
        batch_(batch),
        entries_(pool, graph.size(), batch.entries) {}

  /// The node's values for the entries. Throws Error(misuse), with the place in the text and the entry, when a function
  /// has no result.
  const Values& result(NodeId node) { return values(node, entries_); }

  /// The node's values for the points of the domain, which is in the node's space or below it.
  const Values& values(NodeId id, Domain& domain);
  /// The same values as they are known, at points of this domain or of one above it.
  struct Known {
    const Values& values;
    const std::uint32_t* from;  ///< which of them each point of the domain has; null: one after the other
    std::size_t place(std::size_t point) const noexcept { return from == nullptr ? point : from[point]; }
  };
  Known known_values(NodeId id, Domain& domain);

  /// The domain of all points of the space, which is the entries or one of elements; or of those below a domain's
  /// points.
  Domain& points(SpaceId space) { return points(space, entries_); }
  Domain& points(SpaceId space, Domain& from);
  /// The domain of those of a domain's points at which a condition, which was computed there, is true.
  Domain& selected(NodeId condition, Domain& domain) {
    return selected(condition, values(condition, domain).numbers<bool>(), true, domain);
  }
  /// The domain of those at which a condition, whose values are these, is `truth`.
  Domain& selected(NodeId condition, const bool* truths, bool truth, Domain& domain);
  /// The domain of those at which a condition is true, or null if it is nowhere. Of `a && b`, b is asked where a is
  /// true.
  Domain* wanted(NodeId condition, Domain& domain);

  const Graph& graph() const noexcept { return graph_; }
  const LoopPlan& loop_plan(std::uint32_t loop) const noexcept { return plan_.loops[loop]; }
  std::uint64_t first_entry() const noexcept { return batch_.place.first_entry; }
  /// The number of each entry, if they do not follow the first.
  std::span<const std::uint64_t> entry_numbers() const noexcept { return batch_.place.numbers; }
  /// Values that arrays of results can take.
  KeptValues& kept() noexcept { return kept_; }

  /// Throw Error(misuse): `what` happened in the node at a point of the domain.
  [[noreturn]] void fail_at_point(const Node& node, Domain& domain, std::size_t point, const std::string& what) const;

 private:
  Domain& home(NodeId id, Domain& domain) const;
  bool is_known(NodeId id, const Domain& domain) const;
  Values compute(const Node& node, NodeId id, Domain& domain);
  Values constant(const Node& node, Domain& domain);
  Values entry_numbers(Domain& domain) const;
  Values slots(Domain& domain) const;
  Values element(const Node& node, NodeId id, Domain& domain);
  ChainInput chain_input(NodeId id, Domain& domain);
  Values items(const Node& node, Domain& domain);
  /// The values in the lists, of a domain of the elements of lists that are as long.
  static Values elements_of(const Values& lists, const ValueType& type, Domain& domain);
  Values align(const Node& node, Domain& domain);
  Values present(const Node& node, Domain& domain);
  Values positions(Domain& domain);
  Values rebuild(const Node& node, Domain& domain);
  Values choose(const Node& node, Domain& domain);
  Values outcome(const Node& node, Domain& domain);

  /// The domain of the elements of lists at the points of a domain.
  Domain& elements(NodeId lists, Domain& domain);

  const Graph& graph_;
  const ElementPlan& plan_;
  ChainMemory& chains_;
  ArenaPool& pool_;
  BatchView batch_;
  KeptValues kept_;
  Domain entries_;
};

/// The values of a node at points of another domain: at `from[k]` for each k. Lists are views of the same elements.
Values project(const Values& values, const ValueType& type, std::span<const std::uint32_t> from, Arena& arena);

/// Of two parts, the values at each point: the next of `one` where `takes_one`, otherwise the next of `other`.
Values merge(const Values& one, const Values& other, const ValueType& type, std::span<const bool> takes_one,
             Arena& arena);

}  // namespace ramet::inline v1::expr
