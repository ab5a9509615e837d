#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "ramet/expr/internal/graph/graph.hpp"
#include "ramet/expr/internal/run/chains/fused_kernels.hpp"
#include "ramet/expr/internal/run/element_kernels.hpp"

namespace ramet::inline v1::expr {

/// Of nodes that are in no chain.
inline constexpr std::uint32_t no_chain = ~std::uint32_t{0};

/// A kernel that computes a node of a chain, and with it nodes below that nothing else needs. Threads: a value.
struct Cover {
  NodeId node = 0;
  ElementKernel kernel = nullptr;
  std::array<NodeId, 4> leaves{};
  std::uint8_t count = 0;

  std::span<const NodeId> arguments() const noexcept { return {leaves.data(), count}; }
};

/// Finds the kernels of chains: fusions where there are some, from the end of the chain on. Threads: one at a time.
class Covers {
 public:
  /// `chain_of`: which chain each node is in.
  Covers(const Graph& graph, std::span<const std::uint32_t> chain_of);

  /// The kernels of a chain, in rising order of their nodes.
  std::vector<Cover> of_chain(std::span<const NodeId> nodes);

 private:
  Cover cover(NodeId id);
  bool fuse(NodeId id, Cover& found);
  bool fuse_basic(NodeId core, Fusion& fusion, Cover& found);
  bool fuse_widened(NodeId core, Cover& found);
  // Whether a node is only needed by the one above it, in the same chain.
  bool is_inner(NodeId id, NodeId above) const;
  bool is_inner_basic(NodeId id, NodeId above) const;
  void take_leaves(Cover& found, std::span<const NodeId> arguments) const;
  ElementOperation operation(NodeId id) const { return static_cast<ElementOperation>(graph_.node(id).number); }

  const Graph& graph_;
  std::span<const std::uint32_t> chain_of_;
  std::vector<std::uint32_t> uses_;
  std::vector<bool> is_covered_;
};

}  // namespace ramet::inline v1::expr
