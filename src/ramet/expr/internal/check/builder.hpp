#pragma once

#include <array>
#include <cstddef>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "ramet/expr/internal/graph/graph.hpp"
#include "ramet/expr/internal/graph/random_call.hpp"

namespace ramet::inline v1::expr {

/// Makes nodes by the rules of C++ and RVec: conversions, promotion, functions of lists element by element. Threads:
/// one at a time.
class Builder {
 public:
  explicit Builder(Graph& graph) noexcept : graph_(graph) {}

  Graph& graph() noexcept { return graph_; }
  const Node& node(NodeId id) const noexcept { return graph_.node(id); }
  const ValueType& type(NodeId id) const noexcept { return graph_.node(id).type; }

  /// The place in a text that new nodes have in messages.
  void stand_at(std::uint32_t text, std::size_t begin, std::size_t end) noexcept {
    text_ = text;
    begin_ = static_cast<std::uint32_t>(begin);
    end_ = static_cast<std::uint32_t>(end);
  }
  const std::string& text() const noexcept { return graph_.texts()[text_]; }
  std::size_t begin() const noexcept { return begin_; }
  std::size_t end() const noexcept { return end_; }

  /// A function of numbers, whose arguments have one type already. Of constants it is computed now.
  NodeId element(ElementOperation operation, NumberType result, std::initializer_list<NodeId> arguments);
  NodeId call(CallOperation operation, const ValueType& type, std::initializer_list<NodeId> arguments) {
    return call(operation, type, std::vector<NodeId>(arguments));
  }
  NodeId call(CallOperation operation, const ValueType& type, std::vector<NodeId> arguments);
  /// Random numbers for the points of the space; `total`: the parameters are known to be in their range.
  NodeId random(const RandomCall& call, SpaceId space, std::vector<NodeId> parameters, bool total);
  NodeId leaf(NodeKind kind, const ValueType& type, std::uint64_t number);

  /// The numbers, also those in lists, as another type.
  NodeId convert(NodeId value, NumberType to);
  NodeId to_bool(NodeId value);

  /// work(values), for numbers; for lists, element by element: those that are no lists go with each element. Lists of
  /// different lengths are found when it runs.
  template <class Work>
  NodeId for_elements(std::span<const NodeId> arguments, Work&& work);
  template <class Work>
  NodeId for_elements(std::initializer_list<NodeId> arguments, Work&& work) {
    return for_elements(std::span<const NodeId>(arguments.begin(), arguments.size()), std::forward<Work>(work));
  }
  /// The elements that for_elements goes through: of each argument, and the lists to rebuild.
  struct Elements {
    NodeId shape = 0;
    std::vector<NodeId> values;
  };
  Elements elements(std::span<const NodeId> arguments);

  /// Arithmetic and bits in the common type; of lists, element by element.
  NodeId arithmetic(ElementOperation operation, NodeId one, NodeId other);
  /// A comparison: bool; of lists, lists of int.
  NodeId compare(ElementOperation operation, NodeId one, NodeId other);
  NodeId equal(NodeId one, NodeId other) { return compare(ElementOperation::equal, one, other); }
  NodeId less(NodeId one, NodeId other) { return compare(ElementOperation::less, one, other); }
  NodeId logical_not(NodeId value) {
    return element(ElementOperation::logical_not, NumberType::boolean, {to_bool(value)});
  }
  /// Of numbers: the second is computed only where the first leaves it open, if it could throw.
  NodeId logical(bool is_and, NodeId one, NodeId other);
  NodeId negate(NodeId value);
  NodeId bit_not(NodeId value);
  /// A function of real numbers in float if all arguments are float, otherwise in double.
  NodeId real(ElementOperation operation, std::initializer_list<NodeId> arguments);
  /// The same, in double in any case if `always_double`.
  NodeId real(ElementOperation operation, std::span<const NodeId> arguments, bool always_double);

  /// condition ? one : other, of values of one type.
  NodeId choose(NodeId condition, NodeId one, NodeId other);

  /// A function of one number that costs much and never throws, work(number). Of an element that a loop takes of lists
  /// from outside of it, it is computed of the lists, once for each element: it has the same bits.
  template <class Work>
  NodeId of_one(NodeId value, Work&& work);

  NodeId index(NodeId list, NodeId place);
  NodeId size(NodeId list);
  /// The number, if it is a constant.
  bool is_constant(NodeId id) const noexcept { return node(id).kind == NodeKind::constant && type(id).is_number(); }

 private:
  /// Throws Error(misuse), with the place in the text, for strings and lists.
  void require_numbers(std::span<const NodeId> values) const;
  std::optional<NodeId> folded(ElementOperation operation, NumberType result, std::span<const NodeId> arguments);
  NodeId add_element(ElementOperation operation, NumberType result, std::vector<NodeId> arguments);
  bool are_of_combinations(NodeId places) const noexcept;
  bool is_taken_in_loop(NodeId value) const noexcept;
  std::optional<NodeId> before_combining(ElementOperation operation, NumberType result,
                                         std::span<const NodeId> arguments);

  Graph& graph_;
  std::uint32_t text_ = 0;
  std::uint32_t begin_ = 0;
  std::uint32_t end_ = 0;
};

template <class Work>
NodeId Builder::for_elements(std::span<const NodeId> arguments, Work&& work) {
  bool has_lists = false;
  for (const NodeId argument : arguments) has_lists = has_lists || type(argument).is_list();
  if (!has_lists) return work(arguments);
  const Elements found = elements(arguments);
  return graph_.rebuild(found.shape, for_elements(std::span<const NodeId>(found.values), std::forward<Work>(work)));
}

template <class Work>
NodeId Builder::of_one(NodeId value, Work&& work) {
  const Node& own = node(value);
  const bool is_converted =
      own.kind == NodeKind::element && static_cast<ElementOperation>(own.number) == ElementOperation::convert;
  const NodeId taken = is_converted ? own.arguments[0] : value;
  if (!is_taken_in_loop(taken)) return work(value);
  const NumberType number = type(value).number;
  const std::vector<NodeId> arguments = node(taken).arguments;
  const NodeId lists = for_elements({arguments[0]}, [&](std::span<const NodeId> values) {
    return work(is_converted ? convert(values[0], number) : values[0]);
  });
  return call(CallOperation::index, type(lists).item(), {lists, arguments[1]});
}

}  // namespace ramet::inline v1::expr
