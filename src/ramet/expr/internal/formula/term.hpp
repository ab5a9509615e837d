#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "ramet/expr/internal/formula/formula_grammar.hpp"

namespace ramet::inline v1::expr {

enum class TermKind : std::uint8_t {
  number,  ///< value; text: as it is spelled
  symbol,  ///< text: of a variable, a parameter or a constant
  negate,  ///< one operand
  add,     ///< two, as of the following
  subtract,
  multiply,
  divide,
  call,      ///< text: the function
  choose,    ///< condition, value if true, value otherwise
  constant,  ///< text: an operator whose result has no derivative but 0, as of comparisons; operands
};

struct Term;
/// Parts that occur several times are shared. Threads: immutable.
using TermPointer = std::shared_ptr<const Term>;

/// A part of a formula, with the bodies of predefined functions in their places. Threads: immutable.
struct Term {
  TermKind kind = TermKind::number;
  double value = 0;
  std::string text;
  std::vector<TermPointer> operands;

  bool is(double number) const noexcept { return kind == TermKind::number && value == number; }
};

/// Throws Error(unsupported) for syntax that has no value of a number, as texts.
TermPointer term_of(const ParsedFormula& parsed);

/// As a formula. Throws Error(unsupported) for more than 1 MiB.
std::string text_of(const TermPointer& term);

// Terms of terms; they leave out what does not change the value: + 0, * 1.
TermPointer number(double value);
TermPointer operator-(const TermPointer& operand);
TermPointer operator+(const TermPointer& left, const TermPointer& right);
TermPointer operator-(const TermPointer& left, const TermPointer& right);
TermPointer operator*(const TermPointer& left, const TermPointer& right);
TermPointer operator/(const TermPointer& left, const TermPointer& right);
TermPointer call(std::string function, std::vector<TermPointer> arguments);
TermPointer choose(TermPointer condition, TermPointer if_true, TermPointer if_false);
TermPointer less(const TermPointer& left, const TermPointer& right);

}  // namespace ramet::inline v1::expr
