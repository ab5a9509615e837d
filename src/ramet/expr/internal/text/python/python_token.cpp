#include "ramet/expr/internal/text/python/python_token.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "ramet/expr/internal/text/error.hpp"

namespace ramet::inline v1::expr {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool begins_name(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool continues_name(char c) { return begins_name(c) || is_digit(c); }

// Longer ones first.
constexpr std::array<std::string_view, 31> symbols = {
    "...", "**", "//", "<<", ">>", "<=", ">=", "==", "!=", "->", ":=", "+", "-", "*", "/", "%",
    "<",   ">",  "=",  "~",  "&",  "|",  "^",  "@",  ",",  ":",  ".",  "(", ")", "[", "]"};

class Tokenizer {
 public:
  explicit Tokenizer(std::string_view text) : text_(text) {}

  std::vector<Token> run() {
    if (text_.size() > longest_text)
      detail::fail(ErrorKind::misuse, "an expression of {} bytes is longer than {}", text_.size(), longest_text);
    for (skip_space(); place_ < text_.size(); skip_space()) next();
    tokens_.push_back({TokenKind::end, text_.size(), text_.size(), {}});
    return std::move(tokens_);
  }

 private:
  char at(std::size_t ahead) const { return place_ + ahead < text_.size() ? text_[place_ + ahead] : '\0'; }

  void skip_space() {
    while (place_ < text_.size()) {
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
    for (const std::string_view symbol : symbols)
      if (text_.substr(place_, symbol.size()) == symbol) return add(TokenKind::symbol, symbol.size());
    fail_here(1, fmt::format("unexpected character {}", shown(c)));
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
    while (place_ < text_.size() && text_[place_] != quote && text_[place_] != '\n')
      value += text_[place_] == '\\' ? escape() : text_[place_++];
    if (at(0) != quote) {
      place_ = begin;
      fail_here(1, "a string without an end");
    }
    ++place_;
    tokens_.push_back({TokenKind::string, begin, place_, std::move(value)});
  }

  char escape() {
    const char c = at(1);
    constexpr std::string_view letters = "ntr0\\'\"abfv";
    constexpr std::string_view values{"\n\t\r\0\\'\"\a\b\f\v", 11};
    const std::size_t found = letters.find(c);
    if (c == '\0' || found == std::string_view::npos) fail_here(2, "an escape that is not supported");
    place_ += 2;
    return values[found];
  }

  void add(TokenKind kind, std::size_t length) {
    tokens_.push_back({kind, place_, place_ + length, std::string(text_.substr(place_, length))});
    place_ += length;
  }

  [[noreturn]] void fail_here(std::size_t length, const std::string& what) const {
    fail_at(ErrorKind::misuse, text_, place_, place_ + length, what);
  }

  static std::string shown(char c) {
    const auto code = static_cast<unsigned char>(c);
    return code >= 32 && code < 127 ? fmt::format("'{}'", c) : fmt::format("of code {}", code);
  }

  std::string_view text_;
  std::size_t place_ = 0;
  std::vector<Token> tokens_;
};

}  // namespace

std::vector<Token> tokenize_python(std::string_view text) { return Tokenizer(text).run(); }

}  // namespace ramet::inline v1::expr
