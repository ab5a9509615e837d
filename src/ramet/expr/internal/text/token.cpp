#include "ramet/expr/internal/text/token.hpp"

#include <array>
#include <utility>

#include "ramet/expr/internal/text/error.hpp"

namespace ramet::inline v1::expr {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool begins_name(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool continues_name(char c) { return begins_name(c) || is_digit(c); }
bool is_hexadecimal(char c) { return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }

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
    for (const std::string_view symbol : symbols)
      if (text_.substr(place_, symbol.size()) == symbol) return add(TokenKind::symbol, symbol.size());
    fail_here(1, fmt::format("unexpected character {}", shown(c)));
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

  void quoted(char quote) {
    const std::size_t begin = place_++;
    std::string value;
    while (place_ < text_.size() && text_[place_] != quote) value += text_[place_] == '\\' ? escape() : text_[place_++];
    if (place_ >= text_.size()) {
      place_ = begin;
      fail_here(1, quote == '"' ? "a string without an end" : "a character without an end");
    }
    ++place_;
    tokens_.push_back({quote == '"' ? TokenKind::string : TokenKind::character, begin, place_, std::move(value)});
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

std::vector<Token> tokenize(std::string_view text) { return Tokenizer(text).run(); }

}  // namespace ramet::inline v1::expr
