#include "ramet/expr/internal/check/checker.hpp"

#include <algorithm>
#include <charconv>
#include <limits>

#include "ramet/expr/internal/check/functions/functions.hpp"
#include "ramet/expr/internal/check/functions/random.hpp"
#include "ramet/expr/internal/check/python/python_checker.hpp"
#include "ramet/expr/internal/check/statements.hpp"
#include "ramet/expr/internal/check/vectors/stored_vectors.hpp"
#include "ramet/expr/internal/check/vectors/vectors.hpp"
#include "ramet/expr/internal/text/error.hpp"
#include "ramet/expr/internal/text/parse.hpp"
#include "ramet/expr/internal/text/type_names.hpp"

namespace ramet::inline v1::expr {

Checker::Checker(Graph& graph, const Scope& scope) : build_(graph), scope_(scope), columns_(scope, build_) {
  graph.random.seed = scope.seed;
}

Operand Checker::check_text(const std::string& text, const std::string& stream) {
  const Parsed parsed = parse(text, scope_.language);
  return check_syntax(text, stream, parsed.syntax, parsed.language);
}

Operand Checker::check_apart(const std::string& text, const std::string& stream, Language language) {
  Names variables = std::exchange(names_, Names());
  const SpaceId space = std::exchange(space_, entries_space);
  const std::size_t conditional = std::exchange(conditional_, 0);
  const bool in_elements = std::exchange(in_elements_, false);
  const std::size_t begin = build_.begin();
  const std::size_t end = build_.end();
  const Parsed parsed = parse(text, language);
  Operand found = check_syntax(text, stream, parsed.syntax, parsed.language);
  names_ = std::move(variables);
  space_ = space;
  conditional_ = conditional;
  in_elements_ = in_elements;
  build_.stand_at(text_, begin, end);
  return found;
}

Operand Checker::check_syntax(const std::string& text, const std::string& stream, const Syntax& syntax,
                              Language language) {
  const std::uint32_t before = text_;
  text_ = build_.graph().add_text(text);
  RandomCalls::Text outer = random_calls_.begin(stream, syntax);
  Operand found = language == Language::python ? PythonChecker(*this).check(syntax) : check(syntax);
  random_calls_.end(std::move(outer));
  if (found.form == Operand::Form::lambda || found.form == Operand::Form::nothing)
    fail_here(found.form == Operand::Form::nothing ? "no value is returned" : "a lambda that is not called");
  text_ = before;
  return found;
}

Operand Checker::check_cut(const std::string& text) {
  const Operand found = check_text(text);
  build_.stand_at(build_.graph().add_text(text), 0, text.size());
  if (!found.is_value() || build_.type(found.node).is_string)
    fail_here(fmt::format("a cut is true or false, found {}", PythonChecker(*this).spelled(found)));
  return Operand::value(build_.to_bool(found.node));
}

Operand Checker::kept(const Operand& value, const Operand& truths, const std::string& cut, const std::string& text) {
  build_.stand_at(build_.graph().add_text(text), 0, text.size());
  PythonChecker python(*this);
  if (python.depth_of(value) < build_.type(truths.node).depth)
    fail_here(fmt::format("{} has no elements that the cut '{}', which is {}, could choose", python.spelled(value), cut,
                          python.spelled(truths)));
  return python.masked(value, truths);
}

Operand Checker::element_of(const Operand& list, std::size_t place, std::size_t count, const std::string& text) {
  build_.stand_at(build_.graph().add_text(text), 0, text.size());
  if (!list.is_value() || !build_.type(list.node).is_list())
    fail_here(fmt::format("a list of {} values is wanted, found {}", count, spelled(list)));
  const Node& node = build_.node(list.node);
  if (node.kind == NodeKind::call && static_cast<CallOperation>(node.number) == CallOperation::list_of) {
    if (node.arguments.size() != count)
      fail_here(fmt::format("a list of {} values is wanted, found one of {}", count, node.arguments.size()));
    return Operand::value(node.arguments[place]);
  }
  return Operand::value(build_.index(list.node, build_.graph().constant(static_cast<std::int64_t>(place))));
}

void Checker::fail_here(const std::string& what, ErrorKind kind) const {
  fail_at(kind, build_.text(), build_.begin(), build_.end(), what);
}

Operand Checker::check(const Syntax& syntax) {
  build_.stand_at(text_, syntax.begin, syntax.end);
  const Depth depth(*this);
  Operand found = check_any(syntax);
  build_.stand_at(text_, syntax.begin, syntax.end);
  return found;
}

Operand Checker::check_any(const Syntax& syntax) {
  switch (syntax.kind) {
    case SyntaxKind::integer:
      return integer(syntax);
    case SyntaxKind::real:
      return real(syntax);
    case SyntaxKind::character:
    case SyntaxKind::string:
    case SyntaxKind::boolean:
      return literal(syntax);
    case SyntaxKind::name:
      return name(syntax);
    case SyntaxKind::call:
      return call(syntax);
    case SyntaxKind::construct:
      return construct(syntax);
    case SyntaxKind::list: {
      Operand found;
      found.form = Operand::Form::list;
      found.members = check_all(syntax.children);
      return found;
    }
    case SyntaxKind::index:
      return index(syntax);
    case SyntaxKind::member:
      return member(syntax);
    case SyntaxKind::unary:
      return unary(syntax);
    case SyntaxKind::step:
      return step(syntax);
    case SyntaxKind::binary:
      return binary(syntax);
    case SyntaxKind::assign:
      return assign(syntax);
    case SyntaxKind::ternary:
      return ternary(syntax);
    case SyntaxKind::cast:
      return coerce(check(syntax.children[1]), syntax.children[0]);
    case SyntaxKind::lambda:
      return lambda(syntax);
    case SyntaxKind::block:
      return Statements(*this).function(syntax);
    default:
      fail_here("a statement where a value is expected");
  }
}

std::vector<Operand> Checker::check_all(std::span<const Syntax> all) {
  std::vector<Operand> found;
  for (const Syntax& one : all) found.push_back(check(one));
  return found;
}

// ::toupper, std::abs, &std::sqrt: a function that is called later.
std::optional<Operand> Checker::function_named(const Syntax& syntax) {
  const bool is_address = syntax.kind == SyntaxKind::unary && syntax.text == "&";
  const Syntax& named = is_address ? syntax.children[0] : syntax;
  if (named.kind != SyntaxKind::name || find_function(named.text) == nullptr || known_name(named.text))
    return std::nullopt;
  return comparison_of(named.text);
}

std::vector<Operand> Checker::check_arguments(std::span<const Syntax> all) {
  std::vector<Operand> found;
  for (const Syntax& one : all) {
    auto function = function_named(one);
    found.push_back(function ? *std::move(function) : check(one));
  }
  return found;
}

Operand Checker::literal(const Syntax& syntax) {
  Graph& graph = build_.graph();
  if (syntax.kind == SyntaxKind::boolean) return Operand::value(graph.constant(syntax.text == "true"));
  if (syntax.kind == SyntaxKind::string) return Operand::value(graph.constant(syntax.text));
  if (syntax.text.size() != 1) fail_here("a character has to be one");
  return Operand::value(graph.constant(static_cast<std::int8_t>(syntax.text[0])));
}

// The type of a whole number is the first that it fits into, as C++ has it.
Operand Checker::integer(const Syntax& syntax) {
  std::string digits;
  for (const char c : syntax.text)
    if (c != '\'') digits += c;
  std::string_view text = digits;
  int base = 10;
  if (text.starts_with("0x") || text.starts_with("0X")) base = 16;
  if (text.starts_with("0b") || text.starts_with("0B")) base = 2;
  if (base != 10) text.remove_prefix(2);
  if (base == 10 && text.size() > 1 && text[0] == '0') base = 8;
  std::uint64_t value = 0;
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (parsed.ec == std::errc::invalid_argument) fail_here(fmt::format("{} is no number", syntax.text));
  if (parsed.ec != std::errc()) fail_here(fmt::format("{} does not fit into 64 bits", syntax.text));
  std::string suffix;
  for (const char* c = parsed.ptr; c != text.data() + text.size(); ++c)
    suffix += *c >= 'A' && *c <= 'Z' ? static_cast<char>(*c - 'A' + 'a') : *c;
  const bool is_unsigned = suffix.starts_with('u') || suffix.ends_with('u');
  if (is_unsigned) suffix.erase(suffix.find('u'), 1);
  const bool is_long = suffix == "l" || suffix == "ll" || suffix == "z";
  if (!suffix.empty() && !is_long) fail_here(fmt::format("{} is no number", syntax.text));
  Graph& graph = build_.graph();
  const bool may_be_unsigned = is_unsigned || base != 10;
  if (!is_long && !is_unsigned && value <= std::numeric_limits<std::int32_t>::max())
    return Operand::value(graph.constant(static_cast<std::int32_t>(value)));
  if (!is_long && may_be_unsigned && value <= std::numeric_limits<std::uint32_t>::max())
    return Operand::value(graph.constant(static_cast<std::uint32_t>(value)));
  if (!is_unsigned && value <= static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
    return Operand::value(graph.constant(static_cast<std::int64_t>(value)));
  return Operand::value(graph.constant(value));
}

Operand Checker::real(const Syntax& syntax) {
  std::string text;
  for (const char c : syntax.text)
    if (c != '\'') text += c;
  const bool is_hexadecimal = text.starts_with("0x") || text.starts_with("0X");
  if (is_hexadecimal) text.erase(0, 2);
  const auto format = is_hexadecimal ? std::chars_format::hex : std::chars_format::general;
  const bool is_float = text.back() == 'f' || text.back() == 'F';
  if (is_float || text.back() == 'l' || text.back() == 'L') text.pop_back();
  const auto parse = [&](auto value) {
    const auto parsed = std::from_chars(text.data(), text.data() + text.size(), value, format);
    if (parsed.ec != std::errc() || parsed.ptr != text.data() + text.size())
      fail_here(fmt::format("{} is no number that fits", syntax.text));
    return Operand::value(build_.graph().constant(value));
  };
  return is_float ? parse(float{}) : parse(double{});
}

std::optional<Operand> Checker::definition(std::string_view wanted) {
  for (const auto& [known, operand] : defined_)
    if (known == wanted) return operand;
  for (std::size_t k = std::min(scope_.definitions.size(), definitions_visible_); k-- > 0;) {
    if (scope_.definitions[k].name != wanted) continue;
    // It sees those before it, and no variables of this text.
    const std::size_t visible = std::exchange(definitions_visible_, k);
    Operand found = check_apart(scope_.definitions[k].text, scope_.definitions[k].name, scope_.language);
    definitions_visible_ = visible;
    if (visible == ~std::size_t{0}) defined_.emplace_back(std::string(wanted), found);
    return found;
  }
  return std::nullopt;
}

std::optional<Operand> Checker::known_name(const std::string& wanted) {
  if (const Operand* const variable = names_.find(wanted)) return *variable;
  if (resolver_ != nullptr)
    if (auto found = resolver_->find(wanted)) return found;
  if (auto found = definition(wanted)) return found;
  if (auto found = columns_.find(wanted)) return found;
  if (wanted == "rdfentry_" || wanted == "tdfentry_")
    return Operand::value(build_.leaf(NodeKind::entry, ValueType::of(NumberType::uint64), 0));
  if (wanted == "rdfslot_" || wanted == "tdfslot_")
    return Operand::value(build_.leaf(NodeKind::slot, ValueType::of(NumberType::uint32), 0));
  return constant_named(build_, wanted);
}

Operand Checker::name(const Syntax& syntax) {
  build_.stand_at(text_, syntax.begin, syntax.end);
  if (auto found = known_name(syntax.text)) return *found;
  return undefined(syntax, syntax.text, false);
}

Operand Checker::undefined(const Syntax& syntax, std::string_view wanted, bool is_function, ErrorKind kind) {
  std::vector<std::string_view> known;
  std::vector<std::string> resolved;
  if (!is_function) {
    if (resolver_ != nullptr) resolved = resolver_->known();
    known.assign(resolved.begin(), resolved.end());
    for (const auto& column : scope_.columns) known.push_back(column.name);
    for (const auto& one : scope_.definitions) known.push_back(one.name);
    for (const auto& variable : names_.variables) known.push_back(variable.name);
  } else {
    known = function_names();
  }
  known.insert(known.end(), also_known_.begin(), also_known_.end());
  const std::string_view plain = without_namespaces(wanted);
  std::string hint = near_names(plain, known);
  if (is_function && known_name(std::string(wanted))) hint = "; it is a column or a variable";
  if (!is_function && names_template(plain)) hint = "; as a type, it needs the type of its elements";
  if (!is_function && find_function(wanted) != nullptr) hint = fmt::format("; {}(...) is a function", wanted);
  build_.stand_at(text_, syntax.begin, syntax.end);
  fail_here(fmt::format("no {} {}{}", is_function ? "function" : "column or variable", wanted, hint), kind);
}

// a.b may be the name of a column, or a member of what a is.
Operand Checker::member(const Syntax& syntax) {
  std::string dotted = syntax.text;
  const Syntax* object = &syntax.children[0];
  while (object->kind == SyntaxKind::member) {
    dotted = fmt::format("{}.{}", object->text, dotted);
    object = &object->children[0];
  }
  if (object->kind == SyntaxKind::name && names_.find(object->text) == nullptr)
    if (auto found = known_name(object->text + "." + dotted)) return *found;
  const Operand of = check(syntax.children[0]);
  build_.stand_at(text_, syntax.begin, syntax.end);
  if (const Operand* const found = of.is_record() ? of.member(syntax.text) : nullptr) return *found;
  if (auto found = of.is_record() ? stored_member(of, syntax.text) : std::nullopt) return *std::move(found);
  if (!of.is_record() || of.depth > 0 || vector_coordinates(of.class_name))
    fail_here(fmt::format("{} has no member {}; methods are called, as {}()", spelled(of), syntax.text, syntax.text));
  const std::vector<std::string_view> known(of.names.begin(), of.names.end());
  fail_here(fmt::format("{} has no member {}{}", spelled(of), syntax.text, near_names(syntax.text, known)));
}

Operand Checker::index(const Syntax& syntax) {
  const Operand of = check(syntax.children[0]);
  const Operand place = check(syntax.children[1]);
  build_.stand_at(text_, syntax.begin, syntax.end);
  if (of.form == Operand::Form::place) return at_place(places("+", of, place));
  if (of.is_value() && build_.type(of.node) == ValueType::string()) {
    const NodeId number = build_.convert(value_node(place), NumberType::int64);
    return Operand::value(build_.call(CallOperation::string_at, ValueType::of(NumberType::int8), {of.node, number}));
  }
  if (of.is_record() && of.depth == 0) return coordinate(of, place);
  const bool is_mask = place.is_value() && build_.type(place.node).depth == 1;
  Operand found = each_node(of, [&](NodeId node) {
    if (!build_.type(node).is_list()) fail_here(fmt::format("{} has no elements", spelled(of)));
    if (is_mask) return build_.call(CallOperation::keep, build_.type(node), {node, build_.to_bool(place.node)});
    return build_.index(node, value_node(place));
  });
  if (found.is_record() && !is_mask) --found.depth;
  return found;
}

// v[0] and v(0) of a vector: its Cartesian coordinates.
Operand Checker::coordinate(const Operand& vector, const Operand& place) {
  if (!vector_coordinates(vector.class_name) || vector.depth > 0)
    fail_here(fmt::format("{} has no elements", spelled(vector)));
  const std::vector<NodeId> all = cartesian(build_, vector);
  const NodeId node = build_.convert(value_node(place), NumberType::uint64);
  if (!build_.is_constant(node) || build_.node(node).number >= all.size())
    fail_here(
        fmt::format("{} has coordinates 0 to {}, with a number that is written", spelled(vector), all.size() - 1));
  return Operand::value(all[build_.node(node).number]);
}

Operand Checker::call(const Syntax& syntax) {
  const Syntax& called = syntax.children[0];
  const std::span<const Syntax> written(syntax.children.data() + 1, syntax.children.size() - 1);
  const std::string random = random_name(called);
  if (called.kind == SyntaxKind::member && random.empty()) {
    Operand object = check(called.children[0]);
    std::vector<Operand> arguments = check_all(written);
    // v.erase(std::remove(v.begin(), v.end(), 0), v.end()): the arguments have changed the variable.
    if (called.children[0].kind == SyntaxKind::name && !arguments.empty()) object = check(called.children[0]);
    build_.stand_at(text_, syntax.begin, syntax.end);
    return method(called, object, called.children[0], std::move(arguments));
  }
  if ((called.kind != SyntaxKind::name && random.empty()) || names_.find(called.text) != nullptr) {
    const Operand lambda = check(called);
    const std::vector<Operand> arguments = check_all(written);
    build_.stand_at(text_, syntax.begin, syntax.end);
    if (lambda.is_record() && lambda.class_name == "Boost" && arguments.size() == 1)
      return binary_of("*", lambda, arguments[0]);
    if (lambda.is_record() && arguments.size() == 1) return coordinate(lambda, arguments[0]);
    if (lambda.form != Operand::Form::lambda) fail_here(fmt::format("{} cannot be called", spelled(lambda)));
    return call_lambda(lambda, arguments);
  }
  const std::string& name = random.empty() ? called.text : random;
  if (find_function(name) == nullptr) return undefined(called, name, true);
  return call_function(syntax, name, check_arguments(written));
}

Operand Checker::call_function(const Syntax& syntax, const std::string& name, std::vector<Operand> arguments) {
  const FunctionEntry* const function = find_function(name);
  if (function == nullptr) return undefined(syntax.children[0], name, true);
  const std::span<const Syntax> written(syntax.children.data() + 1, syntax.children.size() - 1);
  const auto is_place = [](const Operand& argument) { return argument.form == Operand::Form::place; };
  if (std::ranges::any_of(arguments, is_place))
    for (std::size_t k = 0; k < std::min(written.size(), arguments.size()); ++k)
      arguments[k] = place_of_data(arguments[k], written[k]);
  const CallSite site{*this, build_, name, *function, syntax.children[0].children, std::move(arguments), written};
  build_.stand_at(text_, syntax.begin, syntax.end);
  if (site.arguments.size() < function->least || site.arguments.size() > function->most) {
    const std::string least = function->least == function->most ? "" : fmt::format("{} to ", function->least);
    fail_here(fmt::format("{} takes {}{} argument{}, not {}", name, least, function->most,
                          function->most == 1 ? "" : "s", site.arguments.size()));
  }
  return function->make(site);
}

}  // namespace ramet::inline v1::expr
