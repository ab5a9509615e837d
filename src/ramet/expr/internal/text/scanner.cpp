#include "ramet/expr/internal/text/scanner.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

#include "ramet/expr/internal/text/error.hpp"

namespace ramet::inline v1::expr {
namespace {

// One character of ASCII, or of UTF-8 with the bytes that belong to it.
std::string shown(std::string_view text) {
  const auto code = static_cast<unsigned char>(text[0]);
  std::size_t length = 1;
  while (code >= 0xc0 && length < text.size() && (static_cast<unsigned char>(text[length]) & 0xc0) == 0x80) ++length;
  const bool is_shown = (code >= 32 && code < 127) || length > 1;
  return is_shown ? fmt::format("'{}'", text.substr(0, length)) : fmt::format("of code {}", code);
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
  fail_here(1, fmt::format("unexpected character {}", shown(text_.substr(place_))));
}

// \x41, \101
char Scanner::numbered_escape() {
  const bool is_hexadecimal = at(1) == 'x';
  const std::size_t first = place_ + (is_hexadecimal ? 2 : 1);
  const char* const begin = text_.data() + std::min(first, text_.size());
  const char* const end = text_.data() + std::min(first + (is_hexadecimal ? 2 : 3), text_.size());
  unsigned value = 0;
  const auto parsed = std::from_chars(begin, end, value, is_hexadecimal ? 16 : 8);
  if (parsed.ec != std::errc() || value > 255) fail_here(2, "an escape that is not supported");
  place_ = static_cast<std::size_t>(parsed.ptr - text_.data());
  return static_cast<char>(value);
}

char Scanner::escape() {
  const char c = at(1);
  if (c == 'x' || (c >= '0' && c <= '7')) return numbered_escape();
  constexpr std::string_view letters = "ntr\\'\"abfv";
  constexpr std::string_view values{"\n\t\r\\'\"\a\b\f\v"};
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
