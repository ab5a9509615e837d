#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ramet/expr/internal/formula/parameters.hpp"
#include "ramet/expr/internal/formula/predefined.hpp"
#include "ramet/expr/internal/text/syntax.hpp"
#include "ramet/expr/internal/text/token_reader.hpp"

namespace ramet::inline v1::expr {

/// A formula, as syntax of C++: variables are names x, y, z, t, x[4], ...; parameters are names in brackets. Threads: a
/// value.
struct ParsedFormula {
  Syntax syntax;
  std::size_t variables = 1;
  std::vector<std::string> parameters;  ///< without brackets, in order
  std::vector<std::string> names;       ///< of the parameters, as they are shown
};

/// Throws Error(misuse), with the place in the text.
ParsedFormula parse_formula(const std::string& text);

/// The name of the variable of this number.
std::string variable_name(std::size_t number);

/// Recursive descent over the formulas of ROOT's TFormula: numbers and operators of C++, and ^ for powers. Threads: one
/// at a time.
class FormulaGrammar {
 public:
  explicit FormulaGrammar(std::string_view text);

  ParsedFormula whole();

 private:
  /// The body of a predefined function: its variables and parameters are those of a lambda around it.
  FormulaGrammar(std::string_view text, const FormulaGrammar& caller, std::size_t begin);

  std::optional<Predefined> function_alone() const;
  Syntax ternary();
  Syntax binary(int level);
  Syntax unary();
  Syntax power();
  Syntax postfix();
  Syntax primary();
  Syntax named();
  Syntax parameter();
  Syntax variable(const std::string& name, std::size_t number, std::size_t begin);
  std::string bracketed();

  Syntax call_of(const std::string& name, std::size_t begin);
  Syntax predefined(const Predefined& function, std::size_t begin);
  std::vector<Syntax> arguments();
  std::vector<Syntax> range(std::size_t begin);
  Syntax expanded(const Predefined& function, std::vector<Syntax> arguments, std::size_t begin);
  Syntax numbered(std::size_t number, std::size_t begin);

  Syntax node(SyntaxKind kind, std::size_t begin, std::string text = {}, std::vector<Syntax> children = {}) const;
  Syntax call(std::string name, std::size_t begin, std::vector<Syntax> arguments) const;
  std::size_t number_of(const std::string& digits) const;
  [[noreturn]] void fail_here(const std::string& what) const { reader_.fail_here(what); }

  std::string_view text_;
  TokenReader reader_;
  std::optional<std::pair<std::size_t, std::size_t>> stands_;  ///< of bodies: where the call stands
  std::size_t variables_ = 1;
  FormulaParameters parameters_;
  std::size_t bodies_ = 0;  ///< bytes of predefined functions that were used
};

}  // namespace ramet::inline v1::expr
