#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ramet/core/error.hpp"
#include "ramet/expr/internal/text/syntax.hpp"
#include "ramet/expr/internal/text/token.hpp"

namespace ramet::inline v1::expr {

/// What the parsers share: tokens one after the other, and how deep the parser is. Threads: one at a time.
class TokenReader {
 public:
  explicit TokenReader(std::string_view text) : TokenReader(text, tokenize(text)) {}
  /// Of tokens that were made of the text, or of one like it.
  TokenReader(std::string_view text, std::vector<Token> tokens) : text_(text), tokens_(std::move(tokens)) {}

  const Token& peek(std::size_t ahead = 0) const noexcept {
    return tokens_[std::min(place_ + ahead, tokens_.size() - 1)];
  }
  bool at_end() const noexcept { return peek().kind == TokenKind::end; }
  bool at_symbol(std::string_view symbol, std::size_t ahead = 0) const noexcept {
    return peek(ahead).kind == TokenKind::symbol && peek(ahead).text == symbol;
  }
  bool at_word(std::string_view word, std::size_t ahead = 0) const noexcept {
    return peek(ahead).kind == TokenKind::name && peek(ahead).text == word;
  }
  Token take() { return tokens_[place_ + 1 < tokens_.size() ? place_++ : place_]; }
  /// Take the symbol if it is next.
  bool accept(std::string_view symbol) {
    if (!at_symbol(symbol)) return false;
    ++place_;
    return true;
  }
  bool accept_word(std::string_view word) {
    if (!at_word(word)) return false;
    ++place_;
    return true;
  }
  void expect(std::string_view symbol);
  /// Make two symbols of one: the first `>` of `>>`, where two lists of template arguments end.
  bool accept_first(char symbol);

  std::size_t place() const noexcept { return place_; }
  void go_back(std::size_t place) noexcept { place_ = place; }
  /// Where the last token that was taken ends.
  std::size_t last_end() const noexcept { return place_ == 0 ? 0 : tokens_[place_ - 1].end; }

  /// A part that ends with the last token that was taken. Throws Error(misuse) above `highest_syntax`.
  Syntax made(SyntaxKind kind, std::size_t begin, std::string text, std::vector<Syntax> children) const;

  [[noreturn]] void fail_here(const std::string& what, ErrorKind kind = ErrorKind::misuse) const;
  /// What was found, as "'>'" or "the end".
  std::string found() const;
  std::string_view text() const noexcept { return text_; }

  /// Counts how deep a parser is; throws Error(misuse) when it is too deep.
  class Nesting {
   public:
    explicit Nesting(TokenReader& reader) : reader_(reader) {
      if (++reader_.depth_ > deepest_nesting) {
        --reader_.depth_;
        reader_.fail_here(fmt::format("nested more than {} deep", deepest_nesting));
      }
    }
    Nesting(const Nesting&) = delete;
    Nesting& operator=(const Nesting&) = delete;
    ~Nesting() { --reader_.depth_; }

   private:
    TokenReader& reader_;
  };

 private:
  std::string_view text_;
  std::vector<Token> tokens_;
  std::size_t place_ = 0;
  std::size_t depth_ = 0;
};

}  // namespace ramet::inline v1::expr
