#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "ramet/expr/internal/check/builder.hpp"
#include "ramet/expr/internal/draw/draw_names.hpp"
#include "ramet/expr/internal/text/syntax.hpp"

namespace ramet::inline v1::expr {

/// What an expression is at the rows: a node, and the condition that all array elements it is made of are there. Where
/// it does not hold, the value is NaN. Threads: a value.
struct DrawValue {
  NodeId node = 0;
  std::optional<NodeId> valid;
  /// A column of whole numbers, or Entry$ and its like: what TTree::Draw makes bins around whole numbers for.
  bool is_whole = false;
};

/// A place in an array level. Threads: a value.
struct DrawIndex {
  enum class Kind : std::uint8_t {
    every,     ///< [] or none: the rows go through all elements
    fixed,     ///< a number in the text
    computed,  ///< an expression with one value for each entry
    listed,    ///< an expression with a list of values for each entry: the rows go through them
    row,       ///< an expression of the row's number
  };
  Kind kind = Kind::every;
  std::uint64_t place = 0;         ///< of fixed ones
  DrawValue value;                 ///< of computed ones; of listed ones, `node` has the list, of numbers that are int64
  std::optional<NodeId> kept;      ///< of computed ones: rows exist only where it is true
  const Syntax* syntax = nullptr;  ///< of those of rows
  std::size_t begin = 0;           ///< in the text
  std::size_t end = 0;
};

/// An array (or a value that is none) that is used by an expression, on its way to the values at the rows.
/// Threads: one at a time.
struct DrawUse {
  enum class Role : std::uint8_t {
    leads,    ///< rows go through its elements
    follows,  ///< it takes what is there for the rows: in Alt$
  };
  /// What is wanted of the element, or of the container that is left.
  enum class Gives : std::uint8_t { value, count, length };
  DrawColumn column;
  std::vector<DrawIndex> indices;
  Gives gives = Gives::value;
  Role role = Role::leads;
  std::size_t aliases = 0;  ///< that it stands in
  NodeId node = 0;          ///< values or lists, after `level` levels
  std::size_t level = 0;    ///< how many levels are done
  bool has_index = false;   ///< a level is done by an index that rows do not go through
  std::optional<NodeId> valid;
};

/// The rows of some expressions: loops inside one another, over elements of lists that are gone through at once. First
/// all arrays are added; then open() finds the loops. Threads: one at a time.
class DrawLoops {
 public:
  explicit DrawLoops(Builder& build) noexcept : build_(build) {}

  /// Add an array that a part of the text stands for, which is asked for by the same key later; of several arrays that
  /// it stands for, each has a number.
  void add(const void* key, DrawUse use, std::size_t number = 0);
  bool has(const void* key, std::size_t number = 0) const { return places_.contains({key, number}); }
  DrawUse& use(const void* key, std::size_t number = 0) { return uses_[places_.at({key, number})]; }
  /// Make the loops.
  void open();

  bool has_loops() const noexcept { return !shapes_.empty(); }
  /// Whether there are lists, also those that have indices.
  bool has_lists() const noexcept { return has_lists_; }
  /// The space whose points are the rows.
  SpaceId space() const noexcept { return space_; }
  /// Rows exist only where it is true: the elements that fixed indices ask for are there.
  std::optional<NodeId> kept() const noexcept { return kept_; }
  /// The numbers that rows have, as lists for each entry. Where `condition` does not hold, they are left out.
  NodeId lists(NodeId numbers, std::optional<NodeId> condition);
  /// How many rows each entry has.
  NodeId counts();
  /// The row's number in its entry.
  NodeId position();

  /// Take a level's element at a place (of int64).
  void pick(DrawUse& use, NodeId place, std::optional<NodeId> valid);

  /// The row's number, if it is not that of these loops: in an index.
  std::optional<NodeId> row;
  /// What has been made of parts of the text already.
  std::unordered_map<const void*, DrawValue> known;

 private:
  struct Candidate {
    DrawUse* use;
    NodeId list;
    std::uint64_t size;
  };

  void advance(DrawUse& use);
  void keep_where(NodeId condition);
  /// The lists that the use goes through next; nothing if it is at its values.
  std::optional<Candidate> next(DrawUse& use);
  NodeId common_shape(std::vector<Candidate>& candidates);
  void step(DrawUse& use, NodeId list, NodeId shape);
  void step_to_first(DrawUse& use);
  NodeId both(std::optional<NodeId> one, NodeId other);

  Builder& build_;
  std::vector<DrawUse> uses_;
  std::map<std::pair<const void*, std::size_t>, std::size_t> places_;
  std::vector<NodeId> shapes_;
  SpaceId space_ = entries_space;
  std::optional<NodeId> kept_;
  bool has_lists_ = false;
};

}  // namespace ramet::inline v1::expr
