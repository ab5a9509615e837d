#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ramet/core/error.hpp"
#include "ramet/core/function_ref.hpp"
#include "ramet/expr/internal/check/checker.hpp"
#include "ramet/expr/internal/draw/draw_loops.hpp"
#include "ramet/expr/internal/draw/draw_names.hpp"

namespace ramet::inline v1::expr {

/// Makes nodes of expressions of TTree::Draw, and finds what is wrong with them. An expression is visited twice: first
/// for the arrays in it (collect), which say what rows there are, then for its value at the rows. Threads: one at a
/// time.
class DrawChecker {
 public:
  DrawChecker(Graph& graph, const Scope& scope)
      : scope_(scope), names_(scope), checker_(graph, scope), build_(checker_.build()) {}

  /// Add a text; what is checked next stands in it.
  void stand_in(const std::string& text) { text_ = build_.graph().add_text(text); }
  std::uint32_t text() const noexcept { return text_; }
  void stand_in(std::uint32_t text) noexcept { text_ = text; }

  /// Add the arrays of an expression to loops.
  void collect(const Syntax& syntax, DrawLoops& loops, DrawUse::Role role = DrawUse::Role::leads);
  /// The value at the rows, when the loops are open. Throws Error(misuse) or Error(unsupported), with the place.
  DrawValue value(const Syntax& syntax, DrawLoops& loops);
  /// The value at the rows of a whole expression, which may be one with other expressions' rows: it is repeated if it
  /// has none of its own.
  DrawValue whole_value(const Syntax& syntax, DrawLoops& loops);
  /// NaN, or an empty text, where the value is not valid.
  NodeId settled(const DrawValue& value);

  Builder& build() noexcept { return build_; }
  /// What column nodes are, by their number; behind them come Entries$, LocalEntry$, LocalEntries$.
  const std::vector<ColumnLeaf>& leaves() const noexcept { return leaves_; }

 private:
  /// A name with what follows it: a.b[2].c()
  struct Step {
    enum class Kind : std::uint8_t { member, index, call };
    Kind kind = Kind::member;
    std::string_view text;
    const Syntax* syntax = nullptr;
  };
  struct Chain {
    const Syntax* base = nullptr;
    std::vector<Step> steps;
  };
  struct Alias {
    const Scope::Definition* definition = nullptr;
    Syntax syntax;
    std::uint32_t text = 0;
    bool open = false;  ///< inside of it
  };

  /// A method of a vector that a file has, as tl.M().
  struct VectorCall {
    std::string method;
    DrawUse use;  ///< the vector
    std::vector<std::pair<std::string, DrawColumn>> coordinates;
  };

  // draw_checker.cpp
  Chain chain(const Syntax& syntax) const;
  Alias* alias(const Syntax& syntax);
  /// Call `work` with the syntax of an alias; places in it are those of the alias's text.
  void in_alias(Alias& alias, FunctionRef<void(const Syntax&)> work);
  DrawValue checked(const Syntax& syntax, DrawLoops& loops);
  DrawValue literal(const Syntax& syntax);
  DrawValue cast(const Syntax& syntax, DrawLoops& loops);
  DrawValue name(const Syntax& syntax, DrawLoops& loops);
  DrawValue accessed(const Syntax& syntax, DrawLoops& loops);
  NodeId leaf_node(const ColumnLeaf& leaf, const ValueType& type);
  void at(const Syntax& syntax) { build_.stand_at(text_, syntax.begin, syntax.end); }
  [[noreturn]] void fail_here(const std::string& what, ErrorKind kind = ErrorKind::misuse) const;

  // draw_access.cpp
  DrawUse resolve(const Syntax& syntax);
  Chain without_aliases(Chain parts);
  bool resolve_getter(const Chain& parts, DrawUse& use);
  std::size_t resolve_column(const Chain& parts, DrawUse& use);
  void resolve_steps(const Chain& parts, std::size_t first, DrawUse& use);
  void resolve_call(const Chain& parts, std::size_t step, const std::string& name, DrawUse& use);
  std::optional<VectorCall> vector_call(const Syntax& syntax);
  bool collect_vector(const Syntax& syntax, DrawLoops& loops, DrawUse::Role role);
  DrawValue vector_value(const Syntax& syntax, DrawLoops& loops);
  void finish(DrawUse& use);
  void take_first_row(DrawIndex& index);
  DrawIndex index(const Syntax& syntax);
  DrawValue use_value(DrawUse& use, DrawLoops& loops);
  [[noreturn]] void unknown(const Syntax& syntax, std::string_view wanted, std::span<const std::string_view> known);

  // draw_operators.cpp
  DrawValue unary(const Syntax& syntax, DrawLoops& loops);
  DrawValue binary(const Syntax& syntax, DrawLoops& loops);
  DrawValue logical(const Syntax& syntax, DrawLoops& loops);
  DrawValue ternary(const Syntax& syntax, DrawLoops& loops);
  DrawValue texts(std::string_view symbol, const DrawValue& one, const DrawValue& other);
  NodeId real(NodeId node);
  NodeId whole(NodeId node) { return build_.convert(real(node), NumberType::int64); }
  NodeId truth(NodeId node);
  NodeId divide(NodeId one, NodeId other);
  NodeId remainder(NodeId one, NodeId other);
  NodeId power(NodeId one, NodeId other);
  std::optional<NodeId> both(std::optional<NodeId> one, std::optional<NodeId> other);
  bool is_text(NodeId node) const { return build_.type(node) == ValueType::string(); }

  // draw_functions.cpp
  DrawValue call(const Syntax& syntax, DrawLoops& loops);
  DrawValue function(const Syntax& syntax, DrawLoops& loops);
  std::optional<DrawValue> special_name(std::string_view name, DrawLoops& loops);
  bool is_rndm(const Syntax& syntax) const;
  DrawValue special_call(const Syntax& syntax, DrawLoops& loops);
  DrawValue alternative(const Syntax& syntax, DrawLoops& loops);
  DrawValue reduction(const Syntax& syntax);
  std::optional<NodeId> guarded(std::string_view name, std::span<const NodeId> arguments);
  std::optional<DrawValue> text_function(std::string_view name, std::span<const DrawValue> arguments);
  NodeId select(NodeId condition, NodeId one, NodeId other) {
    return build_.element(ElementOperation::select, NumberType::float64, {condition, one, other});
  }
  NodeId constant(double number) { return build_.graph().constant(number); }

  const Scope& scope_;
  DrawNames names_;
  Checker checker_;  // for the functions that C++ has, too
  Builder& build_;
  std::vector<ColumnLeaf> leaves_;
  std::deque<Alias> aliases_;
  std::uint32_t text_ = 0;
  std::size_t depth_ = 0;
  std::size_t alias_depth_ = 0;
};

/// Whether a call of the name is no function of its arguments' values at a row: Sum$, Alt$, ...
bool is_special_call(std::string_view name) noexcept;

/// Columns that are made, not read: their numbers are behind those of the scope.
enum class MadeColumn : std::uint8_t { entries, local_entry, local_entries };
inline constexpr std::size_t made_column(MadeColumn column) noexcept {
  return (~std::size_t{0} >> 1) + static_cast<std::size_t>(column);
}

}  // namespace ramet::inline v1::expr
