#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ramet/expr/internal/check/checker.hpp"

namespace ramet::inline v1::expr {

struct FunctionEntry;

/// A call of a function while it is checked. Threads: one at a time.
struct CallSite {
  Checker& checker;
  Builder& build;
  std::string_view name;
  const FunctionEntry& function;
  const std::vector<Syntax>& template_arguments;
  std::vector<Operand> arguments;
  std::span<const Syntax> written = {};  ///< the arguments as they are written

  NodeId node(std::size_t number) const { return checker.number(arguments[number]); }
  NodeId list(std::size_t number) const { return checker.list(arguments[number]); }
  ValueType type(std::size_t number) const { return build.type(node(number)); }
  bool is_list(std::size_t number) const {
    return (arguments[number].is_value() && build.type(arguments[number].node).is_list()) ||
           (arguments[number].is_record() && arguments[number].depth > 0);
  }
};

/// A function of expressions, and how nodes are made of it. Threads: immutable.
struct FunctionEntry {
  std::string_view name;  ///< without the namespaces std and ROOT; TMath's keep theirs
  std::size_t least = 1;  ///< arguments
  std::size_t most = 1;
  Operand (*make)(const CallSite&) = nullptr;
  ElementOperation operation{};  ///< of those that are one operation
  CallOperation call{};
  std::string_view says;  ///< what it is, for the reference
};

/// The functions of one kind: sorted by nothing, few.
std::span<const FunctionEntry> math_functions() noexcept;
std::span<const FunctionEntry> constant_functions() noexcept;
std::span<const FunctionEntry> statistics_functions() noexcept;
std::span<const FunctionEntry> probability_functions() noexcept;
std::span<const FunctionEntry> algorithm_functions() noexcept;
std::span<const FunctionEntry> sequence_functions() noexcept;
std::span<const FunctionEntry> format_functions() noexcept;
std::span<const FunctionEntry> list_functions() noexcept;
std::span<const FunctionEntry> kinematic_functions() noexcept;
std::span<const FunctionEntry> other_functions() noexcept;

/// The function that a name, with its namespaces, stands for; null if there is none.
const FunctionEntry* find_function(std::string_view name) noexcept;

/// The places of a list's elements in rising order, or in that which a lambda says; with `falling` the other way
/// around, equal ones in the order that they have.
NodeId order_of(const CallSite& call, const Operand& list, const Operand* before, bool falling = false);

/// step(step(start, v[0]), v[1]) ..., where a step adds if there is no lambda for it; in the type of the start.
Operand sum_from(const CallSite& call, const Operand& list, const Operand& start, const Operand* step);

/// An operator as a function of two, as std::less<>() has it.
Operand comparison_of(std::string_view symbol);

/// The names of all, for messages.
std::vector<std::string_view> function_names();

/// A constant that C, C++ or ROOT has under the name, as M_PI.
std::optional<Operand> constant_named(Builder& build, std::string_view name);

}  // namespace ramet::inline v1::expr
