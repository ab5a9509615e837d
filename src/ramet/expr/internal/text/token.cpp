#include "ramet/expr/internal/text/token.hpp"

#include <array>
#include <utility>

#include "ramet/expr/internal/text/scanner.hpp"

namespace ramet::inline v1::expr {

namespace {

// Longer ones first.
constexpr std::array<std::string_view, 46> symbols = {
    "<<=", ">>=", "::", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "+=", "-=",
    "*=",  "/=",  "%=", "&=", "|=", "^=", "**", "+",  "-",  "*",  "/",  "%",  "<",  ">",  "=",  "!",
    "~",   "&",   "|",  "^",  "?",  ":",  ",",  ";",  ".",  "(",  ")",  "[",  "]",  "@"};

// Operators that C++ has as words, too.
constexpr std::array<std::pair<std::string_view, std::string_view>, 8> words = {{{"and", "&&"},
                                                                                 {"or", "||"},
                                                                                 {"not", "!"},
                                                                                 {"not_eq", "!="},
                                                                                 {"bitand", "&"},
                                                                                 {"bitor", "|"},
                                                                                 {"xor", "^"},
                                                                                 {"compl", "~"}}};

class Tokenizer : Scanner {
 public:
  explicit Tokenizer(std::string_view text) : Scanner(text) {}

  std::vector<Token> run() {
    for (skip_space(); !is_at_end(); skip_space()) next();
    return take();
  }

 private:
  static bool is_hexadecimal(char c) { return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }

  void skip_space() {
    while (!is_at_end()) {
      const char c = text_[place_];
      if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
        ++place_;
      } else if (c == '/' && at(1) == '/') {
        place_ = std::min(text_.find('\n', place_), text_.size());
      } else if (c == '/' && at(1) == '*') {
        const std::size_t end = text_.find("*/", place_ + 2);
        if (end == std::string_view::npos) fail_here(2, "a comment without an end");
        place_ = end + 2;
      } else {
        return;
      }
    }
  }

  void next() {
    const char c = text_[place_];
    if (begins_name(c)) return name();
    if (is_digit(c) || (c == '.' && is_digit(at(1)))) return number();
    if (c == '"' || c == '\'') return quoted(c);
    if (c == '{' || c == '}') return add(TokenKind::symbol, 1);
    add_symbol(symbols);
  }

  void name() {
    std::size_t length = 1;
    while (continues_name(at(length))) ++length;
    if (at(length) == '$') ++length;  // Entry$ of TTree::Draw
    add(TokenKind::name, length);
    for (const auto& [word, symbol] : words)
      if (tokens_.back().text == word)
        tokens_.back() = {TokenKind::symbol, place_ - length, place_, std::string(symbol)};
  }

  void number() {
    std::size_t length = 0;
    bool real = false;
    const auto digits = [&](auto is_one) {
      while (is_one(at(length)) || (at(length) == '\'' && length > 0 && is_one(at(length + 1)))) ++length;
    };
    if (at(0) == '0' && (at(1) == 'x' || at(1) == 'X')) {
      length = 2;
      digits(is_hexadecimal);
      real = exponent_of_two(length);
    } else if (at(0) == '0' && (at(1) == 'b' || at(1) == 'B')) {
      length = 2;
      digits(is_digit);
    } else {
      digits(is_digit);
      if (at(length) == '.') {
        real = true;
        ++length;
        digits(is_digit);
      }
      const std::size_t sign = at(length + 1) == '+' || at(length + 1) == '-' ? 2 : 1;
      if ((at(length) == 'e' || at(length) == 'E') && is_digit(at(length + sign))) {
        real = true;
        length += sign;
        digits(is_digit);
      }
    }
    while (continues_name(at(length))) ++length;  // the suffix; who reads the number checks it
    add(real ? TokenKind::real : TokenKind::integer, length);
  }

  // 0x1.8p3: from the point or the p on, if there is one.
  bool exponent_of_two(std::size_t& length) {
    std::size_t end = length;
    if (at(end) == '.') ++end;
    while (end > length && is_hexadecimal(at(end))) ++end;
    if (at(end) != 'p' && at(end) != 'P') return false;
    const std::size_t sign = at(end + 1) == '+' || at(end + 1) == '-' ? 2 : 1;
    if (!is_digit(at(end + sign))) return false;
    length = end + sign;
    while (is_digit(at(length))) ++length;
    return true;
  }

  void quoted(char quote) {
    const std::size_t begin = place_++;
    std::string value;
    while (!is_at_end() && text_[place_] != quote) value += text_[place_] == '\\' ? escape() : text_[place_++];
    if (is_at_end()) {
      place_ = begin;
      fail_here(1, quote == '"' ? "a string without an end" : "a character without an end");
    }
    ++place_;
    tokens_.push_back({quote == '"' ? TokenKind::string : TokenKind::character, begin, place_, std::move(value)});
  }
};

}  // namespace

std::vector<Token> tokenize(std::string_view text) { return Tokenizer(text).run(); }

}  // namespace ramet::inline v1::expr
