#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "ramet/expr/internal/text/syntax.hpp"
#include "ramet/expr/internal/text/token_reader.hpp"

namespace ramet::inline v1::expr {

/// Recursive descent over C++: statements (cpp_statements.cpp), expressions (cpp_expressions.cpp), types and names
/// (cpp_types.cpp). Threads: one at a time.
class CppGrammar {
 public:
  explicit CppGrammar(std::string_view text) : reader_(text) {}

  /// The whole text: an expression, or statements.
  Syntax whole();

 private:
  // statements
  bool begins_statements() const;
  Syntax statement();
  Syntax block();
  Syntax branch();
  Syntax for_loop();
  Syntax while_loop();
  Syntax do_loop();
  Syntax choice();
  bool begins_declaration();
  /// Of one variable, or a block of several; without the semicolon.
  Syntax declarations();
  Syntax declared(const Syntax& type, std::size_t begin);
  Syntax parts_declared(const Syntax& type, std::size_t begin);
  Syntax algorithm_as_loop(Syntax statement) const;
  [[noreturn]] void fail_unknown_type(const Syntax& name) const;
  [[noreturn]] void fail_without_type();
  Syntax array_declared(Syntax found);
  Syntax type_named(std::size_t begin);

  // expressions
  Syntax expression() { return assignment(); }
  /// Expressions with commas between them: the value is that of the last one.
  Syntax sequence();
  Syntax assignment();
  Syntax ternary();
  Syntax binary(int level);
  Syntax unary();
  Syntax postfix();
  Syntax primary();
  Syntax literal();
  Syntax string_literal();
  Syntax lambda();
  Syntax captures();
  Syntax parenthesis();
  Syntax size_of();
  Syntax named();
  std::vector<Syntax> arguments(std::string_view closing);
  Syntax construction(Syntax type);
  bool is_array(const Syntax& value) const;
  Syntax method_of(Syntax object, std::string name) const;
  Syntax place_of(Syntax element) const;
  Syntax decayed(Syntax value) const;
  void decay_beside_places(std::vector<Syntax>& arguments) const;

  // types and names
  /// A type, if one is next; otherwise nothing, and no token is taken.
  std::optional<Syntax> type();
  std::optional<Syntax> type_words(std::size_t begin);
  bool is_deduced_type(const Syntax& name) const;
  std::optional<std::vector<Syntax>> template_arguments(bool of_numbers);
  Syntax qualified_name();
  void skip_qualifiers();
  bool skip_function_pointer();

  Syntax node(SyntaxKind kind, std::size_t begin, std::string text = {}, std::vector<Syntax> children = {}) const {
    return reader_.made(kind, begin, std::move(text), std::move(children));
  }

  TokenReader reader_;
  std::map<std::string, Syntax> types_;  // that `using` and `typedef` name
  std::set<std::string> arrays_;         // variables that are arrays of C
};

}  // namespace ramet::inline v1::expr
