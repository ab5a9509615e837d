#include "ramet/expr/internal/text/python/python_grammar.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "ramet/expr/internal/text/python/python_parser.hpp"

namespace ramet::inline v1::expr {

namespace {

struct BinaryOperator {
  std::string_view text;
  int level;
};

constexpr int weakest_level = 0;
constexpr int strongest_level = 5;

constexpr std::array<BinaryOperator, 11> binary_operators = {
    {{"|", 0}, {"^", 1}, {"&", 2}, {"<<", 3}, {">>", 3}, {"+", 4}, {"-", 4}, {"*", 5}, {"/", 5}, {"//", 5}, {"%", 5}}};

constexpr std::array<std::string_view, 6> comparisons = {"<", ">", "<=", ">=", "==", "!="};

// Words that are no names.
constexpr std::array<std::string_view, 10> keywords = {"and", "or",     "not", "if",    "else",
                                                       "in",  "lambda", "is",  "await", "for"};

}  // namespace

Syntax parse_python(std::string_view text) { return PythonGrammar(text).whole(); }

Syntax PythonGrammar::whole() {
  Syntax found = expression();
  if (!reader_.at_end()) {
    if (reader_.at_symbol(",")) reader_.fail_here("expected one expression, found ','");
    if (at_keyword("for")) reader_.fail_here("comprehensions are not supported", ErrorKind::unsupported);
    reader_.fail_here("expected an operator, found " + reader_.found());
  }
  return found;
}

// c ? a : b, as Python has it: a if c else b.
Syntax PythonGrammar::expression() {
  const TokenReader::Nesting nesting(reader_);
  const std::size_t begin = reader_.peek().begin;
  if (at_keyword("lambda")) reader_.fail_here("lambda is not supported", ErrorKind::unsupported);
  Syntax value = either();
  if (!reader_.accept_word("if")) return value;
  Syntax condition = either();
  if (!reader_.accept_word("else")) reader_.fail_here("expected 'else', found " + reader_.found());
  Syntax otherwise = expression();
  return node(SyntaxKind::ternary, begin, {}, {std::move(condition), std::move(value), std::move(otherwise)});
}

Syntax PythonGrammar::either() {
  const std::size_t begin = reader_.peek().begin;
  Syntax left = both();
  for (std::size_t length = 0; reader_.accept_word("or");) {
    if (++length > deepest_nesting)
      reader_.fail_here(fmt::format("more than {} operators in a chain", deepest_nesting));
    Syntax right = both();
    left = node(SyntaxKind::binary, begin, "or", {std::move(left), std::move(right)});
  }
  return left;
}

Syntax PythonGrammar::both() {
  const std::size_t begin = reader_.peek().begin;
  Syntax left = inversion();
  for (std::size_t length = 0; reader_.accept_word("and");) {
    if (++length > deepest_nesting)
      reader_.fail_here(fmt::format("more than {} operators in a chain", deepest_nesting));
    Syntax right = inversion();
    left = node(SyntaxKind::binary, begin, "and", {std::move(left), std::move(right)});
  }
  return left;
}

Syntax PythonGrammar::inversion() {
  const std::size_t begin = reader_.peek().begin;
  if (!reader_.accept_word("not")) return comparison();
  const TokenReader::Nesting nesting(reader_);
  Syntax operand = inversion();
  return node(SyntaxKind::unary, begin, "not", {std::move(operand)});
}

std::string PythonGrammar::comparison_operator() {
  for (const std::string_view symbol : comparisons)
    if (reader_.accept(symbol)) return std::string(symbol);
  if (at_keyword("in") || at_keyword("is") || (at_keyword("not") && reader_.at_word("in", 1)))
    reader_.fail_here(fmt::format("'{}' is not supported", reader_.peek().text), ErrorKind::unsupported);
  return {};
}

Syntax PythonGrammar::comparison() {
  const std::size_t begin = reader_.peek().begin;
  std::vector<Syntax> operands;
  std::string bits;  // the operator of an operand as a & b, which who thinks of C++ takes for that of two comparisons
  const auto take_operand = [&] {
    const std::size_t place = reader_.peek().begin;
    operands.push_back(binary(weakest_level));
    const Syntax& found = operands.back();
    const bool is_loose = found.kind == SyntaxKind::binary && found.begin == place &&
                          (found.text == "&" || found.text == "|" || found.text == "^");
    if (is_loose) bits = found.text;
  };
  take_operand();
  std::string operators;
  for (std::string next = comparison_operator(); !next.empty(); next = comparison_operator()) {
    if (operands.size() > deepest_nesting)
      reader_.fail_here(fmt::format("more than {} operators in a chain", deepest_nesting));
    operators += (operators.empty() ? "" : " ") + next;
    take_operand();
  }
  if (operands.size() > 2 && !bits.empty())
    reader_.fail_here(fmt::format("{0} binds more strongly than comparisons: write (a < b) {0} (c < d)", bits));
  if (operators.empty()) return std::move(operands.front());
  return node(SyntaxKind::comparison, begin, std::move(operators), std::move(operands));
}

Syntax PythonGrammar::binary(int level) {
  if (level > strongest_level) return signed_value();
  const std::size_t begin = reader_.peek().begin;
  Syntax left = binary(level + 1);
  std::size_t length = 0;
  for (;;) {
    const auto* const found =
        std::find_if(binary_operators.begin(), binary_operators.end(),
                     [&](const BinaryOperator& one) { return one.level == level && reader_.at_symbol(one.text); });
    if (found == binary_operators.end()) return left;
    if (++length > deepest_nesting)
      reader_.fail_here(fmt::format("more than {} operators in a chain", deepest_nesting));
    reader_.take();
    if (reader_.at_symbol(found->text) && (found->text == "&" || found->text == "|"))
      reader_.fail_here(fmt::format("{0}{0} is C++; in Python it is '{1}', or '{0}' between parentheses", found->text,
                                    found->text == "&" ? "and" : "or"));
    Syntax right = binary(level + 1);
    left = node(SyntaxKind::binary, begin, std::string(found->text), {std::move(left), std::move(right)});
  }
}

Syntax PythonGrammar::signed_value() {
  const std::size_t begin = reader_.peek().begin;
  for (const std::string_view symbol : {"-", "+", "~"})
    if (reader_.accept(symbol)) {
      const TokenReader::Nesting nesting(reader_);
      Syntax operand = signed_value();
      return node(SyntaxKind::unary, begin, std::string(symbol), {std::move(operand)});
    }
  return power();
}

// -a ** -b ** c is -(a ** (-(b ** c))).
Syntax PythonGrammar::power() {
  const std::size_t begin = reader_.peek().begin;
  Syntax base = postfix();
  if (!reader_.accept("**")) return base;
  const TokenReader::Nesting nesting(reader_);
  Syntax exponent = signed_value();
  return node(SyntaxKind::binary, begin, "**", {std::move(base), std::move(exponent)});
}

Syntax PythonGrammar::postfix() {
  const std::size_t begin = reader_.peek().begin;
  Syntax value = atom();
  std::size_t length = 0;
  for (;;) {
    if (++length > deepest_nesting) reader_.fail_here(fmt::format("more than {} accesses in a chain", deepest_nesting));
    if (reader_.accept("(")) {
      std::vector<Syntax> all = arguments();
      all.insert(all.begin(), std::move(value));
      value = node(SyntaxKind::call, begin, {}, std::move(all));
    } else if (reader_.accept("[")) {
      Syntax place = indices();
      value = node(SyntaxKind::index, begin, {}, {std::move(value), std::move(place)});
    } else if (reader_.accept(".")) {
      if (reader_.peek().kind != TokenKind::name)
        reader_.fail_here("expected a member's name, found " + reader_.found());
      std::string name = reader_.take().text;
      value = node(SyntaxKind::member, begin, std::move(name), {std::move(value)});
    } else {
      return value;
    }
  }
}

std::vector<Syntax> PythonGrammar::arguments() {
  std::vector<Syntax> found;
  while (!reader_.accept(")")) {
    const std::size_t begin = reader_.peek().begin;
    if (reader_.peek().kind == TokenKind::name && reader_.at_symbol("=", 1)) {
      std::string name = reader_.take().text;
      reader_.take();
      Syntax value = expression();
      found.push_back(node(SyntaxKind::keyword, begin, std::move(name), {std::move(value)}));
    } else {
      found.push_back(expression());
    }
    if (!reader_.accept(",")) {
      reader_.expect(")");
      break;
    }
  }
  return found;
}

Syntax PythonGrammar::indices() {
  const std::size_t begin = reader_.peek().begin;
  std::vector<Syntax> all;
  bool is_tuple = false;
  while (!reader_.at_symbol("]")) {
    all.push_back(one_index());
    if (!reader_.accept(",")) break;
    is_tuple = true;
  }
  if (all.empty()) reader_.fail_here("expected an index, found " + reader_.found());
  Syntax found = is_tuple ? node(SyntaxKind::tuple, begin, {}, std::move(all)) : std::move(all.front());
  reader_.expect("]");
  return found;
}

Syntax PythonGrammar::one_index() {
  const std::size_t begin = reader_.peek().begin;
  if (reader_.accept("...")) return node(SyntaxKind::ellipsis, begin);
  const auto at_part_end = [&] { return reader_.at_symbol(":") || reader_.at_symbol("]") || reader_.at_symbol(","); };
  std::vector<Syntax> parts(3);
  if (!at_part_end()) parts[0] = expression();
  if (!reader_.at_symbol(":")) {
    if (parts[0].kind == SyntaxKind::nothing) fail_expected();
    return std::move(parts[0]);
  }
  for (std::size_t k = 1; k < 3 && reader_.accept(":"); ++k)
    if (!at_part_end()) parts[k] = expression();
  return node(SyntaxKind::slice, begin, {}, std::move(parts));
}

void PythonGrammar::fail_expected() { reader_.fail_here("expected a value, found " + reader_.found()); }

Syntax PythonGrammar::atom() {
  const TokenReader::Nesting nesting(reader_);
  const Token& next = reader_.peek();
  const std::size_t begin = next.begin;
  switch (next.kind) {
    case TokenKind::integer:
    case TokenKind::real: {
      const SyntaxKind kind = next.kind == TokenKind::integer ? SyntaxKind::integer : SyntaxKind::real;
      std::string text = reader_.take().text;
      return node(kind, begin, std::move(text));
    }
    case TokenKind::string: {
      std::string text;
      while (reader_.peek().kind == TokenKind::string) text += reader_.take().text;  // "a" "b" is "ab"
      return node(SyntaxKind::string, begin, std::move(text));
    }
    case TokenKind::symbol:
      if (reader_.accept("(")) {
        Syntax inner = expression();
        if (reader_.at_symbol(",")) reader_.fail_here("tuples are not supported", ErrorKind::unsupported);
        reader_.expect(")");
        return inner;
      }
      if (reader_.accept("[")) {
        std::vector<Syntax> values;
        while (!reader_.at_symbol("]")) {
          values.push_back(expression());
          if (!reader_.accept(",")) break;
        }
        reader_.expect("]");
        return node(SyntaxKind::list, begin, {}, std::move(values));
      }
      fail_expected();
    case TokenKind::character:
    case TokenKind::end:
      fail_expected();
    case TokenKind::name:
      break;
  }
  if (std::find(keywords.begin(), keywords.end(), next.text) != keywords.end()) fail_expected();
  const bool is_true = next.text == "True";
  const bool is_boolean = is_true || next.text == "False";
  std::string name = reader_.take().text;
  return is_boolean ? node(SyntaxKind::boolean, begin, is_true ? "true" : "false")
                    : node(SyntaxKind::name, begin, std::move(name));
}

}  // namespace ramet::inline v1::expr
