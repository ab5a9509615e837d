#include "ramet/expr/internal/run/chains/cover.hpp"

#include <algorithm>
#include <utility>

namespace ramet::inline v1::expr {

namespace {

using Op = ElementOperation;
using Shape = Fusion::Shape;
using Ending = Fusion::Ending;

bool is_inner_operation(Op operation) {
  return operation == Op::add || operation == Op::subtract || operation == Op::multiply;
}

bool commutes(Op operation) { return operation == Op::add || operation == Op::multiply; }

}  // namespace

Covers::Covers(const Graph& graph, std::span<const std::uint32_t> chain_of)
    : graph_(graph), chain_of_(chain_of), uses_(graph.size()), is_covered_(graph.size()) {
  for (NodeId id = 0; id < graph.size(); ++id)
    if (chain_of[id] != no_chain)
      for (const NodeId argument : graph.node(id).arguments) ++uses_[argument];
}

std::vector<Cover> Covers::of_chain(std::span<const NodeId> nodes) {
  std::vector<Cover> covers;
  for (std::size_t k = nodes.size(); k-- > 0;)
    if (!is_covered_[nodes[k]]) covers.push_back(cover(nodes[k]));
  std::reverse(covers.begin(), covers.end());
  return covers;
}

Cover Covers::cover(NodeId id) {
  Cover found;
  found.node = id;
  if (fuse(id, found)) return found;
  const Node& node = graph_.node(id);
  found.kernel = element_kernel(operation(id), graph_.node(node.arguments.back()).type.number, node.type.number);
  take_leaves(found, node.arguments);
  return found;
}

bool Covers::is_inner(NodeId id, NodeId above) const {
  return graph_.node(id).kind == NodeKind::element && uses_[id] == 1 && chain_of_[id] == chain_of_[above];
}

bool Covers::is_inner_basic(NodeId id, NodeId above) const {
  return is_inner(id, above) && is_inner_operation(operation(id));
}

void Covers::take_leaves(Cover& found, std::span<const NodeId> arguments) const {
  for (const NodeId argument : arguments) found.leaves[found.count++] = argument;
}

bool Covers::fuse(NodeId id, Cover& found) {
  const Node& node = graph_.node(id);
  if (!is_real(node.type.number)) return false;
  NodeId core = id;
  Fusion fusion;
  const NodeId below = node.arguments[0];
  if (operation(id) == Op::convert && graph_.node(below).type.number == NumberType::float32 && is_inner(below, id))
    fusion.ending = Ending::widen;
  if (operation(id) == Op::sqrt && is_inner(below, id)) fusion.ending = Ending::root;
  if (fusion.ending != Ending::none) core = below;
  if (!is_inner_operation(operation(core)) && operation(core) != Op::divide) return false;
  if (!fuse_basic(core, fusion, found) && (core != id || !fuse_widened(core, found))) return false;
  if (core != id) is_covered_[core] = true;
  return true;
}

bool Covers::fuse_basic(NodeId core, Fusion& fusion, Cover& found) {
  const Node& node = graph_.node(core);
  fusion.outer = operation(core);
  NodeId one = node.arguments[0];
  NodeId other = node.arguments[1];
  bool first = is_inner_basic(one, core);
  bool second = is_inner_basic(other, core) && other != one;
  if (first && second && fusion.outer == Op::divide) second = false;
  const bool is_turned = first && second ? operation(one) > operation(other) : second;
  if (commutes(fusion.outer) && is_turned) {
    std::swap(one, other);
    std::swap(first, second);
  }
  if (first) fusion.first = operation(one);
  if (second) fusion.second = operation(other);
  fusion.shape = first && second ? Shape::both : first ? Shape::left : second ? Shape::right : Shape::single;
  found.kernel = fused_kernel(fusion, node.type.number);
  if (found.kernel == nullptr) return false;
  for (const auto& [argument, is_covered] : {std::pair(one, first), std::pair(other, second)}) {
    if (is_covered) {
      is_covered_[argument] = true;
      take_leaves(found, graph_.node(argument).arguments);
    } else {
      take_leaves(found, {&argument, 1});
    }
  }
  return true;
}

// Floats that are converted for a sum of doubles.
bool Covers::fuse_widened(NodeId core, Cover& found) {
  const Node& node = graph_.node(core);
  const auto is_widened = [&](NodeId id) {
    return is_inner(id, core) && operation(id) == Op::convert &&
           graph_.node(graph_.node(id).arguments[0]).type.number == NumberType::float32;
  };
  const bool one = is_widened(node.arguments[0]);
  const bool other = is_widened(node.arguments[1]) && node.arguments[0] != node.arguments[1];
  if (node.type.number != NumberType::float64 || (!one && !other)) return false;
  Fusion fusion;
  fusion.outer = operation(core);
  fusion.shape = one && other ? Shape::wide_both : one ? Shape::wide_left : Shape::wide_right;
  found.kernel = fused_kernel(fusion, NumberType::float64);
  if (found.kernel == nullptr) return false;
  for (const auto& [argument, is_covered] : {std::pair(node.arguments[0], one), std::pair(node.arguments[1], other)}) {
    if (is_covered) is_covered_[argument] = true;
    const NodeId leaf = is_covered ? graph_.node(argument).arguments[0] : argument;
    take_leaves(found, {&leaf, 1});
  }
  return true;
}

}  // namespace ramet::inline v1::expr
