#include "ramet/expr/internal/check/python/python_checker.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <numbers>

#include "ramet/expr/internal/check/functions/functions.hpp"
#include "ramet/expr/internal/check/python/numpy_types.hpp"
#include "ramet/expr/internal/text/error.hpp"

namespace ramet::inline v1::expr {

namespace {

constexpr std::array<std::string_view, 6> modules = {"np", "numpy", "ak", "awkward", "math", "ramet"};

bool is_module(std::string_view name) { return std::find(modules.begin(), modules.end(), name) != modules.end(); }

// Python's floats: they take the type of what they meet.
std::optional<double> constant_of_module(std::string_view name) {
  constexpr std::array<std::pair<std::string_view, double>, 5> all = {{
      {"pi", std::numbers::pi},
      {"e", std::numbers::e},
      {"tau", 2 * std::numbers::pi},
      {"inf", std::numeric_limits<double>::infinity()},
      {"nan", std::numeric_limits<double>::quiet_NaN()},
  }};
  for (const auto& [known, value] : all)
    if (known == name) return value;
  return std::nullopt;
}

Operand written_value(NodeId node) {
  Operand made = Operand::value(node);
  made.is_written = true;
  return made;
}

}  // namespace

std::string PythonChecker::spelled(const Operand& operand) const {
  if (operand.is_value()) return numpy_spelled(build_.type(operand.node));
  return checker_.spelled(operand);
}

NodeId PythonChecker::numbers(const Operand& operand) {
  if (!operand.is_value() || build_.type(operand.node).is_string)
    fail_here(fmt::format("expected numbers, found {}", spelled(operand)));
  return operand.node;
}

std::int64_t PythonChecker::written_integer(const Operand& operand, std::string_view what) {
  if (!operand.is_value() || !operand.is_written || build_.type(operand.node).number != NumberType::int64)
    fail_here(fmt::format("{} has to be a whole number that is written, found {}", what, spelled(operand)));
  return static_cast<std::int64_t>(build_.node(operand.node).number);
}

bool PythonChecker::written_truth(const Operand& operand, std::string_view what) {
  if (!operand.is_value() || !operand.is_written || build_.type(operand.node).number != NumberType::boolean)
    fail_here(fmt::format("{} has to be True or False, found {}", what, spelled(operand)));
  return build_.node(operand.node).number != 0;
}

Operand PythonChecker::check(const Syntax& syntax) {
  build_.stand_at(checker_.text_, syntax.begin, syntax.end);
  const Checker::Depth depth(checker_);
  Operand found = check_any(syntax);
  build_.stand_at(checker_.text_, syntax.begin, syntax.end);
  return found;
}

Operand PythonChecker::check_any(const Syntax& syntax) {
  switch (syntax.kind) {
    case SyntaxKind::integer:
    case SyntaxKind::real:
    case SyntaxKind::string:
    case SyntaxKind::boolean:
      return literal(syntax);
    case SyntaxKind::name:
      return name(syntax);
    case SyntaxKind::member:
      return member(syntax);
    case SyntaxKind::call:
      return call(syntax);
    case SyntaxKind::index:
      return index(syntax);
    case SyntaxKind::comparison:
      return chain(syntax);
    case SyntaxKind::unary: {
      const Operand operand = check(syntax.children[0]);
      build_.stand_at(checker_.text_, syntax.begin, syntax.end);
      return unary(syntax.text, operand);
    }
    case SyntaxKind::binary: {
      if (syntax.text == "and" || syntax.text == "or") return logical(syntax);
      const Operand one = check(syntax.children[0]);
      const Operand other = check(syntax.children[1]);
      build_.stand_at(checker_.text_, syntax.begin, syntax.end);
      return binary(syntax.text, one, other);
    }
    case SyntaxKind::ternary: {
      const Operand condition = check(syntax.children[0]);
      const Operand one = check(syntax.children[1]);
      const Operand other = check(syntax.children[2]);
      build_.stand_at(checker_.text_, syntax.begin, syntax.end);
      return choose(condition, one, other);
    }
    case SyntaxKind::list:
      fail_here("lists that are written are not supported", ErrorKind::unsupported);
    default:
      fail_here("expected a value");
  }
}

Operand PythonChecker::literal(const Syntax& syntax) {
  Graph& graph = build_.graph();
  if (syntax.kind == SyntaxKind::string) return Operand::value(graph.constant(syntax.text));
  if (syntax.kind == SyntaxKind::boolean) return written_value(graph.constant(syntax.text == "true"));
  std::string digits;
  for (const char c : syntax.text)
    if (c != '_') digits += c;
  const char* const end = digits.data() + digits.size();
  if (syntax.kind == SyntaxKind::real) {
    double value = 0;
    const auto parsed = std::from_chars(digits.data(), end, value);
    if (parsed.ec == std::errc::result_out_of_range) fail_here(fmt::format("{} is no number that fits", syntax.text));
    if (parsed.ec != std::errc() || parsed.ptr != end) fail_here(fmt::format("{} is no number", syntax.text));
    return written_value(graph.constant(value));
  }
  const char* begin = digits.data();
  int base = 10;
  if (digits.size() > 1 && digits[0] == '0') {
    const char letter = static_cast<char>(digits[1] | 0x20);
    base = letter == 'x' ? 16 : letter == 'o' ? 8 : letter == 'b' ? 2 : 10;
    if (base != 10) begin += 2;
    if (base == 10 && digits.find_first_not_of('0') != std::string::npos)
      fail_here(fmt::format("{} begins with 0; numbers of base 8 are written 0o17", syntax.text));
  }
  std::uint64_t value = 0;
  const auto parsed = std::from_chars(begin, end, value, base);
  if (parsed.ec == std::errc::result_out_of_range) fail_here(fmt::format("{} does not fit into 64 bits", syntax.text));
  if (parsed.ec != std::errc() || parsed.ptr != end) fail_here(fmt::format("{} is no number", syntax.text));
  if (value <= static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
    return written_value(graph.constant(static_cast<std::int64_t>(value)));
  return written_value(graph.constant(value));
}

Operand PythonChecker::name(const Syntax& syntax) {
  if (auto found = checker_.known_name(syntax.text)) return *found;
  if (syntax.text == "None") fail_here("None is not supported here", ErrorKind::unsupported);
  if (syntax.text == "true" || syntax.text == "false")  // as in C++; no column is called so
    return written_value(build_.graph().constant(syntax.text == "true"));
  if (is_module(syntax.text)) fail_here(fmt::format("{} is a module, and no value", syntax.text));
  return checker_.undefined(syntax, syntax.text, false, ErrorKind::not_found);
}

// a.b.c is the column of that name, or a member of what a.b is.
Operand PythonChecker::member(const Syntax& syntax) {
  std::string dotted = syntax.text;
  const Syntax* object = &syntax.children[0];
  for (; object->kind == SyntaxKind::member; object = &object->children[0]) dotted.insert(0, object->text + ".");
  if (object->kind == SyntaxKind::name) {
    if (auto found = checker_.known_name(object->text + "." + dotted)) return *found;
    if (is_module(object->text) && !checker_.known_name(object->text)) {
      if (const auto value = constant_of_module(dotted)) return written_value(build_.graph().constant(*value));
      fail_here(fmt::format("{} has no number {}", object->text, dotted));
    }
    if (!checker_.known_name(object->text))
      return checker_.undefined(syntax, object->text + "." + dotted, false, ErrorKind::not_found);
  }
  const Operand of = check(syntax.children[0]);
  build_.stand_at(checker_.text_, syntax.begin, syntax.end);
  if (const Operand* const found = of.is_record() ? of.member(syntax.text) : nullptr) return *found;
  const std::vector<std::string_view> known(of.names.begin(), of.names.end());
  fail_here(fmt::format("{} has no member {}{}", spelled(of), syntax.text, near_names(syntax.text, known)));
}

PythonCall PythonChecker::arguments_of(const Syntax& syntax) {
  PythonCall call;
  for (std::size_t k = 1; k < syntax.children.size(); ++k) {
    const Syntax& written = syntax.children[k];
    if (written.kind == SyntaxKind::keyword) {
      const Syntax& value = written.children[0];
      const bool is_none = value.kind == SyntaxKind::name && value.text == "None";
      call.keywords.emplace_back(written.text, is_none ? Operand() : check(value));
    } else {
      call.arguments.push_back(check(written));
    }
  }
  return call;
}

Operand PythonChecker::call(const Syntax& syntax) {
  const Syntax& called = syntax.children[0];
  if (called.kind == SyntaxKind::name) {
    if (called.text == "get" && syntax.children.size() == 2 && syntax.children[1].kind == SyntaxKind::string) {
      if (auto found = checker_.known_name(syntax.children[1].text)) return *found;
      return checker_.undefined(syntax.children[1], syntax.children[1].text, false, ErrorKind::not_found);
    }
    if (called.text == "fill_none") return filled(syntax);
    PythonCall found = arguments_of(syntax);
    found.name = called.text;
    build_.stand_at(checker_.text_, syntax.begin, syntax.end);
    return call_named(syntax, std::move(found));
  }
  if (called.kind != SyntaxKind::member) {
    const Operand value = check(called);
    fail_here(fmt::format("{} cannot be called", spelled(value)));
  }
  const Syntax& object = called.children[0];
  if (object.kind == SyntaxKind::name && is_module(object.text) && !checker_.known_name(object.text)) {
    if (called.text == "fill_none") return filled(syntax);
    PythonCall found = arguments_of(syntax);
    found.name = called.text;
    found.is_of_module = object.text != "math" && object.text != "ramet";
    build_.stand_at(checker_.text_, syntax.begin, syntax.end);
    return call_named(syntax, std::move(found));
  }
  return method(syntax, arguments_of(syntax));
}

// Python's functions come first, then those of ROOT, as DeltaR.
Operand PythonChecker::call_named(const Syntax& syntax, PythonCall call) {
  if (auto found = reduce_python(*this, call)) return *found;
  if (auto found = call_python(*this, call)) return *found;
  const Syntax& called = syntax.children[0];
  if (called.kind == SyntaxKind::name && find_function(called.text) != nullptr) {
    if (!call.keywords.empty())
      fail_here(fmt::format("{} takes no argument {}", call.name, call.keywords.front().first));
    return checker_.call_function(syntax, called.text, std::move(call.arguments));
  }
  build_.stand_at(checker_.text_, called.begin, called.end);
  std::vector<std::string_view> known = python_names();
  if (called.kind == SyntaxKind::name)
    for (const std::string_view one : function_names()) known.push_back(one);
  fail_here(fmt::format("no function {}{}", build_.text().substr(called.begin, called.end - called.begin),
                        near_names(call.name, known)));
}

Operand PythonChecker::method(const Syntax& syntax, PythonCall call) {
  const Syntax& called = syntax.children[0];
  const Syntax& written = called.children[0];
  const Operand object = check(written);
  build_.stand_at(checker_.text_, syntax.begin, syntax.end);
  call.name = called.text;
  if (object.is_value() && build_.type(object.node).is_list()) {
    PythonCall with_object = call;
    with_object.arguments.insert(with_object.arguments.begin(), object);
    if (auto found = reduce_python(*this, with_object)) return *found;
  }
  if (!call.keywords.empty()) fail_here(fmt::format("{} takes no argument {}", call.name, call.keywords[0].first));
  return checker_.method(called, object, written, std::move(call.arguments));
}

// ak.fill_none(ak.max(x, axis=-1), 0): a value for lists that have none. Other values are never missing.
Operand PythonChecker::filled(const Syntax& syntax) {
  PythonCall call;
  if (syntax.children.size() < 3 || syntax.children[1].kind == SyntaxKind::keyword)
    fail_here("fill_none takes values and what stands for missing ones");
  const Syntax* value = &syntax.children[2];
  if (value->kind == SyntaxKind::keyword && value->text == "value") value = &value->children[0];
  const Operand otherwise = check(*value);
  const Syntax& inner = syntax.children[1];
  std::string_view inner_name;
  if (inner.kind == SyntaxKind::call && !inner.children[0].text.empty()) inner_name = inner.children[0].text;
  constexpr std::array<std::string_view, 5> may_be_missing = {"max", "min", "argmax", "argmin", "firsts"};
  if (std::find(may_be_missing.begin(), may_be_missing.end(), inner_name) == may_be_missing.end()) return check(inner);
  call = arguments_of(inner);
  call.name = inner_name;
  call.is_of_module = inner.children[0].kind == SyntaxKind::member;
  call.keywords.emplace_back("otherwise", otherwise);
  build_.stand_at(checker_.text_, syntax.begin, syntax.end);
  return call_named(inner, std::move(call));
}

}  // namespace ramet::inline v1::expr
