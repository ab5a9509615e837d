#include "ramet/expr/internal/graph/graph.hpp"

#include <algorithm>
#include <cstring>

#include "ramet/core/error.hpp"

namespace ramet::inline v1::expr {

namespace {

bool throws_by_itself(const Node& node) noexcept {
  if (node.kind == NodeKind::items) return node.arguments[0] != node.arguments[1];
  if (node.kind == NodeKind::element) {
    const auto operation = static_cast<ElementOperation>(node.number);
    return (operation == ElementOperation::divide || operation == ElementOperation::remainder ||
            operation == ElementOperation::whole_power) &&
           !is_real(node.type.number);
  }
  if (node.kind == NodeKind::random) return false;  // who makes it knows its parameters
  if (node.kind == NodeKind::outcome) return true;  // it may run too long
  if (node.kind != NodeKind::call) return false;
  switch (static_cast<CallOperation>(node.number)) {
    case CallOperation::size:
    case CallOperation::sum:
    case CallOperation::product:
    case CallOperation::mean:
    case CallOperation::variance:
    case CallOperation::deviation:
    case CallOperation::any:
    case CallOperation::all:
    case CallOperation::nonzero:
    case CallOperation::argsort:
    case CallOperation::reverse:
    case CallOperation::index_or:
    case CallOperation::minimum_or:
    case CallOperation::maximum_or:
    case CallOperation::pick:
    case CallOperation::common_lengths:
    case CallOperation::common_inner_lengths:
    case CallOperation::flatten:
    case CallOperation::concatenate:
    case CallOperation::append:
    case CallOperation::replace:
    case CallOperation::intersect:
    case CallOperation::list_of:
    case CallOperation::string_equal:
    case CallOperation::string_compare:
    case CallOperation::string_join:
    case CallOperation::string_size:
    case CallOperation::special:
    case CallOperation::find:
    case CallOperation::rfind:
    case CallOperation::find_first_of:
    case CallOperation::find_last_of:
    case CallOperation::find_first_not_of:
    case CallOperation::find_last_not_of:
    case CallOperation::to_string:
    case CallOperation::format:
    case CallOperation::characters:
    case CallOperation::terminated:
      return false;
    default:
      return true;
  }
}

}  // namespace

NodeId Graph::add(Node node) {
  const bool follows = node.kind != NodeKind::items && node.kind != NodeKind::state && node.kind != NodeKind::rebuild &&
                       node.kind != NodeKind::lift && node.kind != NodeKind::outcome && node.kind != NodeKind::align &&
                       node.kind != NodeKind::present && node.kind != NodeKind::position;
  for (const NodeId argument : node.arguments) {
    if (follows) node.space = lower(node.space, nodes_[argument].space);
    node.total = node.total && nodes_[argument].total;
    node.height = std::max(node.height, nodes_[argument].height + 1);
  }
  if (throws_by_itself(node)) node.total = false;
  const std::uint64_t key = hash(node);
  const auto [first, last] = known_.equal_range(key);
  for (auto found = first; found != last; ++found)
    if (equal(nodes_[found->second], node)) return found->second;
  if (node.type.depth > deepest_lists) detail::fail(ErrorKind::misuse, "lists more than {} deep", deepest_lists);
  if (node.height > highest_node)
    detail::fail(ErrorKind::misuse, "more than {} operations on one another", highest_node);
  if (nodes_.size() >= most_nodes)
    detail::fail(ErrorKind::misuse, "an expression with more than {} operations", most_nodes);
  const auto id = static_cast<NodeId>(nodes_.size());
  nodes_.push_back(std::move(node));
  known_.emplace(key, id);
  return id;
}

NodeId Graph::constant(NumberType type, std::uint64_t bits) {
  return add({.kind = NodeKind::constant, .type = ValueType::of(type), .number = bits, .arguments = {}});
}

NodeId Graph::constant(const std::string& value) {
  const auto found = std::find(strings_.begin(), strings_.end(), value);
  const auto place = static_cast<std::uint64_t>(found - strings_.begin());
  if (found == strings_.end()) strings_.push_back(value);
  return add({.kind = NodeKind::constant, .type = ValueType::string(), .number = place, .arguments = {}});
}

void Graph::set_constant(NodeId node, double value) {
  nodes_[node].kind = NodeKind::constant;
  std::memcpy(&nodes_[node].number, &value, sizeof value);
}

NodeId Graph::shape(NodeId list) const noexcept {
  return nodes_[list].kind == NodeKind::rebuild ? nodes_[list].arguments[0] : list;
}

NodeId Graph::items(NodeId list) {
  if (nodes_[list].kind == NodeKind::rebuild) return nodes_[list].arguments[1];
  return items(list, list);
}

NodeId Graph::items(NodeId list, NodeId shape) {
  if (this->shape(list) == shape && nodes_[list].kind == NodeKind::rebuild) return nodes_[list].arguments[1];
  const SpaceId space = elements_space(shape);
  if (nodes_[list].kind == NodeKind::rebuild)
    if (const auto moved = moved_values(list, shape)) return *moved;
  return add({.kind = NodeKind::items, .type = nodes_[list].type.item(), .space = space, .arguments = {list, shape}});
}

// Values that were computed for the elements of one list go with those of another of the same lengths: they are
// computed for the other's elements from the start, if they are functions of numbers, so that no list is made between.
std::optional<NodeId> Graph::moved_values(NodeId list, NodeId shape) {
  const NodeId old_shape = nodes_[list].arguments[0];
  const SpaceId from = elements_space(old_shape);
  const SpaceId to = elements_space(shape);
  if (spaces_[from].parent != spaces_[to].parent) return std::nullopt;
  // The lengths of both lists are compared when the elements of the first are taken for the second.
  bool has_old = false;
  const std::optional<NodeId> found = moved(nodes_[list].arguments[1], from, shape, has_old);
  return has_old ? found : std::nullopt;
}

std::optional<NodeId> Graph::moved(NodeId value, SpaceId from, NodeId shape, bool& has_old) {
  const Node node = nodes_[value];
  if (node.space != from) {
    if (contains(node.space, spaces_[from].parent)) return value;
    return std::nullopt;
  }
  const auto [known, is_new] = moved_.try_emplace({value, shape});
  if (!is_new) {
    has_old = has_old || known->second.has_old;
    return known->second.node;
  }
  Moved found;
  if (node.kind == NodeKind::items) {
    found.node = items(node.arguments[0], shape);
    found.has_old = node.arguments[0] == spaces_[from].owner;
  } else if (node.kind == NodeKind::element) {
    Node copy = node;
    copy.space = entries_space;
    bool is_whole = true;
    for (NodeId& argument : copy.arguments) {
      const std::optional<NodeId> moved_argument = moved(argument, from, shape, found.has_old);
      is_whole = is_whole && moved_argument;
      argument = moved_argument.value_or(argument);
    }
    if (is_whole) found.node = add(std::move(copy));
  }
  moved_[{value, shape}] = found;
  has_old = has_old || found.has_old;
  return found.node;
}

NodeId Graph::align(NodeId list, NodeId shape) {
  if (this->shape(list) == shape) return items(list);
  return add({.kind = NodeKind::align,
              .type = nodes_[list].type.item(),
              .space = elements_space(shape),
              .arguments = {list, shape}});
}

NodeId Graph::present(NodeId list, NodeId shape) {
  return add({.kind = NodeKind::present,
              .type = ValueType::of(NumberType::boolean),
              .space = elements_space(shape),
              .arguments = {list, shape}});
}

NodeId Graph::position(SpaceId space) {
  return add({.kind = NodeKind::position, .type = ValueType::of(NumberType::int64), .space = space, .arguments = {}});
}

NodeId Graph::rebuild(NodeId shape, NodeId values) {
  const Node& made_of = nodes_[values];
  if (made_of.kind == NodeKind::items && made_of.arguments[0] == shape && made_of.arguments[1] == shape) return shape;
  return add({.kind = NodeKind::rebuild,
              .type = made_of.type.list(),
              .space = nodes_[shape].space,
              .arguments = {shape, values}});
}

NodeId Graph::lift(NodeId value, SpaceId space) {
  if (nodes_[value].space == space) return value;
  return add({.kind = NodeKind::lift, .type = nodes_[value].type, .space = space, .arguments = {value}});
}

SpaceId Graph::elements_space(NodeId shape) {
  for (SpaceId id = 0; id < spaces_.size(); ++id)
    if (spaces_[id].kind == Space::Kind::elements && spaces_[id].owner == shape) return id;
  const SpaceId parent = nodes_[shape].space;
  spaces_.push_back({Space::Kind::elements, parent, spaces_[parent].depth + 1, shape});
  return static_cast<SpaceId>(spaces_.size() - 1);
}

std::uint32_t Graph::add_loop(SpaceId outside, std::vector<NodeId> initial) {
  const auto number = static_cast<std::uint32_t>(loops_.size());
  const auto inside = static_cast<SpaceId>(spaces_.size());
  spaces_.push_back({Space::Kind::loop, outside, spaces_[outside].depth + 1, number});
  Loop loop{outside, inside, std::move(initial), {}, 0, {}};
  for (std::size_t variable = 0; variable < loop.initial.size(); ++variable)
    loop.states.push_back(add({.kind = NodeKind::state,
                               .type = nodes_[loop.initial[variable]].type,
                               .space = inside,
                               .number = variable,
                               .loop = number,
                               .arguments = {}}));
  loops_.push_back(std::move(loop));
  return number;
}

NodeId Graph::outcome(std::uint32_t loop, std::size_t variable) {
  std::uint32_t height = nodes_[loops_[loop].condition].height;
  for (const NodeId node : loops_[loop].initial) height = std::max(height, nodes_[node].height);
  for (const NodeId node : loops_[loop].next) height = std::max(height, nodes_[node].height);
  return add({.kind = NodeKind::outcome,
              .type = nodes_[loops_[loop].initial[variable]].type,
              .space = loops_[loop].outside,
              .height = height + 1,
              .number = variable,
              .loop = loop,
              .arguments = {}});
}

void Graph::finish_loop(std::uint32_t loop, NodeId condition, std::vector<NodeId> next) {
  loops_[loop].condition = condition;
  loops_[loop].next = std::move(next);
}

bool Graph::contains(SpaceId above, SpaceId below) const noexcept {
  while (spaces_[below].depth > spaces_[above].depth) below = spaces_[below].parent;
  return above == below;
}

std::uint64_t Graph::hash(const Node& node) noexcept {
  std::uint64_t value = static_cast<std::uint64_t>(node.kind) * 0x9e3779b97f4a7c15U;
  const auto mix = [&](std::uint64_t more) {
    value = (value ^ more) * 0xff51afd7ed558ccdU;
    value ^= value >> 32U;
  };
  mix(node.number);
  mix(node.loop);
  mix(node.space);
  mix(static_cast<std::uint64_t>(node.type.number) << 16U | static_cast<std::uint64_t>(node.type.is_string) << 8U |
      node.type.depth);
  for (const NodeId argument : node.arguments) mix(argument);
  return value;
}

bool Graph::equal(const Node& one, const Node& other) noexcept {
  return one.kind == other.kind && one.type == other.type && one.space == other.space && one.number == other.number &&
         one.loop == other.loop && one.arguments == other.arguments;
}

}  // namespace ramet::inline v1::expr
