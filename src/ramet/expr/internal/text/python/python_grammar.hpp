#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ramet/expr/internal/text/python/python_token.hpp"
#include "ramet/expr/internal/text/syntax.hpp"
#include "ramet/expr/internal/text/token_reader.hpp"

namespace ramet::inline v1::expr {

/// Recursive descent over a Python expression. Threads: one at a time.
class PythonGrammar {
 public:
  explicit PythonGrammar(std::string_view text) : reader_(text, tokenize_python(text)) {}

  /// The whole text.
  Syntax whole();

 private:
  Syntax expression();
  Syntax either();
  Syntax both();
  Syntax inversion();
  Syntax comparison();
  /// The comparison operator that is next, which is taken; empty if there is none.
  std::string comparison_operator();
  Syntax binary(int level);
  Syntax signed_value();
  Syntax power();
  Syntax postfix();
  Syntax atom();
  std::vector<Syntax> arguments();
  Syntax indices();
  Syntax one_index();
  bool at_keyword(std::string_view word) const noexcept { return reader_.at_word(word); }
  [[noreturn]] void fail_expected();

  Syntax node(SyntaxKind kind, std::size_t begin, std::string text = {}, std::vector<Syntax> children = {}) const {
    return reader_.made(kind, begin, std::move(text), std::move(children));
  }

  TokenReader reader_;
};

}  // namespace ramet::inline v1::expr
