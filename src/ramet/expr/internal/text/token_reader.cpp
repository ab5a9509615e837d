#include "ramet/expr/internal/text/token_reader.hpp"

#include <algorithm>
#include <utility>

#include "ramet/expr/internal/text/error.hpp"

namespace ramet::inline v1::expr {

void TokenReader::expect(std::string_view symbol) {
  if (!accept(symbol)) fail_here(fmt::format("expected '{}', found {}", symbol, found()));
}

bool TokenReader::accept_first(char symbol) {
  Token& token = tokens_[place_];
  if (token.kind != TokenKind::symbol || token.text.front() != symbol) return false;
  if (token.text.size() == 1) {
    ++place_;
  } else {
    // Two symbols from now on, also for a parser that goes back.
    Token rest{TokenKind::symbol, token.begin + 1, token.end, token.text.substr(1)};
    token = {TokenKind::symbol, token.begin, token.begin + 1, std::string(1, symbol)};
    ++place_;
    tokens_.insert(tokens_.begin() + static_cast<std::ptrdiff_t>(place_), std::move(rest));
  }
  return true;
}

Syntax TokenReader::made(SyntaxKind kind, std::size_t begin, std::string text, std::vector<Syntax> children) const {
  std::uint32_t height = 0;
  for (const Syntax& child : children) height = std::max(height, child.height + 1);
  if (height > highest_syntax) fail_here(fmt::format("more than {} operations on one another", highest_syntax));
  return {kind, begin, last_end(), std::move(text), std::move(children), height};
}

void TokenReader::fail_here(const std::string& what, ErrorKind kind) const {
  fail_at(kind, text_, peek().begin, peek().end, what);
}

std::string TokenReader::found() const {
  if (at_end()) return "the end";
  return fmt::format("'{}'", text_.substr(peek().begin, std::min<std::size_t>(peek().end - peek().begin, 40)));
}

}  // namespace ramet::inline v1::expr
