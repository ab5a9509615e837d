#include "ramet/expr/internal/formula/term.hpp"

#include <cmath>
#include <cstdlib>
#include <map>
#include <string_view>

#include <fmt/format.h>

#include "ramet/core/error.hpp"

namespace ramet::inline v1::expr {

namespace {

constexpr std::size_t longest_text = 1 << 20;

TermPointer made(TermKind kind, std::string text, std::vector<TermPointer> operands) {
  return std::make_shared<const Term>(
      Term{.kind = kind, .value = 0, .text = std::move(text), .operands = std::move(operands)});
}

bool is_number(const TermPointer& term) { return term->kind == TermKind::number; }

/// Whether it may have a type of whole numbers: then a division by another one leaves a rest.
bool is_whole(const Term& term) {
  switch (term.kind) {
    case TermKind::number:
      return term.text.find_first_of(".eEn") == std::string::npos;
    case TermKind::constant:
      return true;
    case TermKind::negate:
    case TermKind::add:
    case TermKind::subtract:
    case TermKind::multiply:
    case TermKind::divide: {
      for (const TermPointer& one : term.operands)
        if (!is_whole(*one)) return false;
      return true;
    }
    case TermKind::choose:
      return is_whole(*term.operands[1]) && is_whole(*term.operands[2]);
    default:
      return false;
  }
}

/// Converts syntax to terms. Threads: one at a time.
class Conversion {
 public:
  explicit Conversion(const ParsedFormula& parsed) {
    for (std::size_t k = 0; k < parsed.parameters.size(); ++k)
      names_.insert_or_assign("[" + parsed.parameters[k] + "]",
                              made(TermKind::symbol, "[" + parsed.names[k] + "]", {}));
  }

  TermPointer term(const Syntax& syntax) const {
    switch (syntax.kind) {
      case SyntaxKind::integer:
      case SyntaxKind::real:
        return std::make_shared<const Term>(Term{.kind = TermKind::number,
                                                 .value = std::strtod(syntax.text.c_str(), nullptr),
                                                 .text = syntax.text,
                                                 .operands = {}});
      case SyntaxKind::name: {
        const auto known = names_.find(syntax.text);
        return known != names_.end() ? known->second : made(TermKind::symbol, syntax.text, {});
      }
      case SyntaxKind::boolean:
        return made(TermKind::constant, syntax.text, {});
      case SyntaxKind::unary:
        return unary(syntax);
      case SyntaxKind::binary:
        return binary(syntax);
      case SyntaxKind::ternary:
        return choose(term(syntax.children[0]), term(syntax.children[1]), term(syntax.children[2]));
      case SyntaxKind::cast:
        return made(TermKind::constant, "int", {term(syntax.children[1])});
      case SyntaxKind::call:
        return called(syntax);
      default:
        detail::fail(ErrorKind::unsupported, "a part of the formula is no number");
    }
  }

 private:
  TermPointer unary(const Syntax& syntax) const {
    TermPointer operand = term(syntax.children[0]);
    if (syntax.text == "+") return operand;
    return made(syntax.text == "-" ? TermKind::negate : TermKind::constant, syntax.text, {std::move(operand)});
  }

  TermPointer binary(const Syntax& syntax) const {
    constexpr std::string_view operators = "+-*/";
    constexpr TermKind kinds[] = {TermKind::add, TermKind::subtract, TermKind::multiply, TermKind::divide};
    const std::size_t place = syntax.text.size() == 1 ? operators.find(syntax.text[0]) : std::string_view::npos;
    const TermKind kind = place == std::string_view::npos ? TermKind::constant : kinds[place];
    return made(kind, syntax.text, {term(syntax.children[0]), term(syntax.children[1])});
  }

  TermPointer called(const Syntax& syntax) const {
    const Syntax& function = syntax.children[0];
    std::vector<TermPointer> arguments;
    for (std::size_t k = 1; k < syntax.children.size(); ++k) arguments.push_back(term(syntax.children[k]));
    if (function.kind == SyntaxKind::name) return call(function.text, std::move(arguments));
    // the body of a predefined function: captures, type, declarations, block
    Conversion inside;
    for (std::size_t k = 0; k < arguments.size(); ++k) {
      const bool is_to_convert = is_whole(*arguments[k]);
      inside.names_.insert_or_assign(
          function.children[k + 2].text,
          is_to_convert ? made(TermKind::multiply, "*", {number(1), arguments[k]}) : arguments[k]);
    }
    return inside.term(function.children.back().children[0].children[0]);
  }

  Conversion() = default;

  std::map<std::string, TermPointer, std::less<>> names_;
};

enum Strength { of_choice, of_comparison, of_sum, of_product, of_sign, of_value };

/// Writes terms. Threads: one at a time.
class Writing {
 public:
  void write(const Term& term, Strength around) {
    const Strength own = strength_of(term);
    if (text.size() > longest_text)
      detail::fail(ErrorKind::unsupported, "the derivative of the formula is longer than {} bytes", longest_text);
    if (own < around) text += '(';
    write_inside(term, own);
    if (own < around) text += ')';
  }

  std::string text;

 private:
  static Strength strength_of(const Term& term) {
    switch (term.kind) {
      case TermKind::number:
        return term.value < 0 ? of_sign : of_value;
      case TermKind::symbol:
      case TermKind::call:
        return of_value;
      case TermKind::negate:
        return of_sign;
      case TermKind::add:
      case TermKind::subtract:
        return of_sum;
      case TermKind::multiply:
      case TermKind::divide:
        return of_product;
      case TermKind::choose:
        return of_choice;
      case TermKind::constant:
        return term.operands.size() == 2 ? of_comparison : of_value;
    }
    return of_choice;
  }

  void write_inside(const Term& term, Strength own) {
    switch (term.kind) {
      case TermKind::number:
      case TermKind::symbol:
        text += term.text;
        break;
      case TermKind::negate:
        text += '-';
        write(*term.operands[0], of_value);
        break;
      case TermKind::call:
        write_call(term);
        break;
      case TermKind::choose:
        write(*term.operands[0], of_comparison);
        text += " ? ";
        write(*term.operands[1], of_comparison);
        text += " : ";
        write(*term.operands[2], of_comparison);
        break;
      case TermKind::constant:
        write_constant(term);
        break;
      default:
        write(*term.operands[0], own);
        text += "+-*/"[static_cast<std::size_t>(term.kind) - static_cast<std::size_t>(TermKind::add)];
        write(*term.operands[1], static_cast<Strength>(own + 1));
    }
  }

  void write_constant(const Term& term) {
    if (term.text == "int") return write_call(term);
    if (term.operands.size() == 2) write(*term.operands[0], of_sign);
    text += term.text;
    if (!term.operands.empty()) write(*term.operands.back(), of_sign);
  }

  void write_call(const Term& term) {
    text += term.text + '(';
    for (std::size_t k = 0; k < term.operands.size(); ++k) {
      if (k > 0) text += ',';
      write(*term.operands[k], of_choice);
    }
    text += ')';
  }
};

}  // namespace

TermPointer term_of(const ParsedFormula& parsed) { return Conversion(parsed).term(parsed.syntax); }

std::string text_of(const TermPointer& term) {
  Writing writing;
  writing.write(*term, of_choice);
  return writing.text;
}

TermPointer number(double value) {
  std::string text = fmt::format("{:.17g}", value);
  if (std::isfinite(value) && text.find_first_of(".e") == std::string::npos) text += '.';
  return std::make_shared<const Term>(
      Term{.kind = TermKind::number, .value = value, .text = std::move(text), .operands = {}});
}

TermPointer operator-(const TermPointer& operand) {
  if (is_number(operand)) return number(-operand->value);
  if (operand->kind == TermKind::negate) return operand->operands[0];
  return made(TermKind::negate, "-", {operand});
}

TermPointer operator+(const TermPointer& left, const TermPointer& right) {
  if (left->is(0)) return right;
  if (right->is(0)) return left;
  if (is_number(left) && is_number(right)) return number(left->value + right->value);
  if (right->kind == TermKind::negate) return left - right->operands[0];
  return made(TermKind::add, "+", {left, right});
}

TermPointer operator-(const TermPointer& left, const TermPointer& right) {
  if (right->is(0)) return left;
  if (left->is(0)) return -right;
  if (is_number(left) && is_number(right)) return number(left->value - right->value);
  if (right->kind == TermKind::negate) return left + right->operands[0];
  return made(TermKind::subtract, "-", {left, right});
}

TermPointer operator*(const TermPointer& left, const TermPointer& right) {
  if (left->is(0) || right->is(0)) return number(0);
  if (left->is(1)) return right;
  if (right->is(1)) return left;
  if (left->is(-1)) return -right;
  if (right->is(-1)) return -left;
  if (is_number(left) && is_number(right)) return number(left->value * right->value);
  if (left->kind == TermKind::negate) return -(left->operands[0] * right);
  if (right->kind == TermKind::negate) return -(left * right->operands[0]);
  if (right->kind == TermKind::divide && right->operands[0]->is(1)) return left / right->operands[1];
  return made(TermKind::multiply, "*", {left, right});
}

TermPointer operator/(const TermPointer& left, const TermPointer& right) {
  if (left->is(0)) return number(0);
  if (right->is(1)) return left;
  if (left->kind == TermKind::negate) return -(left->operands[0] / right);
  if (is_number(left))
    return left->value < 0 ? -(-left / right) : made(TermKind::divide, "/", {number(left->value), right});
  const TermPointer real = is_whole(*left) ? made(TermKind::multiply, "*", {number(1), left}) : left;
  return made(TermKind::divide, "/", {real, right});
}

TermPointer call(std::string function, std::vector<TermPointer> arguments) {
  return made(TermKind::call, std::move(function), std::move(arguments));
}

TermPointer choose(TermPointer condition, TermPointer if_true, TermPointer if_false) {
  return made(TermKind::choose, {}, {std::move(condition), std::move(if_true), std::move(if_false)});
}

TermPointer less(const TermPointer& left, const TermPointer& right) {
  return made(TermKind::constant, "<", {left, right});
}

}  // namespace ramet::inline v1::expr
