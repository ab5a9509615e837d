#include "ramet/expr/internal/run/calls/calls.hpp"

namespace ramet::inline v1::expr {

Values compute_call(Evaluation& evaluation, const Node& node, Domain& domain) {
  const CallContext call{evaluation, node, domain};
  const CallOperation operation = call.operation();
  if (operation >= CallOperation::minimum_or && operation <= CallOperation::flatten) return align_lists(call);
  if (operation <= CallOperation::all || operation == CallOperation::dot) return reduce_lists(call);
  if (operation <= CallOperation::reverse) return order_lists(call);
  if (operation <= CallOperation::intersect) return select_from_lists(call);
  if (operation <= CallOperation::linspace) return make_lists(call);
  if (operation == CallOperation::special) return compute_special(call);
  return compute_strings(call);
}

}  // namespace ramet::inline v1::expr
