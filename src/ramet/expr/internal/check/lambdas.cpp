#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

#include "ramet/expr/internal/check/checker.hpp"
#include "ramet/expr/internal/check/functions/functions.hpp"
#include "ramet/expr/internal/check/statements.hpp"

namespace ramet::inline v1::expr {

namespace {

constexpr std::size_t deepest_lambdas = 32;
constexpr std::size_t most_calls = 10'000;

// The parts of a lambda's syntax.
constexpr std::size_t result_part = 1;
constexpr std::size_t first_parameter = 2;

/// What a lambda sees of a variable around it.
enum class Capture : std::uint8_t { value, reference };

Capture capture_of(const Syntax& captures, const std::string& name) {
  for (const Syntax& one : captures.children) {
    if (one.text == name) return Capture::value;
    if (one.text == name + "&") return Capture::reference;
  }
  return captures.text == "&" ? Capture::reference : Capture::value;
}

/// work(k) for each variable that a lambda shares with the place where it is called.
template <class Work>
void for_each_shared(const Operand& lambda, const Names& here, Work&& work) {
  const std::vector<Names::Variable>& seen = lambda.seen->variables;
  for (std::size_t k = 0; k < seen.size() && k < here.variables.size(); ++k)
    if (seen[k].name == here.variables[k].name &&
        capture_of(lambda.syntax->children.front(), seen[k].name) == Capture::reference)
      work(k);
}

void find_names(const Syntax& syntax, std::set<std::string_view>& names) {
  if (syntax.kind == SyntaxKind::name) names.insert(syntax.text);
  for (const Syntax& child : syntax.children) find_names(child, names);
}

/// The names of variables that a body changes, also through iterators that it declares.
std::vector<std::string> changed_names(const Syntax& body) {
  std::vector<std::string> names;
  find_assigned(body, names);
  for (std::string& name : names) {
    if (!name.starts_with('*')) continue;
    const Syntax* const list = declared_list(body, std::string_view(name).substr(1));
    if (list != nullptr && list->kind == SyntaxKind::name) name = list->text;
  }
  return names;
}

bool is_below(const Graph& graph, const Operand& operand, SpaceId space) {
  if (operand.form == Operand::Form::lambda) return true;  // it may use anything
  if (operand.is_value() || operand.form == Operand::Form::place)
    if (!graph.contains(graph.node(operand.node).space, space)) return true;
  return std::ranges::any_of(operand.members, [&](const Operand& one) { return is_below(graph, one, space); });
}

}  // namespace

Operand Checker::lambda(const Syntax& syntax) {
  Operand found;
  found.form = Operand::Form::lambda;
  found.syntax = &syntax;
  Names seen = names_;
  for (const Syntax& capture : syntax.children.front().children) {
    const std::string name = capture.text.substr(0, capture.text.find('&'));
    if (!capture.children.empty())
      seen.variables.push_back({capture.text, check(capture.children.front())});
    else if (name != "this" && !known_name(name))
      undefined(capture, name, false);
  }
  found.seen = std::make_shared<const Names>(std::move(seen));
  return found;
}

Operand Checker::call_lambda(const Operand& lambda, std::span<const Operand> arguments) {
  if (lambda.form != Operand::Form::lambda) fail_here(fmt::format("expected a lambda, found {}", spelled(lambda)));
  if (lambda.syntax == nullptr && find_function(lambda.class_name) != nullptr) {  // ::toupper
    const Syntax name{SyntaxKind::name, build_.begin(), build_.end(), lambda.class_name, {}};
    const Syntax call{SyntaxKind::call, build_.begin(), build_.end(), {}, {name}};
    return call_function(call, lambda.class_name, {arguments.begin(), arguments.end()});
  }
  if (lambda.syntax == nullptr) {  // std::greater<>()
    if (arguments.size() != 2) fail_here("a comparison has two arguments");
    return binary_of(lambda.class_name, arguments[0], arguments[1]);
  }
  const std::vector<Syntax>& parts = lambda.syntax->children;
  const std::size_t parameters = parts.size() - 1 - first_parameter;
  const auto has_value = [&](std::size_t k) { return parts[first_parameter + k].children.size() > 1; };
  if (parameters < arguments.size() || (parameters > arguments.size() && !has_value(arguments.size())))
    fail_here(fmt::format("a lambda of {} parameter{} is called with {}", parameters, parameters == 1 ? "" : "s",
                          arguments.size()));
  if (lambda_depth_ == deepest_lambdas) fail_here(fmt::format("lambdas nested more than {} deep", deepest_lambdas));
  if (++lambda_calls_ > most_calls) fail_here(fmt::format("more than {} calls of lambdas", most_calls));
  ++lambda_depth_;
  const std::size_t conditional = std::exchange(conditional_, 0);
  Names before = std::exchange(names_, *lambda.seen);
  for_each_shared(lambda, before, [&](std::size_t k) { names_.variables[k].value = before.variables[k].value; });
  const std::vector<std::string> assigned = changed_names(parts.back());
  for (std::size_t k = 0; k < parameters; ++k) {
    const Syntax& parameter = parts[first_parameter + k];
    if (parameter.children[0].text.ends_with('&') && std::ranges::find(assigned, parameter.text) != assigned.end())
      fail_here(
          fmt::format("a function changes its parameter {}, a reference: return the value instead, or capture [&]",
                      parameter.text),
          ErrorKind::unsupported);
    const Operand argument = k < arguments.size() ? arguments[k] : check(parameter.children.at(1));
    names_.variables.push_back({parameter.text, coerce(argument, parameter.children[0])});
  }
  const std::size_t begin = build_.begin();
  const std::size_t end = build_.end();
  random_calls_.enter_lambda(begin);
  const bool has_type = parts[result_part].kind == SyntaxKind::type && plain_name(parts[result_part]) != "void";
  Operand found = Statements(*this, has_type ? &parts[result_part] : nullptr).function(parts.back());
  random_calls_.leave_lambda();
  build_.stand_at(text_, begin, end);
  if (has_type) found = coerce(found, parts[result_part]);
  conditional_ = conditional;
  --lambda_depth_;
  for_each_shared(lambda, before, [&](std::size_t k) {
    if (names_.variables[k].value.is_same(before.variables[k].value)) return;
    if (conditional_ > 0 || in_elements_)
      fail_here(fmt::format("{} is changed by a lambda that is called for each element, or only sometimes",
                            before.variables[k].name),
                ErrorKind::unsupported);
    before.variables[k].value = names_.variables[k].value;
  });
  names_ = std::move(before);
  return found;
}

bool Checker::uses_from_below(const Operand& lambda, SpaceId space) {
  std::set<std::string_view> used;
  find_names(*lambda.syntax, used);
  const auto is_used_below = [&](const Names::Variable& variable) {
    return used.contains(variable.name) && is_below(build_.graph(), variable.value, space);
  };
  return std::ranges::any_of(lambda.seen->variables, is_used_below) ||
         std::ranges::any_of(names_.variables, is_used_below);
}

// Each run of a loop around, and each element of lists around, has its own values, and draws its own random numbers.
Operand Checker::seen_by(const Operand& lambda, const Operand& lists) {
  if (lambda.syntax == nullptr) return lists;
  Graph& graph = build_.graph();
  return each_node(lists, [&](NodeId node) {
    const SpaceId space = graph.node(node).space;
    const bool is_above = space != space_ && graph.contains(space, space_);
    return is_above && (draws(*lambda.syntax) || uses_from_below(lambda, space)) ? graph.lift(node, space_) : node;
  });
}

Operand Checker::map(std::span<const Operand> lists, const Operand& lambda) {
  NodeId shape = 0;
  std::vector<Operand> all;
  for (const Operand& list : lists) all.push_back(seen_by(lambda, list));
  const std::vector<Operand> items = items_of(all, shape);
  const SpaceId before = std::exchange(space_, build_.graph().elements_space(shape));
  const bool outer = std::exchange(in_elements_, true);
  const Operand found = call_lambda(lambda, items);
  space_ = before;
  in_elements_ = outer;
  if (found.form == Operand::Form::nothing) fail_here("the lambda returns nothing");
  return rebuild(shape, found);
}

}  // namespace ramet::inline v1::expr
