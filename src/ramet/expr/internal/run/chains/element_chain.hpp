#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "ramet/bytes/buffer.hpp"
#include "ramet/expr/internal/graph/graph.hpp"
#include "ramet/expr/internal/run/element_kernels.hpp"
#include "ramet/expr/internal/run/loops/loop_plan.hpp"

namespace ramet::inline v1::expr {

/// Points that a chain computes at once: then its registers, of 2 KiB, stay in the first-level cache.
inline constexpr std::size_t block_points = 256;

/// Functions of numbers at the same points that are computed together, one block of points after the other: what they
/// hand to each other is never written to memory as a whole. A step is one function, or a fusion of several. Threads:
/// immutable.
struct ElementChain {
  /// Where an operand is: the values of a node outside of the chain, a constant, or the result of a step before.
  enum class Source : std::uint8_t { input, constant, result };
  struct Operand {
    Source source = Source::input;
    std::uint8_t size = 0;     ///< bytes of a value
    std::uint32_t number = 0;  ///< of `inputs`, of ElementPlan::constants, or of a register
  };
  struct Step {
    ElementKernel kernel = nullptr;
    std::array<Operand, 4> operands;
    std::uint8_t operand_count = 0;
    std::uint32_t to = 0;  ///< the register of the result; of the last step, none
  };

  struct Input {
    NodeId node = 0;
    std::uint8_t size = 0;  ///< bytes of a value
  };

  std::vector<Input> inputs;
  std::vector<Step> steps;  ///< the last one has the values of the chain's node
};

/// The element nodes of a graph, divided into chains. Threads: immutable.
struct ElementPlan {
  std::vector<ElementChain> chains;
  std::vector<std::uint32_t> chain_of;  ///< of each node; of others than element nodes, no chain
  std::vector<NodeId> constants;        ///< that chains use
  std::size_t registers = 0;            ///< that the largest chain needs, without those of its inputs
  std::size_t inputs = 0;               ///< of the chain with most
  std::vector<bool> is_kept;            ///< of each node: whether a result's array takes its values
  std::vector<LoopPlan> loops;          ///< of each loop of the graph

  /// The chain that ends with an element node.
  const ElementChain& chain(NodeId node) const noexcept { return chains[chain_of[node]]; }
};

/// Divide the element nodes of a graph into chains. A node is in the chain of the nodes that use it if these are in one
/// chain and have the same points. Functions that may have no result end a chain, and so do `results`, whose values are
/// wanted from outside.
ElementPlan plan_elements(const Graph& graph, std::span<const NodeId> results);

/// The memory in which the chains of a plan run: constants, once for each point of a block, and registers. Threads: one
/// at a time.
class ChainMemory {
 public:
  ChainMemory(const ElementPlan& plan, const Graph& graph);

  const std::byte* constant(std::size_t number) const noexcept { return memory_.data() + number * register_bytes; }
  std::byte* register_at(std::size_t number) noexcept {
    return memory_.data() + (constants_ + number) * register_bytes;
  }
  /// Room for a block of an input's values.
  std::byte* input_register(std::size_t number) noexcept { return register_at(registers_ + number); }

 private:
  // Not a multiple of a page: loads would wait for stores to the same place of another page.
  static constexpr std::size_t register_bytes = block_points * sizeof(std::uint64_t) + 192;

  std::size_t constants_;
  std::size_t registers_;
  bytes::Buffer memory_;
};

/// The values of a chain's input: one for each point, or those at `from` for points below. Threads: a view.
struct ChainInput {
  const void* values = nullptr;
  const std::uint32_t* from = nullptr;
};

/// Compute a chain for `points` points; `to` has room for the results, of `size` bytes each. Returns `points`, or the
/// first point where the last function has no result.
std::size_t run_chain(const ElementChain& chain, std::span<const ChainInput> inputs, ChainMemory& memory, void* to,
                      std::size_t size, std::size_t points);

}  // namespace ramet::inline v1::expr
