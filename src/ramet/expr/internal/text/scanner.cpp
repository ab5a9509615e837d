#include "ramet/expr/internal/text/scanner.hpp"

#include <utility>

#include "ramet/expr/internal/text/error.hpp"

namespace ramet::inline v1::expr {
namespace {

std::string shown(char c) {
  const auto code = static_cast<unsigned char>(c);
  return code >= 32 && code < 127 ? fmt::format("'{}'", c) : fmt::format("of code {}", code);
}

}  // namespace

Scanner::Scanner(std::string_view text) : text_(text) {
  if (text.size() > longest_text)
    detail::fail(ErrorKind::misuse, "an expression of {} bytes is longer than {}", text.size(), longest_text);
}

void Scanner::add(TokenKind kind, std::size_t length) {
  tokens_.push_back({kind, place_, place_ + length, std::string(text_.substr(place_, length))});
  place_ += length;
}

void Scanner::add_symbol(std::span<const std::string_view> symbols) {
  for (const std::string_view symbol : symbols)
    if (text_.substr(place_, symbol.size()) == symbol) return add(TokenKind::symbol, symbol.size());
  fail_here(1, fmt::format("unexpected character {}", shown(at(0))));
}

char Scanner::escape() {
  const char c = at(1);
  constexpr std::string_view letters = "ntr0\\'\"abfv";
  constexpr std::string_view values{"\n\t\r\0\\'\"\a\b\f\v", 11};
  const std::size_t found = letters.find(c);
  if (c == '\0' || found == std::string_view::npos) fail_here(2, "an escape that is not supported");
  place_ += 2;
  return values[found];
}

void Scanner::fail_here(std::size_t length, const std::string& what) const {
  fail_at(ErrorKind::misuse, text_, place_, place_ + length, what);
}

std::vector<Token> Scanner::take() {
  tokens_.push_back({TokenKind::end, text_.size(), text_.size(), {}});
  return std::move(tokens_);
}

}  // namespace ramet::inline v1::expr
