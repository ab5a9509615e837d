#include "ramet/expr/internal/draw/draw_checker.hpp"

#include <algorithm>
#include <charconv>
#include <limits>

#include "ramet/expr/internal/draw/draw_grammar.hpp"
#include "ramet/expr/internal/text/error.hpp"
#include "ramet/expr/internal/text/type_names.hpp"

namespace ramet::inline v1::expr {

namespace {

// Expressions inside of aliases and indices.
constexpr std::size_t deepest_visits = 1000;

// A name that the text has, outside of aliases.
bool has_call(const Syntax& syntax, std::string_view name) {
  if (syntax.kind == SyntaxKind::name && syntax.text == name) return true;
  return std::any_of(syntax.children.begin(), syntax.children.end(),
                     [&](const Syntax& child) { return has_call(child, name); });
}

}  // namespace

void DrawChecker::fail_here(const std::string& what, ErrorKind kind) const {
  fail_at(kind, build_.text(), build_.begin(), build_.end(), what);
}

DrawChecker::Chain DrawChecker::chain(const Syntax& syntax) const {
  Chain found;
  const Syntax* part = &syntax;
  for (;; part = &part->children[0]) {
    if (part->kind == SyntaxKind::member)
      found.steps.push_back({Step::Kind::member, part->text, part});
    else if (part->kind == SyntaxKind::index)
      found.steps.push_back({Step::Kind::index, {}, part});
    else if (part->kind == SyntaxKind::call)
      found.steps.push_back({Step::Kind::call, {}, part});
    else
      break;
  }
  found.base = part;
  std::reverse(found.steps.begin(), found.steps.end());
  return found;
}

// An alias inside of itself stands for the column of its name.
DrawChecker::Alias* DrawChecker::alias(const Syntax& syntax) {
  if (syntax.kind != SyntaxKind::name) return nullptr;
  for (Alias& known : aliases_)
    if (known.definition->name == syntax.text) return known.open ? nullptr : &known;
  for (std::size_t k = scope_.definitions.size(); k-- > 0;) {
    if (scope_.definitions[k].name != syntax.text) continue;
    aliases_.push_back({&scope_.definitions[k], parse_draw_expression(scope_.definitions[k].text),
                        build_.graph().add_text(scope_.definitions[k].text), false});
    return &aliases_.back();
  }
  return nullptr;
}

void DrawChecker::in_alias(Alias& alias, FunctionRef<void(const Syntax&)> work) {
  const std::uint32_t text = std::exchange(text_, alias.text);
  alias.open = true;
  ++alias_depth_;
  work(alias.syntax);
  alias.open = false;
  --alias_depth_;
  text_ = text;
}

void DrawChecker::collect(const Syntax& syntax, DrawLoops& loops, DrawUse::Role role) {
  at(syntax);
  switch (syntax.kind) {
    case SyntaxKind::name:
      if (Alias* const found = alias(syntax)) {
        // Once, also where it is used several times.
        if (loops.has(found)) return;
        loops.add(found, DrawUse());
        in_alias(*found, [&](const Syntax& inner) { collect(inner, loops, role); });
        return;
      }
      if (special_name(syntax.text, loops) || is_rndm(syntax)) return;
      break;
    case SyntaxKind::call: {
      const Syntax& called = syntax.children[0];
      if (called.kind != SyntaxKind::name) break;
      if (called.text == "Alt$" && syntax.children.size() == 3)
        return collect(syntax.children[1], loops, DrawUse::Role::follows);
      if (is_special_call(called.text)) return;
      for (std::size_t k = 1; k < syntax.children.size(); ++k) collect(syntax.children[k], loops, role);
      return;
    }
    case SyntaxKind::unary:
    case SyntaxKind::binary:
    case SyntaxKind::ternary:
      for (const Syntax& child : syntax.children) collect(child, loops, role);
      return;
    case SyntaxKind::cast:
      return collect(syntax.children[1], loops, role);
    case SyntaxKind::index:
    case SyntaxKind::member:
      break;
    default:
      return;
  }
  if (collect_vector(syntax, loops, role)) return;
  DrawUse found = resolve(syntax);
  at(syntax);
  found.role = role;
  found.aliases = alias_depth_;
  loops.add(&syntax, std::move(found));
}

DrawValue DrawChecker::whole_value(const Syntax& syntax, DrawLoops& loops) {
  if (!loops.has_loops() || !has_call(syntax, "Alt$") || has_call(syntax, "Iteration$")) return value(syntax, loops);
  DrawLoops own(build_);
  collect(syntax, own);
  own.open();
  return own.has_loops() || own.has_lists() ? value(syntax, loops) : value(syntax, own);
}

DrawValue DrawChecker::value(const Syntax& syntax, DrawLoops& loops) {
  if (++depth_ > deepest_visits) fail_here(fmt::format("nested more than {} deep", deepest_visits));
  at(syntax);
  const DrawValue found = checked(syntax, loops);
  at(syntax);
  --depth_;
  return found;
}

DrawValue DrawChecker::checked(const Syntax& syntax, DrawLoops& loops) {
  switch (syntax.kind) {
    case SyntaxKind::integer:
    case SyntaxKind::real:
    case SyntaxKind::string:
    case SyntaxKind::boolean:
      return literal(syntax);
    case SyntaxKind::name:
      return name(syntax, loops);
    case SyntaxKind::index:
    case SyntaxKind::member:
      return accessed(syntax, loops);
    case SyntaxKind::call:
      return call(syntax, loops);
    case SyntaxKind::unary:
      return unary(syntax, loops);
    case SyntaxKind::binary:
      return binary(syntax, loops);
    case SyntaxKind::ternary:
      return ternary(syntax, loops);
    case SyntaxKind::cast:
      return cast(syntax, loops);
    default:
      fail_here("expected a value");
  }
}

DrawValue DrawChecker::literal(const Syntax& syntax) {
  if (syntax.kind == SyntaxKind::string) return {build_.graph().constant(syntax.text), {}, false};
  if (syntax.kind == SyntaxKind::boolean) return {constant(syntax.text == "true" ? 1. : 0.), {}, false};
  const std::string& text = syntax.text;
  if (syntax.kind == SyntaxKind::integer && (text.starts_with("0x") || text.starts_with("0X"))) {
    std::uint64_t bits = 0;
    const auto parsed = std::from_chars(text.data() + 2, text.data() + text.size(), bits, 16);
    if (parsed.ec != std::errc() || parsed.ptr != text.data() + text.size())
      fail_here(fmt::format("{} is no number that fits", text));
    return {constant(static_cast<double>(bits)), {}, false};
  }
  const bool has_suffix = text.ends_with('f') || text.ends_with('F') || text.ends_with('l') || text.ends_with('L');
  const char* const end = text.data() + text.size() - (has_suffix ? 1 : 0);
  double number = 0;
  const auto parsed = std::from_chars(text.data(), end, number);
  if (parsed.ec != std::errc() || parsed.ptr != end) fail_here(fmt::format("{} is no number that fits", text));
  return {constant(number), {}, false};
}

// In front of a column it says what class an object has, and changes no number, as in TTree::Draw. In front of
// parentheses it is C++'s.
DrawValue DrawChecker::cast(const Syntax& syntax, DrawLoops& loops) {
  const Syntax& operand = syntax.children[1];
  const DrawValue found = value(operand, loops);
  const NumberType to = *number_type_named(syntax.children[0].text);
  if (operand.kind == SyntaxKind::name || operand.kind == SyntaxKind::index || operand.kind == SyntaxKind::member)
    return found;
  return {build_.convert(real(found.node), to), found.valid, false};
}

DrawValue DrawChecker::name(const Syntax& syntax, DrawLoops& loops) {
  if (Alias* const found = alias(syntax)) {
    const auto known = loops.known.find(found);
    if (known != loops.known.end()) return known->second;
    // A formula of its own: NaN of an element that is missing goes on as a number.
    DrawValue made;
    in_alias(*found, [&](const Syntax& inner) { made = value(inner, loops); });
    if (made.valid) made = {settled(made), {}, made.is_whole};
    loops.known.emplace(found, made);
    return made;
  }
  if (const auto special = special_name(syntax.text, loops)) return *special;
  if (is_rndm(syntax)) {
    Syntax called = syntax;
    called.text = "uniform";
    return function({SyntaxKind::call, syntax.begin, syntax.end, {}, {std::move(called)}}, loops);
  }
  return accessed(syntax, loops);
}

NodeId DrawChecker::leaf_node(const ColumnLeaf& leaf, const ValueType& type) {
  std::size_t number = 0;
  while (number < leaves_.size() && (leaves_[number].column != leaf.column || leaves_[number].members != leaf.members))
    ++number;
  if (number == leaves_.size()) leaves_.push_back(leaf);
  return build_.leaf(NodeKind::column, type, number);
}

NodeId DrawChecker::settled(const DrawValue& value) {
  Graph& graph = build_.graph();
  const NodeId node = is_text(value.node) ? value.node : real(value.node);
  if (!value.valid) return node;
  const NodeId otherwise =
      is_text(node) ? graph.constant(std::string()) : graph.constant(std::numeric_limits<double>::quiet_NaN());
  if (build_.is_constant(*value.valid)) return graph.node(*value.valid).number != 0 ? node : otherwise;
  // Mostly all elements are there: then the value is taken as it is.
  return graph.add({.kind = NodeKind::choose, .type = build_.type(node), .arguments = {*value.valid, node, otherwise}});
}

}  // namespace ramet::inline v1::expr
