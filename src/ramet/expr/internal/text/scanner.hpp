#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ramet/expr/internal/text/token.hpp"

namespace ramet::inline v1::expr {

/// What tokenizers of several languages have in common: a text, a place in it, and the tokens so far. Threads: one
/// thread.
class Scanner {
 protected:
  /// Throws Error(misuse) for texts above `longest_text`.
  explicit Scanner(std::string_view text);

  static bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }
  static bool begins_name(char c) noexcept { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
  static bool continues_name(char c) noexcept { return begins_name(c) || is_digit(c); }

  /// The character so far ahead; '\0' behind the end.
  char at(std::size_t ahead) const noexcept { return place_ + ahead < text_.size() ? text_[place_ + ahead] : '\0'; }
  bool is_at_end() const noexcept { return place_ >= text_.size(); }

  /// Make the next characters a token.
  void add(TokenKind kind, std::size_t length);
  /// Make the next characters the first of the symbols that fits. Throws Error(misuse) if none does.
  void add_symbol(std::span<const std::string_view> symbols);
  /// The character that the escape sequence ahead stands for; goes behind it. Throws Error(misuse).
  char escape();
  /// Throw Error(misuse) that shows so many characters from here.
  [[noreturn]] void fail_here(std::size_t length, const std::string& what) const;
  /// All tokens and one of kind `end`.
  std::vector<Token> take();

  std::string_view text_;
  std::size_t place_ = 0;
  std::vector<Token> tokens_;

 private:
  char numbered_escape();
};

}  // namespace ramet::inline v1::expr
