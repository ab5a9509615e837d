#include <algorithm>
#include <array>
#include <numbers>

#include "ramet/expr/internal/check/functions/functions.hpp"
#include "ramet/expr/internal/draw/draw_checker.hpp"
#include "ramet/expr/internal/text/error.hpp"

namespace ramet::inline v1::expr {

using Op = ElementOperation;

namespace {

constexpr std::array<std::string_view, 7> special_calls = {"Sum$",   "Length$", "Min$", "Max$",
                                                           "MinIf$", "MaxIf$",  "Alt$"};

constexpr auto function_names_of_draw = std::to_array<std::string_view>(
    {"Sum$", "Length$", "Min$", "Max$", "MinIf$", "MaxIf$", "Alt$", "int", "sq", "sign", "strstr", "strlen", "strcmp"});

}  // namespace

bool is_special_call(std::string_view name) noexcept {
  return std::find(special_calls.begin(), special_calls.end(), name) != special_calls.end();
}

std::optional<DrawValue> DrawChecker::special_name(std::string_view name, DrawLoops& loops) {
  if (name == "pi") {
    if (names_.column(name)) return std::nullopt;
    return DrawValue{constant(std::numbers::pi), {}, false};
  }
  if (!name.ends_with('$')) {
    const auto known = names_.column(name) ? std::nullopt : constant_named(build_, name);
    return known ? std::optional(DrawValue{real(known->node), {}, false}) : std::nullopt;
  }
  const auto made = [&](MadeColumn column) {
    return DrawValue{leaf_node({made_column(column), {}}, ValueType::of(NumberType::float64)), {}, true};
  };
  if (name == "Entry$")
    return DrawValue{real(build_.leaf(NodeKind::entry, ValueType::of(NumberType::uint64), 0)), {}, true};
  if (name == "LocalEntry$") return made(MadeColumn::local_entry);
  if (name == "Entries$") return made(MadeColumn::entries);
  if (name == "LocalEntries$") return made(MadeColumn::local_entries);
  if (name == "Iteration$") return DrawValue{real(loops.position()), {}, true};
  if (name == "Length$") return DrawValue{loops.counts(), {}, true};
  return std::nullopt;
}

// TFormula's random number, unless a column is called so.
bool DrawChecker::is_rndm(const Syntax& syntax) const { return syntax.text == "rndm" && !names_.column("rndm"); }

DrawValue DrawChecker::call(const Syntax& syntax, DrawLoops& loops) {
  const Syntax& called = syntax.children[0];
  if (called.kind != SyntaxKind::name) return accessed(syntax, loops);
  if (is_special_call(called.text)) return special_call(syntax, loops);
  return function(syntax, loops);
}

DrawValue DrawChecker::special_call(const Syntax& syntax, DrawLoops& loops) {
  const std::string& name = syntax.children[0].text;
  const std::size_t wanted = name == "Alt$" || name.ends_with("If$") ? 2 : 1;
  if (syntax.children.size() != wanted + 1)
    fail_here(fmt::format("{} takes {} argument{}, not {}", name, wanted, wanted == 1 ? "" : "s",
                          syntax.children.size() - 1));
  return name == "Alt$" ? alternative(syntax, loops) : reduction(syntax);
}

// Alt$(primary, alternate): the alternate where the primary is not there for the row.
DrawValue DrawChecker::alternative(const Syntax& syntax, DrawLoops& loops) {
  // An element that is missing makes it NaN, which goes on as a number: it is a formula of its own.
  DrawValue primary = value(syntax.children[1], loops);
  primary = {settled(primary), {}, primary.is_whole};
  DrawLoops alone(build_);
  collect(syntax.children[2], alone);
  alone.open();
  at(syntax.children[2]);
  if (alone.has_loops() || alone.has_lists()) fail_here("the alternate may not be an array");
  const NodeId alternate = settled(value(syntax.children[2], alone));
  at(syntax);
  if (is_text(primary.node) != is_text(alternate)) fail_here("a text and a number in one choice");
  // The primary is there for as many rows as it would have alone, of a number one; an index that is computed may still
  // be wrong.
  DrawLoops own(build_);
  collect(syntax.children[1], own);
  own.open();
  const NodeId there = build_.element(Op::less, NumberType::boolean, {real(loops.position()), own.counts()});
  if (build_.is_constant(there) && build_.node(there).number != 0) return primary;
  const NodeId found =
      is_text(alternate) ? build_.choose(there, primary.node, alternate) : select(there, primary.node, alternate);
  return {found, {}, primary.is_whole};
}

// Sum$(x) and its like: one number for each entry, of rows of their own.
DrawValue DrawChecker::reduction(const Syntax& syntax) {
  const std::string& name = syntax.children[0].text;
  if (++depth_ > deepest_nesting) fail_here(fmt::format("nested more than {} deep", deepest_nesting));
  DrawLoops loops(build_);
  for (std::size_t k = 1; k < syntax.children.size(); ++k) collect(syntax.children[k], loops);
  loops.open();
  if (name == "Length$") {
    value(syntax.children[1], loops);  // for what is wrong in it
    --depth_;
    return {loops.counts(), {}, true};
  }
  const DrawValue at_rows = value(syntax.children[1], loops);
  const NodeId numbers = settled(at_rows);
  std::optional<NodeId> condition = loops.kept();
  if (syntax.children.size() == 3) {
    const DrawValue wanted = value(syntax.children[2], loops);
    condition = both(both(condition, truth(wanted.node)), wanted.valid);
  }
  --depth_;
  at(syntax);
  if (is_text(numbers)) fail_here(fmt::format("{} of a text", name));
  const NodeId zero = constant(0);
  if (!loops.has_loops()) return {condition ? select(*condition, numbers, zero) : numbers, {}, false};
  const NodeId list = loops.lists(build_.graph().lift(numbers, loops.space()), condition);
  const ValueType type = ValueType::of(NumberType::float64);
  if (name == "Sum$") return {build_.call(CallOperation::sum, type, {list}), {}, false};
  const CallOperation extreme = name.starts_with("Min") ? CallOperation::minimum_or : CallOperation::maximum_or;
  return {build_.call(extreme, type, {list, zero}), {}, false};
}

// Functions that TTree::Draw has for all numbers: where they have no result, it gives 0 or that of a number near by.
std::optional<NodeId> DrawChecker::guarded(std::string_view name, std::span<const NodeId> arguments) {
  const auto of = [&](Op op, NodeId node) { return build_.element(op, NumberType::float64, {node}); };
  const auto less = [&](NodeId one, NodeId other) {
    return build_.element(Op::less, NumberType::boolean, {one, other});
  };
  if (arguments.size() == 2) {
    const NodeId one = arguments[0];
    const NodeId other = arguments[1];
    if (name == "min") return build_.element(Op::minimum, NumberType::float64, {one, other});
    if (name == "max") return build_.element(Op::maximum, NumberType::float64, {one, other});
    // Of NaN and a number, the number, if it is the second.
    if (name == "TMath::Min" || name == "TMath::Max") {
      const NodeId lower = name == "TMath::Min" ? one : other;
      const NodeId upper = name == "TMath::Min" ? other : one;
      return select(build_.element(Op::less_equal, NumberType::boolean, {lower, upper}), one, other);
    }
    return std::nullopt;
  }
  if (arguments.size() != 1) return std::nullopt;
  const NodeId x = arguments[0];
  const NodeId zero = constant(0);
  const NodeId size = of(Op::absolute, x);
  if (name == "abs" || name == "fabs") return size;
  if (name == "sqrt") return of(Op::sqrt, size);
  if (name == "log" || name == "log10") return select(less(zero, x), of(name == "log" ? Op::log : Op::log10, x), zero);
  if (name == "exp") {
    const NodeId most = constant(700);
    const NodeId bounded = select(less(most, x), most, x);
    return select(less(x, constant(-700)), zero, of(Op::exp, bounded));
  }
  if (name == "asin" || name == "acos")
    return select(less(constant(1), size), zero, of(name == "asin" ? Op::asin : Op::acos, x));
  if (name == "acosh") return select(less(x, constant(1)), zero, of(Op::acosh, x));
  if (name == "atanh") return select(less(constant(1), size), zero, of(Op::atanh, x));
  if (name == "sq") return build_.element(Op::multiply, NumberType::float64, {x, x});
  if (name == "sign") return select(less(x, zero), constant(-1), constant(1));
  if (name == "int") return real(whole(x));
  if (name == "gamma") return of(Op::lgamma, x);  // its logarithm; of two numbers it is random
  return std::nullopt;
}

std::optional<DrawValue> DrawChecker::text_function(std::string_view name, std::span<const DrawValue> arguments) {
  const bool is_search = name == "strstr";
  if (!is_search && name != "strcmp" && name != "strlen") return std::nullopt;
  if (arguments.size() != (name == "strlen" ? 1 : 2)) fail_here(fmt::format("{} of other numbers of texts", name));
  for (const DrawValue& argument : arguments)
    if (!is_text(argument.node)) fail_here(fmt::format("{} of a number", name));
  if (name == "strlen") return DrawValue{real(build_.size(arguments[0].node)), arguments[0].valid, false};
  const std::optional<NodeId> valid = both(arguments[0].valid, arguments[1].valid);
  const std::vector<NodeId> nodes = {arguments[0].node, arguments[1].node};
  if (!is_search)
    return DrawValue{real(build_.call(CallOperation::string_compare, ValueType::of(NumberType::int32), nodes)), valid,
                     false};
  const NodeId place = build_.call(CallOperation::find, ValueType::of(NumberType::uint64), nodes);
  const NodeId none = build_.graph().constant(~std::uint64_t{0});
  return DrawValue{build_.element(Op::not_equal, NumberType::boolean, {place, none}), valid, false};
}

DrawValue DrawChecker::function(const Syntax& syntax, DrawLoops& loops) {
  const Syntax& called = syntax.children[0];
  std::vector<DrawValue> values;
  for (std::size_t k = 1; k < syntax.children.size(); ++k) values.push_back(value(syntax.children[k], loops));
  at(syntax);
  if (const auto found = text_function(called.text, values)) return *found;
  DrawValue result;
  std::vector<NodeId> numbers;
  for (const DrawValue& argument : values) {
    numbers.push_back(real(argument.node));
    result.valid = both(result.valid, argument.valid);
  }
  if (const auto found = guarded(called.text, numbers)) {
    result.node = *found;
    return result;
  }
  const std::string_view plain = called.text == "finite" ? "isfinite" : std::string_view(called.text);
  const FunctionEntry* const known = find_function(plain);
  if (known == nullptr) {
    std::vector<std::string_view> names = function_names();
    names.insert(names.end(), function_names_of_draw.begin(), function_names_of_draw.end());
    at(called);
    fail_here(fmt::format("no function {}{}", called.text, near_names(called.text, names)));
  }
  if (numbers.size() < known->least || numbers.size() > known->most) {
    const std::string least = known->least == known->most ? "" : fmt::format("{} to ", known->least);
    fail_here(fmt::format("{} takes {}{} argument{}, not {}", called.text, least, known->most,
                          known->most == 1 ? "" : "s", numbers.size()));
  }
  const bool is_parity = plain.ends_with("Even") || plain.ends_with("Odd");
  std::vector<Operand> operands;
  for (const NodeId number : numbers) operands.push_back(Operand::value(is_parity ? whole(number) : number));
  const std::vector<Syntax> no_types;
  at(syntax);  // random numbers are those of the place
  const Operand made = known->make(CallSite{checker_, build_, plain, *known, no_types, std::move(operands)});
  at(syntax);
  if (!made.is_value() || !build_.type(made.node).is_number())
    fail_here(fmt::format("{} gives no number", called.text), ErrorKind::unsupported);
  result.node = real(made.node);
  return result;
}

}  // namespace ramet::inline v1::expr
