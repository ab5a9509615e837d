#include "ramet/expr/internal/formula/formula_grammar.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "ramet/expr/internal/check/functions/functions.hpp"
#include "ramet/expr/internal/check/functions/random.hpp"
#include "ramet/expr/internal/text/error.hpp"

namespace ramet::inline v1::expr {

namespace {

struct BinaryOperator {
  std::string_view text;
  int level;
};

constexpr int strongest_level = 5;

constexpr auto binary_operators = std::to_array<BinaryOperator>({
    {"||", 0},
    {"&&", 1},
    {"==", 2},
    {"!=", 2},
    {"<", 3},
    {">", 3},
    {"<=", 3},
    {">=", 3},
    {"+", 4},
    {"-", 4},
    {"--", 4},
    {"*", 5},
    {"/", 5},
    {"%", 5},
});

constexpr std::size_t most_variables = 100;
constexpr std::size_t longest_bodies = 256 << 10;  // of predefined functions
constexpr std::string_view letters = "xyzt";

// What stands in brackets may be no tokens: there are zeros instead.
std::vector<Token> tokens_of(std::string_view text) {
  std::string plain(text);
  bool inside = false;
  for (char& letter : plain) {
    if (letter == ']') inside = false;
    if (inside) letter = '0';
    if (letter == '[') inside = true;
  }
  return tokenize(plain);
}

// Whether a variable of the formula occurs; parameters are names in brackets.
bool has_variable(const Syntax& syntax) {
  if (syntax.kind == SyntaxKind::name) {
    const std::string_view name = syntax.text;
    return name.starts_with("x[") || (name.size() == 1 && letters.find(name[0]) != std::string_view::npos);
  }
  return std::ranges::any_of(syntax.children, has_variable);
}

}  // namespace

std::string variable_name(std::size_t number) {
  return number < letters.size() ? std::string(1, letters[number]) : fmt::format("x[{}]", number);
}

ParsedFormula parse_formula(const std::string& text) { return FormulaGrammar(text).whole(); }

FormulaGrammar::FormulaGrammar(std::string_view text) : text_(text), reader_(text, tokens_of(text)) {}

FormulaGrammar::FormulaGrammar(std::string_view text, const FormulaGrammar& caller, std::size_t begin)
    : text_(text), reader_(text, tokens_of(text)), stands_{{begin, caller.reader_.last_end()}} {
  if (caller.stands_) stands_ = caller.stands_;
}

ParsedFormula FormulaGrammar::whole() {
  ParsedFormula found;
  const auto alone = function_alone();
  found.syntax = ternary();
  if (!reader_.at_end()) fail_here("expected an operator or the end, found " + reader_.found());
  found.variables = variables_;
  found.parameters = parameters_.ordered();
  if (found.parameters.size() > FormulaParameters::most)
    fail_here(fmt::format("more than {} parameters", FormulaParameters::most));
  found.names = found.parameters;
  if (alone) std::copy(alone->names.begin(), alone->names.end(), found.names.begin());
  return found;
}

// A formula that is one function, as gaus or gaus(0), gives its parameters names.
std::optional<Predefined> FormulaGrammar::function_alone() const {
  const bool has_number = reader_.at_symbol("(", 1) && reader_.peek(2).kind == TokenKind::integer &&
                          reader_.at_symbol(")", 3) && reader_.peek(4).kind == TokenKind::end;
  if (reader_.peek().kind != TokenKind::name || (!has_number && reader_.peek(1).kind != TokenKind::end))
    return std::nullopt;
  return predefined_function(reader_.peek().text);
}

Syntax FormulaGrammar::node(SyntaxKind kind, std::size_t begin, std::string text, std::vector<Syntax> children) const {
  if (stands_) return {kind, stands_->first, stands_->second, std::move(text), std::move(children)};
  return {kind, begin, reader_.last_end(), std::move(text), std::move(children)};
}

Syntax FormulaGrammar::call(std::string name, std::size_t begin, std::vector<Syntax> arguments) const {
  Syntax called = node(SyntaxKind::name, begin, std::move(name));
  if (!stands_) called.end = std::min(called.end, begin + called.text.size());
  arguments.insert(arguments.begin(), std::move(called));
  return node(SyntaxKind::call, begin, {}, std::move(arguments));
}

Syntax FormulaGrammar::ternary() {
  const TokenReader::Nesting nesting(reader_);
  const std::size_t begin = reader_.peek().begin;
  Syntax condition = binary(0);
  if (!reader_.accept("?")) return condition;
  Syntax if_true = ternary();
  reader_.expect(":");
  Syntax if_false = ternary();
  return node(SyntaxKind::ternary, begin, {}, {std::move(condition), std::move(if_true), std::move(if_false)});
}

Syntax FormulaGrammar::binary(int level) {
  if (level > strongest_level) return unary();
  const std::size_t begin = reader_.peek().begin;
  Syntax left = binary(level + 1);
  std::size_t length = 0;
  for (;;) {
    const auto found = std::find_if(binary_operators.begin(), binary_operators.end(), [&](const BinaryOperator& one) {
      return one.level == level && reader_.at_symbol(one.text);
    });
    if (found == binary_operators.end()) return left;
    if (++length > deepest_nesting) fail_here(fmt::format("more than {} operators in a chain", deepest_nesting));
    reader_.take();
    Syntax right = binary(level + 1);
    // x--1 is x - -1.
    if (found->text == "--") right = node(SyntaxKind::unary, begin, "-", {std::move(right)});
    left = node(SyntaxKind::binary, begin, std::string(found->text.substr(0, found->text == "--" ? 1 : 2)),
                {std::move(left), std::move(right)});
  }
}

Syntax FormulaGrammar::unary() {
  const TokenReader::Nesting nesting(reader_);
  const std::size_t begin = reader_.peek().begin;
  if (reader_.accept("--")) return unary();
  for (const std::string_view symbol : {"!", "-", "+"})
    if (reader_.accept(symbol)) {
      Syntax operand = unary();
      return node(SyntaxKind::unary, begin, std::string(symbol), {std::move(operand)});
    }
  return power();
}

// Powers bind more than a sign before them, and a^b^c is a^(b^c).
Syntax FormulaGrammar::power() {
  const std::size_t begin = reader_.peek().begin;
  Syntax base = postfix();
  if (!reader_.accept("^") && !reader_.accept("**")) return base;
  Syntax exponent = unary();
  std::vector<Syntax> both;
  both.push_back(std::move(base));
  if (exponent.kind == SyntaxKind::integer && exponent.text == "2") return call("TMath::Sq", begin, std::move(both));
  both.push_back(std::move(exponent));
  return call("pow", begin, std::move(both));
}

Syntax FormulaGrammar::postfix() {
  const Token& next = reader_.peek();
  switch (next.kind) {
    case TokenKind::integer:
    case TokenKind::real: {
      const Token token = reader_.take();
      return node(token.kind == TokenKind::integer ? SyntaxKind::integer : SyntaxKind::real, token.begin, token.text);
    }
    case TokenKind::name:
      return named();
    case TokenKind::symbol:
      break;
    default:
      fail_here("expected a value, found " + reader_.found());
  }
  if (next.text == "[") return parameter();
  if (next.text != "(" && next.text != "{") fail_here("expected a value, found " + reader_.found());
  const bool is_brace = next.text == "{";
  reader_.take();
  Syntax inner = ternary();
  reader_.expect(is_brace ? "}" : ")");
  return inner;
}

// What stands between brackets, without spaces.
std::string FormulaGrammar::bracketed() {
  reader_.expect("[");
  const std::size_t begin = reader_.last_end();
  std::size_t end = begin;
  while (!reader_.at_end() && !reader_.at_symbol("]")) end = reader_.take().end;
  reader_.expect("]");
  end = reader_.last_end() - 1;
  std::string found(text_.substr(begin, end - begin));
  std::erase(found, ' ');
  if (found.empty()) fail_here("a parameter without a name");
  return found;
}

std::size_t FormulaGrammar::number_of(const std::string& digits) const {
  std::size_t number = 0;
  const auto parsed = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (parsed.ec != std::errc() || parsed.ptr != digits.data() + digits.size() || number >= FormulaParameters::most)
    fail_here(fmt::format("{} is no number below {}", digits, FormulaParameters::most));
  return number;
}

Syntax FormulaGrammar::numbered(std::size_t number, std::size_t begin) {
  if (number >= FormulaParameters::most) fail_here(fmt::format("more than {} parameters", FormulaParameters::most));
  parameters_.add(number);
  return node(SyntaxKind::name, begin, fmt::format("[p{}]", number));
}

Syntax FormulaGrammar::parameter() {
  const std::size_t begin = reader_.peek().begin;
  const std::string name = bracketed();
  if (is_whole_number(name)) return numbered(number_of(name), begin);
  parameters_.add(name);
  return node(SyntaxKind::name, begin, "[" + name + "]");
}

Syntax FormulaGrammar::variable(const std::string& name, std::size_t number, std::size_t begin) {
  if (name == "x" && reader_.at_symbol("[")) {
    const std::string digits = bracketed();
    if (!is_whole_number(digits)) fail_here("expected the number of a variable");
    number = number_of(digits);
    if (number >= most_variables) fail_here(fmt::format("more than {} variables", most_variables));
  }
  variables_ = std::max(variables_, number + 1);
  return node(SyntaxKind::name, begin, variable_name(number));
}

Syntax FormulaGrammar::named() {
  const std::size_t begin = reader_.peek().begin;
  std::string name = reader_.take().text;
  while (reader_.at_symbol("::")) {
    reader_.take();
    if (reader_.peek().kind != TokenKind::name) fail_here("expected a name, found " + reader_.found());
    name += "::" + reader_.take().text;
  }
  if (name.size() == 1 && letters.find(name[0]) != std::string_view::npos)
    return variable(name, letters.find(name[0]), begin);
  if (const auto function = predefined_function(name)) return predefined(*function, begin);
  if (reader_.at_symbol("(")) return call_of(name, begin);
  if (name == "true" || name == "false") return node(SyntaxKind::boolean, begin, name);
  if (const auto value = formula_constant(name)) {
    if (std::isinf(*value)) return node(SyntaxKind::name, begin, "INFINITY");
    return node(SyntaxKind::real, begin, fmt::format("{:.17g}", *value) + (*value == std::floor(*value) ? "." : ""));
  }
  return node(SyntaxKind::name, begin, name);
}

std::vector<Syntax> FormulaGrammar::range(std::size_t begin) {
  std::vector<Syntax> found;
  const std::string inside = bracketed();
  const std::size_t dots = inside.find("..");
  const std::size_t start = number_of(inside.substr(0, dots));
  const std::size_t end = number_of(inside.substr(dots + 2));
  if (end < start) fail_here("a range of parameters that goes down");
  for (std::size_t k = start; k <= end; ++k) found.push_back(numbered(k, begin));
  return found;
}

std::vector<Syntax> FormulaGrammar::arguments() {
  std::vector<Syntax> found;
  reader_.expect("(");
  if (reader_.accept(")")) return found;
  do {
    const std::size_t begin = reader_.peek().begin;
    const std::size_t close = reader_.at_symbol("[") ? text_.find(']', begin) : std::string_view::npos;
    if (close != std::string_view::npos && text_.substr(begin, close - begin).find("..") != std::string_view::npos) {
      for (Syntax& one : range(begin)) found.push_back(std::move(one));
    } else {
      found.push_back(ternary());
    }
  } while (reader_.accept(","));
  reader_.expect(")");
  return found;
}

Syntax FormulaGrammar::call_of(const std::string& name, std::size_t begin) {
  std::vector<Syntax> found = arguments();
  if (name == "sq") return call("TMath::Sq", begin, std::move(found));
  if (name == "gamma" && found.size() == 1) return call("lgamma", begin, std::move(found));
  if (name == "int" && found.size() == 1) {
    Syntax type = node(SyntaxKind::type, begin, "int");
    found.insert(found.begin(), std::move(type));
    return node(SyntaxKind::cast, begin, {}, std::move(found));
  }
  const FunctionEntry* const known = find_function(name);
  if (known != nullptr && find_random_function(known->name) != nullptr)
    fail_at(ErrorKind::unsupported, text_, begin, begin + name.size(), "random numbers in a formula");
  if (known == nullptr)
    if (const auto function = function_of_arguments(name, found.size()))
      return expanded(*function, std::move(found), begin);
  return call(name, begin, std::move(found));
}

// gaus, gaus(3): parameters from a number on; gaus(x, [0..2]), gaus([A], [m], [s]): variables and parameters.
Syntax FormulaGrammar::predefined(const Predefined& function, std::size_t begin) {
  std::vector<Syntax> given;
  std::size_t first = 0;
  if (reader_.at_symbol("(")) {
    const bool is_number = reader_.peek(1).kind == TokenKind::integer && reader_.at_symbol(")", 2);
    if (is_number) {
      reader_.take();
      first = number_of(reader_.take().text);
      reader_.expect(")");
    } else {
      given = arguments();
      if (given.empty()) fail_here(fmt::format("{} without arguments", function.name));
    }
  }
  const std::size_t variables = function.variables.size();
  if (!given.empty() && given.size() != function.parameters && given.size() != function.parameters + variables)
    fail_at(ErrorKind::misuse, text_, begin, reader_.last_end(),
            fmt::format("{} takes {} parameters, or {} variables and these, not {} arguments", function.name,
                        function.parameters, variables, given.size()));
  if (given.empty())
    for (std::size_t k = 0; k < function.parameters; ++k) given.push_back(numbered(first + k, begin));
  if (given.size() == function.parameters) {
    // gausn(x, [m], [s]) lacks the constant: x is no parameter.
    if (!function.variables.empty() && std::ranges::any_of(given, has_variable))
      fail_at(ErrorKind::misuse, text_, begin, reader_.last_end(),
              fmt::format("{} takes {} parameters behind its variables, not {}", function.name, function.parameters,
                          given.size() - variables));
    std::vector<Syntax> own;
    for (const char letter : function.variables) own.push_back(variable({}, letters.find(letter), begin));
    given.insert(given.begin(), std::make_move_iterator(own.begin()), std::make_move_iterator(own.end()));
  }
  return expanded(function, std::move(given), begin);
}

// A lambda that is called: its body is the function's formula, its parameters are #x, #y, #0, #1, ...
Syntax FormulaGrammar::expanded(const Predefined& function, std::vector<Syntax> arguments, std::size_t begin) {
  bodies_ += function.body.size();
  if (bodies_ > longest_bodies) fail_here("too many predefined functions");
  FormulaGrammar body(function.body, *this, begin);
  Syntax value = body.ternary();
  // No captures, and no type of the result.
  std::vector<Syntax> lambda = {node(SyntaxKind::list, begin), node(SyntaxKind::nothing, begin)};
  const auto declare = [&](std::string name) {
    lambda.push_back(node(SyntaxKind::declare, begin, std::move(name), {node(SyntaxKind::type, begin, "double")}));
  };
  for (std::size_t k = 0; k < function.variables.size(); ++k)
    declare(variable_name(function.variables.size() == 1 ? 0 : k));
  for (std::size_t k = 0; k < function.parameters; ++k) declare(fmt::format("[p{}]", k));
  Syntax result = node(SyntaxKind::result, begin, {}, {std::move(value)});
  lambda.push_back(node(SyntaxKind::block, begin, {}, {std::move(result)}));
  arguments.insert(arguments.begin(), node(SyntaxKind::lambda, begin, {}, std::move(lambda)));
  return node(SyntaxKind::call, begin, {}, std::move(arguments));
}

}  // namespace ramet::inline v1::expr
