#include "ramet/expr/internal/text/python/python_token.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "ramet/expr/internal/text/scanner.hpp"

namespace ramet::inline v1::expr {

namespace {

// Longer ones first.
constexpr std::array<std::string_view, 31> symbols = {
    "...", "**", "//", "<<", ">>", "<=", ">=", "==", "!=", "->", ":=", "+", "-", "*", "/", "%",
    "<",   ">",  "=",  "~",  "&",  "|",  "^",  "@",  ",",  ":",  ".",  "(", ")", "[", "]"};

class Tokenizer : Scanner {
 public:
  explicit Tokenizer(std::string_view text) : Scanner(text) {}

  std::vector<Token> run() {
    for (skip_space(); !is_at_end(); skip_space()) next();
    return take();
  }

 private:
  void skip_space() {
    while (!is_at_end()) {
      const char c = text_[place_];
      if (c == '#') {
        place_ = std::min(text_.find('\n', place_), text_.size());
      } else if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
        ++place_;
      } else {
        return;
      }
    }
  }

  void next() {
    const char c = text_[place_];
    if (begins_name(c)) {
      std::size_t length = 1;
      while (continues_name(at(length))) ++length;
      return add(TokenKind::name, length);
    }
    if (is_digit(c) || (c == '.' && is_digit(at(1)))) return number();
    if (c == '"' || c == '\'') return quoted(c);
    add_symbol(symbols);
  }

  // Whatever could belong to the number; who reads it checks its digits.
  void number() {
    std::size_t length = 0;
    bool real = false;
    if (at(0) == '0' && !is_digit(at(1)) && begins_name(at(1)) && at(1) != 'e' && at(1) != 'E' && at(1) != '_') {
      while (continues_name(at(length))) ++length;
      return add(TokenKind::integer, length);
    }
    const auto digits = [&] {
      while (is_digit(at(length)) || (at(length) == '_' && is_digit(at(length + 1)))) ++length;
    };
    digits();
    if (at(length) == '.') {
      real = true;
      ++length;
      digits();
    }
    const std::size_t sign = at(length + 1) == '+' || at(length + 1) == '-' ? 2 : 1;
    if ((at(length) == 'e' || at(length) == 'E') && is_digit(at(length + sign))) {
      real = true;
      length += sign;
      digits();
    }
    if (continues_name(at(length))) fail_here(length + 1, "a number that is none of Python's");
    add(real ? TokenKind::real : TokenKind::integer, length);
  }

  void quoted(char quote) {
    const std::size_t begin = place_++;
    std::string value;
    while (!is_at_end() && text_[place_] != quote && text_[place_] != '\n')
      value += text_[place_] == '\\' ? escape() : text_[place_++];
    if (at(0) != quote) {
      place_ = begin;
      fail_here(1, "a string without an end");
    }
    ++place_;
    tokens_.push_back({TokenKind::string, begin, place_, std::move(value)});
  }
};

}  // namespace

std::vector<Token> tokenize_python(std::string_view text) { return Tokenizer(text).run(); }

}  // namespace ramet::inline v1::expr
