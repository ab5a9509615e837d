#include "ramet/expr/internal/draw/draw_grammar.hpp"

#include <array>
#include <optional>
#include <string>
#include <utility>

#include "ramet/expr/internal/text/token_reader.hpp"
#include "ramet/expr/internal/text/type_names.hpp"

namespace ramet::inline v1::expr {

namespace {

enum class Grouping : std::uint8_t { left, right };

struct Level {
  std::string_view symbol;
  Grouping grouping;
};

// Weakest first. They are those of TFormula, which differ from C++'s: each operator has a level of its own, shifts are
// stronger than sums, and % is weaker than products. So a*b/c is a*(b/c), a+b-c is a+(b-c), and a*b*c is a*(b*c), which
// may differ in the last bit.
constexpr std::array<Level, 17> levels = {{
    {"||", Grouping::left},
    {"&&", Grouping::left},
    {"|", Grouping::left},
    {"&", Grouping::left},
    {"<", Grouping::right},
    {">", Grouping::right},
    {">=", Grouping::right},
    {"<=", Grouping::right},
    {"==", Grouping::right},
    {"!=", Grouping::right},
    {"+", Grouping::left},
    {"-", Grouping::left},
    {"%", Grouping::right},
    {"<<", Grouping::right},
    {">>", Grouping::right},
    {"*", Grouping::right},
    {"/", Grouping::left},
}};

/// Recursive descent. Threads: one at a time.
class DrawGrammar {
 public:
  explicit DrawGrammar(std::string_view text) : reader_(text) {}

  std::vector<Syntax> expressions() {
    std::vector<Syntax> found;
    do {
      if (found.size() >= most_expressions)
        reader_.fail_here(fmt::format("more than {} expressions", most_expressions));
      found.push_back(expression());
    } while (reader_.accept(":"));
    end();
    return found;
  }

  Syntax whole() {
    Syntax found = expression();
    end();
    return found;
  }

 private:
  static constexpr std::size_t most_expressions = 1000;

  void end() {
    if (!reader_.at_end()) reader_.fail_here("expected an operator, found " + reader_.found());
  }

  Syntax expression() {
    const TokenReader::Nesting nesting(reader_);
    const std::size_t begin = reader_.peek().begin;
    Syntax condition = binary(0);
    if (!reader_.accept("?")) return condition;
    Syntax if_true = expression();
    reader_.expect(":");
    Syntax if_false = expression();
    return node(SyntaxKind::ternary, begin, {}, {std::move(condition), std::move(if_true), std::move(if_false)});
  }

  bool accept_operator(const Level& level) {
    if (reader_.accept(level.symbol)) return true;
    // 5--3 is 5 - (-3).
    return level.symbol == "-" && reader_.at_symbol("--") && reader_.accept_first('-');
  }

  Syntax binary(std::size_t number) {
    if (number == levels.size()) return unary();
    const Level& level = levels[number];
    const std::size_t begin = reader_.peek().begin;
    Syntax left = level.symbol == "-" && reader_.at_symbol("-") ? negated(number + 1) : binary(number + 1);
    if (level.grouping == Grouping::right) {
      if (!accept_operator(level)) return left;
      const TokenReader::Nesting nesting(reader_);
      Syntax right = binary(number);
      return node(SyntaxKind::binary, begin, std::string(level.symbol), {std::move(left), std::move(right)});
    }
    for (std::size_t length = 0;; ++length) {
      if (!accept_operator(level)) return left;
      bound(length, "operators");
      Syntax right = binary(number + 1);
      left = node(SyntaxKind::binary, begin, std::string(level.symbol), {std::move(left), std::move(right)});
    }
  }

  // -a%3 is -(a%3): what the sign is of may be a product.
  Syntax negated(std::size_t number) {
    const TokenReader::Nesting nesting(reader_);
    const std::size_t begin = reader_.take().begin;
    Syntax operand = binary(number);
    return node(SyntaxKind::unary, begin, "-", {std::move(operand)});
  }

  Syntax unary() {
    const TokenReader::Nesting nesting(reader_);
    const std::size_t begin = reader_.peek().begin;
    if (reader_.at_symbol("--") || reader_.at_symbol("++")) reader_.fail_here("no variable is counted here");
    for (const std::string_view symbol : {"!", "-", "+", "~"})
      if (reader_.accept(symbol)) {
        Syntax operand = unary();
        return node(SyntaxKind::unary, begin, std::string(symbol), {std::move(operand)});
      }
    if (auto type = cast()) {
      Syntax operand = unary();
      return node(SyntaxKind::cast, begin, {}, {std::move(*type), std::move(operand)});
    }
    return power();
  }

  // (float): a name of a type in parentheses.
  std::optional<Syntax> cast() {
    if (!reader_.at_symbol("(") || reader_.peek(1).kind != TokenKind::name) return std::nullopt;
    const std::size_t start = reader_.place();
    reader_.take();
    const std::size_t begin = reader_.peek().begin;
    std::string name = reader_.take().text;
    while (is_type_word(name) && reader_.peek().kind == TokenKind::name)
      name.append(1, ' ').append(reader_.take().text);
    if (number_type_named(name) && reader_.accept(")")) return node(SyntaxKind::type, begin, std::move(name));
    reader_.go_back(start);
    return std::nullopt;
  }

  Syntax power() {
    const std::size_t begin = reader_.peek().begin;
    Syntax left = postfix();
    for (std::size_t length = 0; reader_.accept("^") || reader_.accept("**"); ++length) {
      bound(length, "operators");
      Syntax right =
          reader_.at_symbol("-") || reader_.at_symbol("+") || reader_.at_symbol("!") ? signed_value() : postfix();
      left = node(SyntaxKind::binary, begin, "^", {std::move(left), std::move(right)});
    }
    return left;
  }

  // The exponent in 2^-1^2, which is (2^-1)^2.
  Syntax signed_value() {
    const TokenReader::Nesting nesting(reader_);
    const std::size_t begin = reader_.peek().begin;
    std::string symbol = reader_.take().text;
    const bool again = reader_.at_symbol("-") || reader_.at_symbol("+") || reader_.at_symbol("!");
    Syntax operand = again ? signed_value() : postfix();
    return node(SyntaxKind::unary, begin, std::move(symbol), {std::move(operand)});
  }

  Syntax postfix() {
    const std::size_t begin = reader_.peek().begin;
    Syntax value = primary();
    for (std::size_t length = 0;; ++length) {
      bound(length, "accesses");
      if (reader_.accept("(")) {
        std::vector<Syntax> all = arguments();
        all.insert(all.begin(), std::move(value));
        value = node(SyntaxKind::call, begin, {}, std::move(all));
      } else if (reader_.accept("[")) {
        if (reader_.accept("]")) {
          value = node(SyntaxKind::index, begin, {}, {std::move(value)});
          continue;
        }
        Syntax place = expression();
        reader_.expect("]");
        value = node(SyntaxKind::index, begin, {}, {std::move(value), std::move(place)});
      } else if (reader_.accept(".") || reader_.accept("->")) {
        std::string name(reader_.accept("@") ? 1 : 0, '@');
        if (reader_.peek().kind != TokenKind::name)
          reader_.fail_here("expected a member's name, found " + reader_.found());
        name.append(reader_.take().text);
        value = node(SyntaxKind::member, begin, std::move(name), {std::move(value)});
      } else {
        return value;
      }
    }
  }

  std::vector<Syntax> arguments() {
    std::vector<Syntax> found;
    if (reader_.accept(")")) return found;
    do {
      found.push_back(expression());
    } while (reader_.accept(","));
    reader_.expect(")");
    return found;
  }

  Syntax primary() {
    const TokenReader::Nesting nesting(reader_);
    const std::size_t begin = reader_.peek().begin;
    switch (reader_.peek().kind) {
      case TokenKind::integer:
        return node_taken(SyntaxKind::integer);
      case TokenKind::real:
        return node_taken(SyntaxKind::real);
      case TokenKind::string:
        return node_taken(SyntaxKind::string);
      case TokenKind::character:  // in ROOT only double quotes make strings
        reader_.fail_here("strings stand in double quotes");
      case TokenKind::end:
        reader_.fail_here("expected a value, found the end");
      case TokenKind::name:
        return name();
      case TokenKind::symbol:
        break;
    }
    if (reader_.accept("(")) {
      Syntax inner = expression();
      reader_.expect(")");
      return inner;
    }
    if (reader_.accept("@")) {
      if (reader_.peek().kind != TokenKind::name) reader_.fail_here("expected a name, found " + reader_.found());
      std::string text(1, '@');
      text.append(reader_.take().text);
      return node(SyntaxKind::name, begin, std::move(text));
    }
    reader_.fail_here("expected a value, found " + reader_.found());
  }

  Syntax name() {
    const std::size_t begin = reader_.peek().begin;
    std::string text = reader_.take().text;
    if (reader_.accept("@")) return node(SyntaxKind::name, begin, "@" + text);  // v@.size() is @v.size()
    while (reader_.at_symbol("::") && reader_.peek(1).kind == TokenKind::name) {
      reader_.take();
      text.append("::").append(reader_.take().text);
    }
    if (text == "true" || text == "false") return node(SyntaxKind::boolean, begin, std::move(text));
    return node(SyntaxKind::name, begin, std::move(text));
  }

  Syntax node_taken(SyntaxKind kind) {
    const Token token = reader_.take();
    return node(kind, token.begin, token.text);
  }

  Syntax node(SyntaxKind kind, std::size_t begin, std::string text = {}, std::vector<Syntax> children = {}) const {
    return reader_.made(kind, begin, std::move(text), std::move(children));
  }

  // A chain nests to the left: what walks it recurses.
  void bound(std::size_t length, std::string_view what) const {
    if (length >= deepest_nesting) reader_.fail_here(fmt::format("more than {} {} in a chain", deepest_nesting, what));
  }

  TokenReader reader_;
};

}  // namespace

std::vector<Syntax> parse_draw_expressions(std::string_view text) { return DrawGrammar(text).expressions(); }

Syntax parse_draw_expression(std::string_view text) { return DrawGrammar(text).whole(); }

}  // namespace ramet::inline v1::expr
