#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "ramet/expr/internal/graph/node.hpp"

namespace ramet::inline v1::expr {

/// The nodes of a program. Arguments come before the nodes that use them. Threads: const-safe.
class Graph {
 public:
  Graph() { spaces_.push_back({}); }

  const Node& node(NodeId id) const noexcept { return nodes_[id]; }
  const Space& space(SpaceId id) const noexcept { return spaces_[id]; }
  const Loop& loop(std::uint32_t number) const noexcept { return loops_[number]; }
  std::size_t size() const noexcept { return nodes_.size(); }
  std::size_t loop_count() const noexcept { return loops_.size(); }
  const std::vector<std::string>& strings() const noexcept { return strings_; }
  /// The expressions' texts.
  const std::vector<std::string>& texts() const noexcept { return texts_; }
  std::uint32_t add_text(std::string text) {
    texts_.push_back(std::move(text));
    return static_cast<std::uint32_t>(texts_.size() - 1);
  }

  /// What random numbers are functions of, besides their calls: the seed, and the key of the entry if it is not its
  /// number.
  struct Random {
    std::uint64_t seed = 0;
    std::optional<NodeId> key;
  };
  Random random;

  /// The node, or the one that is equal to it. Its space, and whether it is total, follow from its arguments, unless it
  /// begins a space. Throws Error(misuse) when there are too many.
  NodeId add(Node node);

  template <class Number>
  NodeId constant(Number value);
  NodeId constant(NumberType type, std::uint64_t bits);
  NodeId constant(const std::string& value);
  /// Make the node a constant, or give the constant another value. No nodes may be added afterwards.
  void set_constant(NodeId node, double value);

  /// The values of lists, in the space of their elements. Of lists that were rebuilt, what they were rebuilt of.
  NodeId items(NodeId list);
  /// The values of lists, in the space of the elements of others.
  NodeId items(NodeId list, NodeId shape);
  /// The lists that a list has the elements of.
  NodeId shape(NodeId list) const noexcept;
  NodeId rebuild(NodeId shape, NodeId values);
  /// The values of lists at the elements of others, which may be more or fewer: see NodeKind::align and present.
  NodeId align(NodeId list, NodeId shape);
  NodeId present(NodeId list, NodeId shape);
  /// The number of the point among those of its entry; the space is one of elements.
  NodeId position(SpaceId space);
  /// The value, as one of the space, which is below its own.
  NodeId lift(NodeId value, SpaceId space);
  SpaceId elements_space(NodeId shape);

  /// A loop with these initial values, whose condition and next values are to be set.
  std::uint32_t add_loop(SpaceId outside, std::vector<NodeId> initial);
  NodeId outcome(std::uint32_t loop, std::size_t variable);
  void finish_loop(std::uint32_t loop, NodeId condition, std::vector<NodeId> next);

  /// Whether the space is the other, or above it.
  bool contains(SpaceId above, SpaceId below) const noexcept;
  /// The lower one of two, of which one is above the other.
  SpaceId lower(SpaceId one, SpaceId other) const noexcept {
    return spaces_[one].depth >= spaces_[other].depth ? one : other;
  }

 private:
  /// What became of a node that was moved: nothing if it cannot be.
  struct Moved {
    std::optional<NodeId> node;
    bool has_old = false;  ///< it is a function of the elements of the list that it was computed for
  };

  std::optional<NodeId> moved_values(NodeId list, NodeId shape);
  std::optional<NodeId> moved(NodeId value, SpaceId from, NodeId shape, bool& has_old);
  static std::uint64_t hash(const Node& node) noexcept;
  static bool equal(const Node& one, const Node& other) noexcept;

  // Nodes and loops stay where they are, so that references to them hold while others are added.
  std::deque<Node> nodes_;
  std::vector<Space> spaces_;
  std::deque<Loop> loops_;
  std::vector<std::string> strings_;
  std::vector<std::string> texts_;
  std::unordered_multimap<std::uint64_t, NodeId> known_;
  std::map<std::pair<NodeId, NodeId>, Moved> moved_;  // of a node and the lists that it was moved to
};

template <class Number>
NodeId Graph::constant(Number value) {
  std::uint64_t bits = 0;
  __builtin_memcpy(&bits, &value, sizeof value);
  return constant(array::number_type<Number>(), bits);
}

/// Levels of lists that values may have.
inline constexpr unsigned deepest_lists = 64;

/// Nodes that may stand one above the other: they are computed by recursion.
inline constexpr unsigned highest_node = 2000;

/// Nodes that a program may have.
inline constexpr std::size_t most_nodes = 1 << 20;

}  // namespace ramet::inline v1::expr
