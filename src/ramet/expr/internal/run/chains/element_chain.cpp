#include "ramet/expr/internal/run/chains/element_chain.hpp"

#include <algorithm>
#include <cstring>

#include "ramet/expr/internal/run/chains/cover.hpp"

namespace ramet::inline v1::expr {

namespace {

constexpr std::uint32_t none = no_chain;

// Longer chains may need more registers than the cache has room for.
constexpr std::size_t longest_chain = 64;

// Constants of a program that have a block each, 2 MiB in all; others are inputs.
constexpr std::size_t most_constants = 1024;

// Whether the function itself may have no result, whatever its arguments' nodes.
bool may_fail(const Node& node) {
  const auto operation = static_cast<ElementOperation>(node.number);
  return (operation == ElementOperation::divide || operation == ElementOperation::remainder) &&
         !is_real(node.type.number);
}

// The nodes that results are computed of. Others were only made on the way to them.
std::vector<bool> needed_nodes(const Graph& graph, std::span<const NodeId> results) {
  std::vector<bool> needed(graph.size());
  std::vector<NodeId> open(results.begin(), results.end());
  while (!open.empty()) {
    const NodeId id = open.back();
    open.pop_back();
    if (needed[id]) continue;
    needed[id] = true;
    const Node& node = graph.node(id);
    open.insert(open.end(), node.arguments.begin(), node.arguments.end());
    if (graph.space(node.space).kind == Space::Kind::elements) open.push_back(graph.space(node.space).owner);
    if (node.kind != NodeKind::outcome) continue;
    const Loop& loop = graph.loop(node.loop);
    open.push_back(loop.condition);
    open.insert(open.end(), loop.initial.begin(), loop.initial.end());
    open.insert(open.end(), loop.next.begin(), loop.next.end());
  }
  return needed;
}

// Gives each element node that is needed to a chain. Users come before what they use.
class Division {
 public:
  Division(const Graph& graph, std::span<const NodeId> results, const std::vector<bool>& needed,
           std::span<const LoopPlan> loops)
      : graph_(graph), needed_(needed), chain_of_(graph.size(), none), ends_chain_(graph.size(), false) {
    for (const NodeId node : results) ends_chain_[node] = true;
    for (std::uint32_t number = 0; number < graph.loop_count(); ++number) {
      const Loop& loop = graph.loop(number);
      ends_chain_[loop.condition] = true;
      for (const NodeId node : loop.initial) ends_chain_[node] = true;
      for (const NodeId node : loop.next) ends_chain_[node] = true;
    }
    for (const LoopPlan& loop : loops)
      for (const LoopPlan::Ahead& ahead : loop.ahead)
        for (const NodeId node : ahead.nodes) ends_chain_[node] = true;
    for (NodeId id = 0; id < graph.size(); ++id)
      if (needed_[id] && graph.node(id).kind != NodeKind::element)
        for (const NodeId argument : graph.node(id).arguments) ends_chain_[argument] = true;
  }

  // The chain of each node; how many there are is added to `lengths`.
  std::vector<std::uint32_t> divide(std::vector<std::size_t>& lengths) {
    for (auto id = static_cast<NodeId>(graph_.size()); id-- > 0;) {
      const Node& node = graph_.node(id);
      if (!needed_[id] || node.kind != NodeKind::element) continue;
      std::uint32_t& chain = chain_of_[id];
      if (chain == none || ends_chain_[id] || may_fail(node) || lengths[chain] >= longest_chain) {
        chain = static_cast<std::uint32_t>(lengths.size());
        lengths.push_back(0);
      }
      ++lengths[chain];
      for (const NodeId argument : node.arguments) offer(argument, id);
    }
    return std::move(chain_of_);
  }

 private:
  void offer(NodeId argument, NodeId user) {
    if (graph_.node(argument).kind != NodeKind::element) return;
    const bool is_alike = graph_.node(argument).space == graph_.node(user).space &&
                          (chain_of_[argument] == none || chain_of_[argument] == chain_of_[user]);
    if (!is_alike) ends_chain_[argument] = true;
    chain_of_[argument] = chain_of_[user];
  }

  const Graph& graph_;
  const std::vector<bool>& needed_;
  std::vector<std::uint32_t> chain_of_;
  std::vector<bool> ends_chain_;
};

// Makes the steps of chains, and finds registers for what they hand on.
class Assembly {
 public:
  Assembly(const Graph& graph, ElementPlan& plan)
      : graph_(graph),
        plan_(plan),
        covers_(graph, plan.chain_of),
        places_(graph.size(), none),
        constants_(graph.size(), none),
        last_uses_(graph.size(), none) {}

  // `nodes` in rising order: each stands behind its arguments.
  void add_chain(std::span<const NodeId> nodes) {
    ElementChain chain;
    const std::vector<Cover> covers = covers_.of_chain(nodes);
    for (const Cover& cover : covers)
      for (const NodeId argument : cover.arguments()) last_uses_[argument] = cover.node;
    for (const Cover& cover : covers) chain.steps.push_back(step(cover, cover.node == nodes.back(), chain));
    plan_.registers = std::max<std::size_t>(plan_.registers, registers_);
    plan_.inputs = std::max(plan_.inputs, chain.inputs.size());
    for (const ElementChain::Input& input : chain.inputs) places_[input.node] = none;
    registers_ = 0;
    free_.clear();
    plan_.chains.push_back(std::move(chain));
  }

 private:
  ElementChain::Step step(const Cover& cover, bool is_last, ElementChain& chain) {
    ElementChain::Step step;
    step.kernel = cover.kernel;
    for (const NodeId argument : cover.arguments())
      step.operands[step.operand_count++] = operand(argument, plan_.chain_of[cover.node], chain);
    if (!is_last) places_[cover.node] = step.to = take_register();
    // A register is free again behind the last use of its value.
    for (const NodeId argument : cover.arguments())
      if (is_inside(argument, plan_.chain_of[cover.node]) && last_uses_[argument] == cover.node &&
          places_[argument] != none) {
        free_.push_back(places_[argument]);
        places_[argument] = none;
      }
    return step;
  }

  bool is_inside(NodeId node, std::uint32_t chain) const { return plan_.chain_of[node] == chain; }

  ElementChain::Operand operand(NodeId id, std::uint32_t number, ElementChain& chain) {
    const Node& node = graph_.node(id);
    const auto size = static_cast<std::uint8_t>(array::size_of(node.type.number));
    if (is_inside(id, number)) return {ElementChain::Source::result, size, places_[id]};
    const bool has_room = constants_[id] != none || plan_.constants.size() < most_constants;
    if (node.kind == NodeKind::constant && has_room) {
      if (constants_[id] == none) {
        constants_[id] = static_cast<std::uint32_t>(plan_.constants.size());
        plan_.constants.push_back(id);
      }
      return {ElementChain::Source::constant, size, constants_[id]};
    }
    if (places_[id] == none) {
      places_[id] = static_cast<std::uint32_t>(chain.inputs.size());
      chain.inputs.push_back({id, size});
    }
    return {ElementChain::Source::input, size, places_[id]};
  }

  std::uint32_t take_register() {
    if (free_.empty()) return registers_++;
    const std::uint32_t found = free_.back();
    free_.pop_back();
    return found;
  }

  const Graph& graph_;
  ElementPlan& plan_;
  Covers covers_;
  std::vector<std::uint32_t> places_;     // of nodes: the register with the value, or which input it is
  std::vector<std::uint32_t> constants_;  // of nodes: which constant they are
  std::vector<NodeId> last_uses_;
  std::vector<std::uint32_t> free_;
  std::uint32_t registers_ = 0;
};

template <class Number>
void fill_block(std::byte* to, std::uint64_t bits) {
  Number value;
  std::memcpy(&value, &bits, sizeof value);
  std::fill_n(reinterpret_cast<Number*>(to), block_points, value);
}

}  // namespace

ElementPlan plan_elements(const Graph& graph, std::span<const NodeId> results) {
  ElementPlan plan;
  std::vector<std::size_t> lengths;
  plan.loops = plan_loops(graph);
  plan.chain_of = Division(graph, results, needed_nodes(graph, results), plan.loops).divide(lengths);
  std::vector<std::vector<NodeId>> nodes(lengths.size());
  for (NodeId id = 0; id < graph.size(); ++id)
    if (plan.chain_of[id] != none) nodes[plan.chain_of[id]].push_back(id);
  Assembly assembly(graph, plan);
  for (const std::vector<NodeId>& chain : nodes) assembly.add_chain(chain);
  plan.is_kept.resize(graph.size());
  for (NodeId node : results) {
    while (graph.node(node).kind == NodeKind::rebuild) node = graph.node(node).arguments[1];
    plan.is_kept[node] = graph.node(node).kind == NodeKind::element;
  }
  return plan;
}

ChainMemory::ChainMemory(const ElementPlan& plan, const Graph& graph)
    : constants_(plan.constants.size()),
      registers_(plan.registers),
      memory_((constants_ + registers_ + plan.inputs) * register_bytes) {
  for (std::size_t k = 0; k < constants_; ++k) {
    const Node& node = graph.node(plan.constants[k]);
    with_number(node.type.number,
                [&](auto zero) { fill_block<decltype(zero)>(memory_.data() + k * register_bytes, node.number); });
  }
}

std::size_t run_chain(const ElementChain& chain, std::span<const ChainInput> inputs, ChainMemory& memory, void* to,
                      std::size_t size, std::size_t points) {
  for (std::size_t first = 0; first < points; first += block_points) {
    const std::size_t count = std::min(block_points, points - first);
    for (std::size_t k = 0; k < inputs.size(); ++k)
      if (inputs[k].from != nullptr)
        gather(inputs[k].values, inputs[k].from + first, memory.input_register(k), count, chain.inputs[k].size);
    const auto place_of = [&](const ElementChain::Operand& operand) -> const void* {
      if (operand.source == ElementChain::Source::constant) return memory.constant(operand.number);
      if (operand.source == ElementChain::Source::result) return memory.register_at(operand.number);
      const ChainInput& input = inputs[operand.number];
      if (input.from != nullptr) return memory.input_register(operand.number);
      return static_cast<const std::byte*>(input.values) + first * operand.size;
    };
    for (const ElementChain::Step& step : chain.steps) {
      std::array<const void*, 4> operands;
      for (std::size_t k = 0; k < step.operand_count; ++k) operands[k] = place_of(step.operands[k]);
      const bool is_last = &step == &chain.steps.back();
      void* const results = is_last ? static_cast<std::byte*>(to) + first * size : memory.register_at(step.to);
      const std::size_t done = step.kernel(operands.data(), results, count);
      if (done < count) return first + done;
    }
  }
  return points;
}

}  // namespace ramet::inline v1::expr
