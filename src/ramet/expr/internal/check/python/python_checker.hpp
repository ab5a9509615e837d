#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ramet/expr/internal/check/checker.hpp"

namespace ramet::inline v1::expr {

/// The arguments of a call of a Python function. Threads: a value.
struct PythonCall {
  std::string name;  ///< without its module, as "sqrt"
  bool is_of_module = false;
  std::vector<Operand> arguments;
  /// Those with names; None has the form `nothing`.
  std::vector<std::pair<std::string, Operand>> keywords;

  const Operand* keyword(std::string_view wanted) const noexcept {
    for (const auto& [known, value] : keywords)
      if (known == wanted) return &value;
    return nullptr;
  }
};

/// Makes nodes of what is written in Python: values have the types that NumPy 2 and awkward give them, numbers that are
/// written take the type of what they meet, and lists of equal lengths go together element by element. Shares names,
/// columns and definitions with the checker of C++. Threads: one at a time.
class PythonChecker {
 public:
  explicit PythonChecker(Checker& checker) noexcept : checker_(checker), build_(checker.build()) {}

  Operand check(const Syntax& syntax);

  // For functions:
  Builder& build() noexcept { return build_; }
  Operand unary(std::string_view symbol, const Operand& operand);
  Operand binary(std::string_view symbol, const Operand& one, const Operand& other);
  Operand choose(const Operand& condition, const Operand& one, const Operand& other);
  /// Elements at a place that counts from the front, or below 0 from the back; of lists of records, too.
  Operand element_at(const Operand& lists, const Operand& place);
  /// Elements where lists of truths are true, or at the places that they have.
  Operand masked(const Operand& lists, const Operand& places);
  /// How many levels of lists a value has.
  unsigned depth_of(const Operand& operand) const;
  /// A node of numbers or lists of them; throws Error(misuse) for what is none.
  NodeId numbers(const Operand& operand);
  /// The number that a literal stands for. Throws Error(misuse) for what is no whole number that is written.
  std::int64_t written_integer(const Operand& operand, std::string_view what);
  bool written_truth(const Operand& operand, std::string_view what);
  /// work(list) for the innermost lists.
  template <class Work>
  NodeId for_innermost(NodeId list, Work&& work);
  std::string spelled(const Operand& operand) const;
  [[noreturn]] void fail_here(const std::string& what, ErrorKind kind = ErrorKind::misuse) const {
    checker_.fail_here(what, kind);
  }
  NodeId convert(NodeId node, NumberType to) { return build_.convert(node, to); }
  /// A function of numbers of one type, made in one that kernels have.
  NodeId element(ElementOperation operation, NumberType type, std::span<const NodeId> values);

 private:
  // python_checker.cpp
  Operand check_any(const Syntax& syntax);
  Operand literal(const Syntax& syntax);
  Operand name(const Syntax& syntax);
  Operand member(const Syntax& syntax);
  Operand call(const Syntax& syntax);
  Operand method(const Syntax& syntax, PythonCall call);
  Operand call_named(const Syntax& syntax, PythonCall call);
  PythonCall arguments_of(const Syntax& syntax);
  Operand filled(const Syntax& syntax);

  // python_operators.cpp
  Operand chain(const Syntax& syntax);
  Operand logical(const Syntax& syntax);
  Operand written(std::string_view symbol, NodeId one, NodeId other);
  Operand written_integers(std::string_view symbol, std::int64_t one, std::int64_t other);
  NodeId arithmetic(std::string_view symbol, NodeId one, NodeId other, NumberType common);
  NodeId floor_operation(std::string_view symbol, NodeId one, NodeId other, NumberType common);
  NodeId power(NodeId one, NodeId other, NumberType common);
  NodeId bits(std::string_view symbol, NodeId one, NodeId other, NumberType common);
  NodeId compare(std::string_view symbol, NodeId one, NodeId other);
  Operand strings(std::string_view symbol, NodeId one, NodeId other);
  NodeId truth_of(const Operand& operand);
  /// Of a written number and another one: as one of the other's type, or a wider one of the same kind.
  NodeId fitted(NodeId written, NumberType other, bool must_fit);

  // python_subscripts.cpp
  Operand index(const Syntax& syntax);
  Operand indexed(const Operand& of, std::span<const Syntax> places);
  Operand one_place(const Operand& lists, const Syntax& place);
  Operand sliced(const Operand& lists, const Syntax& slice);
  Operand below(const Operand& lists, std::span<const Syntax> places);

  Checker& checker_;
  Builder& build_;
};

template <class Work>
NodeId PythonChecker::for_innermost(NodeId list, Work&& work) {
  if (build_.type(list).depth <= 1) return work(list);
  const Builder::Elements found = build_.elements(std::span<const NodeId>(&list, 1));
  return build_.graph().rebuild(found.shape, for_innermost(found.values[0], std::forward<Work>(work)));
}

/// A value as it is, but no longer one that takes the type of what it meets.
inline Operand typed(Operand operand) {
  operand.is_written = false;
  return operand;
}

/// What a function of NumPy, awkward or math gives; nothing if there is none of the name.
std::optional<Operand> call_python(PythonChecker& checker, const PythonCall& call);

/// The same of one that makes a number of each list.
std::optional<Operand> reduce_python(PythonChecker& checker, const PythonCall& call);

/// The names of those that make a number of each list, and of all functions, for messages.
std::vector<std::string_view> reduction_names();
std::vector<std::string_view> python_names();

}  // namespace ramet::inline v1::expr
