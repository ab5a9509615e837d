#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ramet::inline v1::expr {

enum class TokenKind : std::uint8_t { name, integer, real, character, string, symbol, end };

/// A piece of an expression's text: text[begin, end). Threads: a value.
struct Token {
  TokenKind kind = TokenKind::end;
  std::size_t begin = 0;
  std::size_t end = 0;
  /// As spelled; of strings and characters, what they stand for, without quotes and escapes.
  std::string text;
};

/// The tokens of C++ text, and one of kind `end`. White space and comments separate them. Throws Error(misuse), with
/// the position, for characters that begin no token, literals without an end, and texts above `longest_text`.
std::vector<Token> tokenize(std::string_view text);

/// Bytes that a text may have.
inline constexpr std::size_t longest_text = 1 << 20;

}  // namespace ramet::inline v1::expr
