#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "ramet/expr/internal/graph/operation.hpp"
#include "ramet/expr/internal/graph/value_type.hpp"

namespace ramet::inline v1::expr {

using NodeId = std::uint32_t;
using SpaceId = std::uint32_t;

inline constexpr SpaceId entries_space = 0;

/// What a node's values are given for: the entries, the elements of lists, or the runs of a loop's body. There is one
/// value for each point of the space.
struct Space {
  enum class Kind : std::uint8_t { entries, elements, loop };
  Kind kind = Kind::entries;
  SpaceId parent = entries_space;
  /// How far below the entries.
  std::uint32_t depth = 0;
  /// The lists whose elements these are (a node of the parent space), or the loop's number.
  std::uint32_t owner = 0;
};

enum class NodeKind : std::uint8_t {
  column,    ///< number: which of the columns
  constant,  ///< number: the bits of the value; of strings, the place in Graph::strings
  entry,     ///< the number of the entry
  slot,      ///< the number of the thread's slot
  random,    ///< a random number; number: RandomCall; arguments: the distribution's parameters
  key,       ///< arguments: numbers that identify the event, as uint64; one for them all
  element,   ///< a function of numbers at the same point; number: ElementOperation
  call,      ///< another function; number: CallOperation
  items,    ///< arguments: lists, and the lists whose elements the space has: the values of the former, one for each of
            ///< the latter's; the number in each must be equal
  align,    ///< arguments: lists, and the lists whose elements the space has: the values of the former, as far as there
            ///< are any; zeros and empty ones behind them
  present,  ///< the same arguments: whether `align` has a value of the list there
  position,  ///< the number of the point among those of its entry
  rebuild,   ///< arguments: lists, values for their elements: lists as the former with these values
  lift,      ///< argument: the same values, in a space below
  choose,    ///< arguments: condition, value if true, value otherwise: only those that are wanted are computed
  state,     ///< number: which variable of the loop, while it runs
  outcome,   ///< number: which variable of a loop, when it has ended; arguments: none
};

/// A value that is computed from others. Equal nodes are one. Threads: immutable when the graph is made.
struct Node {
  NodeKind kind = NodeKind::constant;
  /// Cannot throw, whatever the values.
  bool total = true;
  ValueType type;
  SpaceId space = entries_space;
  /// How many nodes stand one above the other below it.
  std::uint32_t height = 0;
  std::uint64_t number = 0;
  std::uint32_t loop = 0;  ///< of states and outcomes
  std::vector<NodeId> arguments;
  /// Where it stands in Graph::texts, for messages; the first place of equal ones.
  std::uint32_t text = 0;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

/// Variables that change until a condition is false.
struct Loop {
  SpaceId outside = entries_space;
  SpaceId inside = entries_space;
  std::vector<NodeId> initial;  ///< in the space outside
  std::vector<NodeId> states;   ///< the variables while it runs; inside
  NodeId condition = 0;         ///< inside
  std::vector<NodeId> next;     ///< inside
};

}  // namespace ramet::inline v1::expr
