#include "ramet/expr/derivative.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <numbers>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "ramet/core/error.hpp"
#include "ramet/expr/formula.hpp"
#include "ramet/expr/internal/formula/term.hpp"

namespace ramet::inline v1::expr {

namespace {

/// A function of one argument u: the derivative by u, from u and the function's value.
struct Rule {
  std::string_view function;
  TermPointer (*slope)(const TermPointer& u, const TermPointer& value);
};

TermPointer square(const TermPointer& term) { return call("sq", {term}); }
TermPointer root(const TermPointer& term) { return call("sqrt", {term}); }
TermPointer exponential(const TermPointer& term) { return call("exp", {term}); }

using T = const TermPointer&;
constexpr double twice_inverse_root_of_pi = 2 * std::numbers::inv_sqrtpi;

constexpr auto rules = std::to_array<Rule>({
    {"exp", [](T, T value) { return value; }},
    {"exp2", [](T, T value) { return number(std::numbers::ln2) * value; }},
    {"expm1", [](T u, T) { return exponential(u); }},
    {"log", [](T u, T) { return number(1) / u; }},
    {"log10", [](T u, T) { return number(std::numbers::log10e) / u; }},
    {"log2", [](T u, T) { return number(std::numbers::log2e) / u; }},
    {"log1p", [](T u, T) { return number(1) / (number(1) + u); }},
    {"sqrt", [](T, T value) { return number(0.5) / value; }},
    {"cbrt", [](T, T value) { return number(1) / (number(3) * square(value)); }},
    {"sq", [](T u, T) { return number(2) * u; }},
    {"sin", [](T u, T) { return call("cos", {u}); }},
    {"cos", [](T u, T) { return -call("sin", {u}); }},
    {"tan", [](T, T value) { return number(1) + square(value); }},
    {"asin", [](T u, T) { return number(1) / root(number(1) - square(u)); }},
    {"acos", [](T u, T) { return number(-1) / root(number(1) - square(u)); }},
    {"atan", [](T u, T) { return number(1) / (number(1) + square(u)); }},
    {"sinh", [](T u, T) { return call("cosh", {u}); }},
    {"cosh", [](T u, T) { return call("sinh", {u}); }},
    {"tanh", [](T, T value) { return number(1) - square(value); }},
    {"asinh", [](T u, T) { return number(1) / root(number(1) + square(u)); }},
    {"acosh", [](T u, T) { return number(1) / root(square(u) - number(1)); }},
    {"atanh", [](T u, T) { return number(1) / (number(1) - square(u)); }},
    {"erf", [](T u, T) { return number(twice_inverse_root_of_pi) * exponential(-square(u)); }},
    {"erfc", [](T u, T) { return number(-twice_inverse_root_of_pi) * exponential(-square(u)); }},
    {"abs", [](T u, T) { return choose(less(u, number(0)), number(-1), number(1)); }},
    {"floor", [](T, T) { return number(0); }},
    {"ceil", [](T, T) { return number(0); }},
    {"round", [](T, T) { return number(0); }},
    {"trunc", [](T, T) { return number(0); }},
});

/// A name as it is in the rules: "TMath::Exp" and "std::exp" are "exp".
std::string plain(std::string_view name) {
  const bool is_of_tmath = name.starts_with("TMath::");
  for (const std::string_view space : {"TMath::", "std::"})
    if (name.starts_with(space)) name.remove_prefix(space.size());
  std::string found(name);
  if (is_of_tmath) std::ranges::transform(found, found.begin(), [](unsigned char one) { return std::tolower(one); });
  if (found == "fabs") return "abs";
  if (found == "power") return "pow";
  return found;
}

/// Derivatives of terms, each of which is computed once. Threads: one at a time.
class Derivation {
 public:
  explicit Derivation(std::string symbol) : symbol_(std::move(symbol)) {}

  TermPointer of(const TermPointer& term) {
    const auto known = known_.find(term.get());
    if (known != known_.end()) return known->second;
    TermPointer found = depends(term) ? derived(term) : number(0);
    known_.emplace(term.get(), found);
    return found;
  }

 private:
  bool depends(const TermPointer& term) {
    if (term->kind == TermKind::symbol) return term->text == symbol_;
    const auto known = depends_.find(term.get());
    if (known != depends_.end()) return known->second;
    const bool found = std::ranges::any_of(term->operands, [&](const TermPointer& one) { return depends(one); });
    depends_.emplace(term.get(), found);
    return found;
  }

  TermPointer derived(const TermPointer& term) {
    const std::vector<TermPointer>& of_term = term->operands;
    switch (term->kind) {
      case TermKind::symbol:
        return number(1);
      case TermKind::negate:
        return -of(of_term[0]);
      case TermKind::add:
        return of(of_term[0]) + of(of_term[1]);
      case TermKind::subtract:
        return of(of_term[0]) - of(of_term[1]);
      case TermKind::multiply:
        return of(of_term[0]) * of_term[1] + of_term[0] * of(of_term[1]);
      case TermKind::divide:
        if (!depends(of_term[1])) return of(of_term[0]) / of_term[1];
        return of(of_term[0]) / of_term[1] - term * of(of_term[1]) / of_term[1];
      case TermKind::choose:
        return choose(of_term[0], of(of_term[1]), of(of_term[2]));
      case TermKind::call:
        return of_call(term);
      case TermKind::constant:
        if (term->text == "%") detail::fail(ErrorKind::unsupported, "the derivative of a rest is not known");
        return number(0);
      case TermKind::number:
        break;
    }
    return number(0);
  }

  TermPointer of_call(const TermPointer& term) {
    const std::string name = plain(term->text);
    const std::vector<TermPointer>& arguments = term->operands;
    if (arguments.size() == 1)
      for (const Rule& rule : rules)
        if (rule.function == name) return rule.slope(arguments[0], term) * of(arguments[0]);
    if (arguments.size() == 2)
      if (const auto found = of_two(name, term, arguments[0], arguments[1])) return *found;
    if (const TermPointer same = written_out(term)) return of(same);
    detail::fail(ErrorKind::unsupported, "the derivative of the function '{}' of {} arguments is not known", term->text,
                 arguments.size());
  }

  std::optional<TermPointer> of_two(const std::string& name, const TermPointer& value, const TermPointer& u,
                                    const TermPointer& v) {
    if (name == "pow") {
      if (!depends(v)) return v * call("pow", {u, v - number(1)}) * of(u);
      const TermPointer by_exponent = value * call("log", {u}) * of(v);
      return depends(u) ? by_exponent + v * call("pow", {u, v - number(1)}) * of(u) : by_exponent;
    }
    if (name == "min") return choose(less(v, u), of(v), of(u));
    if (name == "max") return choose(less(u, v), of(v), of(u));
    if (name == "atan2") return (v * of(u) - u * of(v)) / (square(u) + square(v));
    if (name == "hypot") return (u * of(u) + v * of(v)) / value;
    return std::nullopt;
  }

  /// Functions of which the rules know the parts; kept, because derivatives are known by address.
  TermPointer written_out(const TermPointer& term) {
    const std::vector<TermPointer>& of_term = term->operands;
    const bool is_gauss = term->text == "TMath::Gaus", is_peak = term->text == "TMath::BreitWigner";
    if ((!is_gauss && !is_peak) || of_term.empty() || of_term.size() > 3) return nullptr;
    const TermPointer distance = of_term.size() > 1 ? of_term[0] - of_term[1] : of_term[0];
    const TermPointer width = of_term.size() > 2 ? of_term[2] : number(1);
    if (is_gauss)
      kept_.push_back(exponential(number(-0.5) * square(distance / width)));
    else
      kept_.push_back(width / (number(2 * std::numbers::pi) * (square(distance) + number(0.25) * square(width))));
    return kept_.back();
  }

  std::string symbol_;
  std::map<const Term*, TermPointer> known_;
  std::map<const Term*, bool> depends_;
  std::vector<TermPointer> kept_;
};

}  // namespace

std::string derivative(const std::string& formula, std::string_view name) {
  const ParsedFormula parsed = parse_formula(formula);
  std::string symbol;
  if (std::ranges::find(parsed.names, name) != parsed.names.end()) symbol = fmt::format("[{}]", name);
  for (std::size_t k = 0; k < parsed.variables && symbol.empty(); ++k)
    if (variable_name(k) == name) symbol = name;
  if (symbol.empty())
    detail::fail(ErrorKind::misuse, "the formula '{}' has no parameter or variable '{}'", formula, name);
  const TermPointer term = term_of(parsed);
  return text_of(Derivation(symbol).of(term));
}

std::string expanded(const std::string& formula) {
  const Formula whole = Formula::compile(formula);
  std::string text;
  try {
    text = text_of(term_of(parse_formula(formula)));
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::unsupported) return formula;
    throw;
  }
  const bool has_all = std::ranges::equal(Formula::compile(text).parameters(), whole.parameters());
  return has_all ? text : formula;
}

}  // namespace ramet::inline v1::expr
