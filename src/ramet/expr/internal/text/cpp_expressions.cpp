#include <algorithm>
#include <array>
#include <cstddef>

#include "ramet/expr/internal/text/cpp_grammar.hpp"
#include "ramet/expr/internal/text/type_names.hpp"

namespace ramet::inline v1::expr {

namespace {

struct BinaryOperator {
  std::string_view text;
  int level;
};

constexpr int weakest_level = 0;
constexpr int strongest_level = 9;

constexpr std::array<BinaryOperator, 18> binary_operators = {{
    {"||", 0},
    {"&&", 1},
    {"|", 2},
    {"^", 3},
    {"&", 4},
    {"==", 5},
    {"!=", 5},
    {"<", 6},
    {">", 6},
    {"<=", 6},
    {">=", 6},
    {"<<", 7},
    {">>", 7},
    {"+", 8},
    {"-", 8},
    {"*", 9},
    {"/", 9},
    {"%", 9},
}};

constexpr std::array<std::string_view, 11> assignments = {
    "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="};

constexpr std::array<std::string_view, 3> named_casts = {"static_cast", "const_cast", "reinterpret_cast"};

// v.begin(), v.begin() + 1
bool is_place(const Syntax& value) {
  if (value.kind == SyntaxKind::binary && (value.text == "+" || value.text == "-"))
    return std::ranges::any_of(value.children, is_place);
  if (value.kind != SyntaxKind::call || value.children.size() != 1) return false;
  const Syntax& called = value.children[0];
  return called.kind == SyntaxKind::member && (called.text.ends_with("begin") || called.text.ends_with("end"));
}

// std::begin(v) is v.begin().
bool is_place_function(const Syntax& called) {
  constexpr std::array<std::string_view, 9> known = {"std::begin", "std::end",     "std::cbegin",
                                                     "std::cend",  "std::data",    "std::rbegin",
                                                     "std::rend",  "std::crbegin", "std::crend"};
  return called.kind == SyntaxKind::name && std::ranges::find(known, called.text) != known.end();
}

}  // namespace

Syntax CppGrammar::sequence() {
  const std::size_t begin = reader_.peek().begin;
  Syntax value = expression();
  while (reader_.accept(",")) value = node(SyntaxKind::binary, begin, ",", {std::move(value), expression()});
  return value;
}

bool CppGrammar::is_array(const Syntax& value) const {
  return value.kind == SyntaxKind::name && arrays_.contains(value.text);
}

Syntax CppGrammar::method_of(Syntax object, std::string name) const {
  const std::size_t begin = object.begin;
  return node(SyntaxKind::call, begin, {}, {node(SyntaxKind::member, begin, std::move(name), {std::move(object)})});
}

// &v[n] is v.begin() + n.
Syntax CppGrammar::place_of(Syntax element) const {
  const std::size_t begin = element.begin;
  Syntax number = std::move(element.children[1]);
  Syntax first = method_of(std::move(element.children[0]), "begin");
  if (number.kind == SyntaxKind::integer && number.text == "0") return first;
  return node(SyntaxKind::binary, begin, "+", {std::move(first), std::move(number)});
}

// An array of C is the place of its first element where one is wanted.
Syntax CppGrammar::decayed(Syntax value) const {
  return is_array(value) ? method_of(std::move(value), "begin") : std::move(value);
}

void CppGrammar::decay_beside_places(std::vector<Syntax>& arguments) const {
  if (std::ranges::none_of(arguments, is_place)) return;
  for (Syntax& argument : arguments) argument = decayed(std::move(argument));
}

Syntax CppGrammar::assignment() {
  const TokenReader::Nesting nesting(reader_);
  const std::size_t begin = reader_.peek().begin;
  Syntax left = ternary();
  for (const std::string_view symbol : assignments) {
    if (!reader_.accept(symbol)) continue;
    Syntax right = reader_.at_symbol("{") ? primary() : assignment();
    return node(SyntaxKind::assign, begin, std::string(symbol), {std::move(left), std::move(right)});
  }
  return left;
}

Syntax CppGrammar::ternary() {
  const std::size_t begin = reader_.peek().begin;
  Syntax condition = binary(weakest_level);
  if (!reader_.accept("?")) return condition;
  Syntax if_true = expression();
  reader_.expect(":");
  Syntax if_false = assignment();
  return node(SyntaxKind::ternary, begin, {}, {std::move(condition), std::move(if_true), std::move(if_false)});
}

Syntax CppGrammar::binary(int level) {
  if (level > strongest_level) return unary();
  const std::size_t begin = reader_.peek().begin;
  Syntax left = binary(level + 1);
  std::size_t length = 0;
  for (;;) {
    const BinaryOperator* found = nullptr;
    for (const BinaryOperator& candidate : binary_operators)
      if (candidate.level == level && reader_.at_symbol(candidate.text)) found = &candidate;
    if (found == nullptr) return left;
    // A chain nests to the left: what walks it recurses, so its length is bounded, too.
    if (++length > deepest_nesting)
      reader_.fail_here(fmt::format("more than {} operators in a chain", deepest_nesting));
    reader_.take();
    Syntax right = decayed(binary(level + 1));
    left = node(SyntaxKind::binary, begin, std::string(found->text), {decayed(std::move(left)), std::move(right)});
  }
}

Syntax CppGrammar::unary() {
  const TokenReader::Nesting nesting(reader_);
  const std::size_t begin = reader_.peek().begin;
  for (const std::string_view symbol : {"++", "--"})
    if (reader_.accept(symbol)) return node(SyntaxKind::step, begin, std::string(symbol), {unary()});
  for (const std::string_view symbol : {"!", "-", "+", "~", "*", "&"})
    if (reader_.accept(symbol)) {
      Syntax operand = unary();
      if (symbol == "&" && operand.kind == SyntaxKind::index) return place_of(std::move(operand));
      if (symbol == "*") operand = decayed(std::move(operand));
      return node(SyntaxKind::unary, begin, std::string(symbol), {std::move(operand)});
    }
  if (reader_.at_symbol("(")) {
    const std::size_t start = reader_.place();
    reader_.take();
    auto wanted = type();
    const bool is_function = wanted && skip_function_pointer();
    if (wanted && reader_.accept(")")) {
      Syntax operand = unary();
      if (is_function) return operand;
      return node(SyntaxKind::cast, begin, {}, {std::move(*wanted), std::move(operand)});
    }
    reader_.go_back(start);
  }
  return postfix();
}

Syntax CppGrammar::postfix() {
  const std::size_t begin = reader_.peek().begin;
  Syntax value = primary();
  std::size_t length = 0;
  for (;;) {
    if (++length > deepest_nesting) reader_.fail_here(fmt::format("more than {} accesses in a chain", deepest_nesting));
    if (reader_.accept("(")) {
      std::vector<Syntax> all = arguments(")");
      if (is_place_function(value) && all.size() == 1) {
        value = method_of(std::move(all[0]), value.text.substr(value.text.rfind(':') + 1));
        continue;
      }
      if (value.kind == SyntaxKind::name) decay_beside_places(all);
      all.insert(all.begin(), std::move(value));
      value = node(SyntaxKind::call, begin, {}, std::move(all));
    } else if (reader_.accept("[")) {
      Syntax place = expression();
      reader_.expect("]");
      value = node(SyntaxKind::index, begin, {}, {std::move(value), std::move(place)});
    } else if (reader_.accept(".") || reader_.accept("->")) {
      if (reader_.peek().kind != TokenKind::name)
        reader_.fail_here("expected a member's name, found " + reader_.found());
      std::string name = reader_.take().text;
      value = node(SyntaxKind::member, begin, std::move(name), {std::move(value)});
    } else if (reader_.accept("++")) {
      value = node(SyntaxKind::step, begin, "++_", {std::move(value)});
    } else if (reader_.accept("--")) {
      value = node(SyntaxKind::step, begin, "--_", {std::move(value)});
    } else {
      return value;
    }
  }
}

std::vector<Syntax> CppGrammar::arguments(std::string_view closing) {
  std::vector<Syntax> found;
  if (reader_.accept(closing)) return found;
  do {
    found.push_back(expression());
  } while (reader_.accept(","));
  reader_.expect(closing);
  return found;
}

Syntax CppGrammar::construction(Syntax type) {
  const std::size_t begin = type.begin;
  const bool braces = reader_.at_symbol("{");
  if (!braces && !reader_.at_symbol("("))
    reader_.fail_here("expected '(' or '{' behind a type, found " + reader_.found());
  reader_.take();
  std::vector<Syntax> children = arguments(braces ? "}" : ")");
  decay_beside_places(children);
  children.insert(children.begin(), std::move(type));
  return node(SyntaxKind::construct, begin, braces ? "{" : "(", std::move(children));
}

Syntax CppGrammar::primary() {
  const TokenReader::Nesting nesting(reader_);
  const Token& next = reader_.peek();
  const std::size_t begin = next.begin;
  switch (next.kind) {
    case TokenKind::integer:
    case TokenKind::real:
    case TokenKind::character:
      return literal();
    case TokenKind::string:
      return string_literal();
    case TokenKind::end:
      reader_.fail_here("expected a value, found the end");
    case TokenKind::symbol:
      if (next.text == "(") return parenthesis();
      if (next.text == "[") return lambda();
      if (next.text == "{") {
        reader_.take();
        return node(SyntaxKind::list, begin, {}, arguments("}"));
      }
      if (next.text != "::") reader_.fail_here("expected a value, found " + reader_.found());
      break;
    case TokenKind::name:
      break;
  }
  if (next.text == "true" || next.text == "false") return node(SyntaxKind::boolean, begin, reader_.take().text);
  for (const std::string_view name : named_casts)
    if (reader_.at_word(name) && reader_.at_symbol("<", 1)) {
      reader_.take();
      reader_.take();
      auto wanted = type();
      if (!wanted) reader_.fail_here("expected a type, found " + reader_.found());
      const bool is_function = skip_function_pointer();
      reader_.accept_first('>');
      reader_.expect("(");
      Syntax operand = expression();
      reader_.expect(")");
      if (is_function) return operand;
      return node(SyntaxKind::cast, begin, {}, {std::move(*wanted), std::move(operand)});
    }
  if (reader_.at_word("sizeof") && reader_.at_symbol("(", 1)) return size_of();
  const std::size_t start = reader_.place();
  if (auto found = type()) {
    if (reader_.at_symbol("(") || reader_.at_symbol("{")) return construction(std::move(*found));
    reader_.go_back(start);
  }
  return named();
}

// A name; with braces behind it an object that is called, as std::greater<>{}.
Syntax CppGrammar::named() {
  Syntax name = qualified_name();
  if (!reader_.at_symbol("{") || (name.children.empty() && name.text.find("::") == std::string::npos)) return name;
  if (!reader_.at_symbol("}", 1)) fail_unknown_type(name);
  reader_.take();
  reader_.take();
  const std::size_t begin = name.begin;
  return node(SyntaxKind::call, begin, {}, {std::move(name)});
}

// sizeof(float), as a number; of an expression; of an array of C, those of its elements.
Syntax CppGrammar::size_of() {
  const std::size_t begin = reader_.take().begin;
  reader_.expect("(");
  const std::size_t start = reader_.place();
  if (const auto wanted = type(); wanted && reader_.at_symbol(")")) {
    const auto number = number_type_named(plain_name(*wanted));
    if (!number) reader_.fail_here("sizeof is for types of numbers", ErrorKind::unsupported);
    reader_.expect(")");
    return node(SyntaxKind::integer, begin, fmt::format("{}ul", array::size_of(*number)));
  }
  reader_.go_back(start);
  Syntax value = expression();
  reader_.expect(")");
  if (!is_array(value)) return node(SyntaxKind::unary, begin, "sizeof", {std::move(value)});
  Syntax first = node(SyntaxKind::index, begin, {}, {value, node(SyntaxKind::integer, begin, "0")});
  return node(SyntaxKind::binary, begin, "*",
              {method_of(std::move(value), "size"), node(SyntaxKind::unary, begin, "sizeof", {std::move(first)})});
}

Syntax CppGrammar::parenthesis() {
  reader_.expect("(");
  Syntax inner = sequence();
  reader_.expect(")");
  return inner;
}

Syntax CppGrammar::literal() {
  const Token token = reader_.take();
  const SyntaxKind kind = token.kind == TokenKind::integer ? SyntaxKind::integer
                          : token.kind == TokenKind::real  ? SyntaxKind::real
                                                           : SyntaxKind::character;
  return node(kind, token.begin, token.text);
}

Syntax CppGrammar::string_literal() {
  const std::size_t begin = reader_.peek().begin;
  std::string text;
  while (reader_.peek().kind == TokenKind::string) text += reader_.take().text;  // "a" "b" is "ab"
  return node(SyntaxKind::string, begin, std::move(text));
}

Syntax CppGrammar::captures() {
  Syntax found = node(SyntaxKind::list, reader_.peek().begin);
  reader_.expect("[");
  if (reader_.accept("]")) return found;
  do {
    const std::size_t begin = reader_.peek().begin;
    if (reader_.at_symbol("=") || (reader_.at_symbol("&") && reader_.peek(1).kind != TokenKind::name)) {
      found.text = reader_.take().text;
      continue;
    }
    const bool by_reference = reader_.accept("&");
    if (reader_.peek().kind != TokenKind::name) reader_.fail_here("expected a variable, found " + reader_.found());
    Syntax capture = node(SyntaxKind::declare, begin, reader_.take().text);
    if (reader_.accept("=")) {
      capture.children.push_back(expression());
    } else if (by_reference) {
      capture.text += '&';
    }
    found.children.push_back(std::move(capture));
  } while (reader_.accept(","));
  reader_.expect("]");
  return found;
}

Syntax CppGrammar::lambda() {
  const std::size_t begin = reader_.peek().begin;
  std::vector<Syntax> children = {captures(), node(SyntaxKind::nothing, begin)};
  if (reader_.accept("(") && !reader_.accept(")")) {
    do {
      const std::size_t place = reader_.peek().begin;
      auto wanted = type();
      if (!wanted) reader_.fail_here("expected a parameter's type, found " + reader_.found());
      std::string name = reader_.peek().kind == TokenKind::name ? reader_.take().text : "";
      arrays_.erase(name);
      Syntax parameter = node(SyntaxKind::declare, place, std::move(name), {std::move(*wanted)});
      if (reader_.accept("=")) parameter.children.push_back(expression());
      children.push_back(std::move(parameter));
    } while (reader_.accept(","));
    reader_.expect(")");
  }
  if (reader_.at_word("mutable"))
    reader_.fail_here("a lambda that changes what it keeps is not supported", ErrorKind::unsupported);
  if (reader_.accept("->")) {
    auto result = type();
    if (!result) reader_.fail_here("expected a type, found " + reader_.found());
    children[1] = std::move(*result);
  }
  children.push_back(block());
  return node(SyntaxKind::lambda, begin, {}, std::move(children));
}

}  // namespace ramet::inline v1::expr
