#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ramet::inline v1::expr {

enum class SyntaxKind : std::uint8_t {
  // expressions
  integer,    ///< text: as spelled
  real,       ///< text: as spelled
  character,  ///< text: the character
  string,     ///< text: the characters
  boolean,    ///< text: true or false
  name,       ///< text: with its namespaces; children: template arguments
  type,       ///< text: with its namespaces, "unsigned int", and & of references that are not const; children: template
              ///< arguments
  call,       ///< children: what is called, arguments
  construct,  ///< text: ( or {; children: the type, arguments
  list,       ///< children: what stands in braces without a type
  index,      ///< children: what is indexed, indices
  member,     ///< text: name; children: the object
  unary,      ///< text: operator; children: the operand
  step,       ///< ++ and --: text: operator, "++_" behind the operand; children: the operand
  binary,     ///< text: operator; children: two operands
  assign,     ///< text: = or +=, ...; children: two operands
  ternary,    ///< children: condition, value if true, value if false
  cast,       ///< children: type, operand
  lambda,     ///< children: captures (a list: text: = or & for all others; declare: name, with & by reference, and the
              ///< initial value of new ones), type of the result or nothing, parameters (declare), the body (block)
  // of Python
  comparison,  ///< a < b <= c: text: the operators, separated by spaces; children: the operands
  keyword,     ///< of a call: text: the argument's name; children: its value
  slice,       ///< a:b:c: children: begin, end, step; missing ones are `nothing`
  tuple,       ///< of indices: children: these
  ellipsis,    ///< ... among indices
  // statements
  block,       ///< children: statements
  declare,     ///< text: name; children: type, and the initial value if there is one
  branch,      ///< if: children: condition, statement, and the statement behind else if there is one
  loop,        ///< for, while: children: first statement, condition, step, body; missing ones are `nothing`
  loop_last,   ///< do: children: body, condition
  range_loop,  ///< for (declaration : range): children: declare, range, body
  choice,      ///< switch: children: value, then label and statements of it
  label,       ///< case: children: value; none for default
  result,      ///< return: children: the value
  leave,       ///< break
  next,        ///< continue
  nothing,
};

/// A part of an expression as it is written: text[begin, end) of the whole. The parsers bound how deep they nest.
/// Threads: a value.
struct Syntax {
  SyntaxKind kind = SyntaxKind::nothing;
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string text;
  std::vector<Syntax> children;
  std::uint32_t height = 0;  ///< how many parts stand one below the other in it
};

/// How deep brackets, operators and statements may nest.
inline constexpr std::size_t deepest_nesting = 200;

/// Parts that may stand one below the other: chains of operators nest, too, and what walks them recurses.
inline constexpr std::uint32_t highest_syntax = 400;

/// The name of a type: without namespaces, and without & of references.
std::string_view plain_name(const Syntax& type) noexcept;

/// Without the namespaces std, ROOT, ROOT::VecOps, ROOT::Math, VecOps: where the checker does not need them.
std::string_view without_namespaces(std::string_view name) noexcept;

}  // namespace ramet::inline v1::expr
