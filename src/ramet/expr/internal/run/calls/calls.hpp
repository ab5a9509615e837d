#pragma once

#include <cstddef>

#include "ramet/core/error.hpp"
#include "ramet/expr/internal/run/evaluation.hpp"

namespace ramet::inline v1::expr {

/// The values of a call: a function of lists or strings at each point of the domain. Throws Error(misuse), naming the
/// entry, where it has none.
Values compute_call(Evaluation& evaluation, const Node& node, Domain& domain);

/// What a call works on. Threads: one at a time.
struct CallContext {
  Evaluation& evaluation;
  const Node& node;
  Domain& domain;

  CallOperation operation() const noexcept { return static_cast<CallOperation>(node.number); }
  std::size_t points() const noexcept { return domain.points(); }
  Arena& arena() const noexcept { return domain.arena(); }
  const Values& argument(std::size_t number) const { return evaluation.values(node.arguments[number], domain); }
  const ValueType& type(std::size_t number) const noexcept {
    return evaluation.graph().node(node.arguments[number]).type;
  }
  [[noreturn]] void fail_at(std::size_t point, const std::string& what) const {
    evaluation.fail_at_point(node, domain, point, what);
  }
  /// Numbers of the node's type, one for each point.
  template <class Number>
  Number* room() const {
    return arena().make<Number>(points()).data();
  }
};

// One for each group of operations; those of others are not theirs.
Values reduce_lists(const CallContext& call);
Values align_lists(const CallContext& call);
Values order_lists(const CallContext& call);
Values select_from_lists(const CallContext& call);
Values make_lists(const CallContext& call);
Values compute_special(const CallContext& call);
Values compute_strings(const CallContext& call);

}  // namespace ramet::inline v1::expr
