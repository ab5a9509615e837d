#include "ramet/expr/internal/draw/draw_checker.hpp"

namespace ramet::inline v1::expr {

using Op = ElementOperation;

// Numbers are double, whatever they are made of.
NodeId DrawChecker::real(NodeId node) {
  if (!build_.type(node).is_number()) fail_here("a text where a number is expected");
  return build_.convert(node, NumberType::float64);
}

NodeId DrawChecker::truth(NodeId node) {
  if (!build_.type(node).is_number()) fail_here("a text where a number is expected");
  return build_.to_bool(node);
}

std::optional<NodeId> DrawChecker::both(std::optional<NodeId> one, std::optional<NodeId> other) {
  if (!one || !other || one == other) return one ? one : other;
  return build_.element(Op::logical_and, NumberType::boolean, {*one, *other});
}

// x / 0 is 0.
NodeId DrawChecker::divide(NodeId one, NodeId other) {
  const NodeId quotient = build_.element(Op::divide, NumberType::float64, {one, other});
  const NodeId zero = constant(0);
  const NodeId is_zero = build_.element(Op::equal, NumberType::boolean, {other, zero});
  if (build_.is_constant(is_zero)) return build_.node(is_zero).number != 0 ? zero : quotient;
  return select(is_zero, zero, quotient);
}

// Of whole numbers, as doubles: fmod is exact, and 0 has no sign then. Of 0, NaN. What 64 bits do not hold is -2^63.
NodeId DrawChecker::remainder(NodeId one, NodeId other) {
  const auto whole_part = [&](NodeId number) {
    const NodeId found = build_.element(Op::trunc, NumberType::float64, {number});
    const NodeId size = build_.element(Op::absolute, NumberType::float64, {found});
    const NodeId fits = build_.element(Op::less, NumberType::boolean, {size, constant(0x1p63)});
    const NodeId otherwise = constant(-0x1p63);
    if (build_.is_constant(fits)) return build_.node(fits).number != 0 ? found : otherwise;
    return select(fits, found, otherwise);
  };
  const NodeId left = whole_part(one);
  const NodeId right = whole_part(other);
  const NodeId found = build_.element(Op::fmod, NumberType::float64, {left, right});
  return build_.element(Op::add, NumberType::float64, {found, constant(0)});
}

NodeId DrawChecker::power(NodeId one, NodeId other) {
  const bool is_square = other == constant(2);
  return build_.element(is_square ? Op::multiply : Op::power, NumberType::float64, {one, is_square ? one : other});
}

DrawValue DrawChecker::unary(const Syntax& syntax, DrawLoops& loops) {
  const DrawValue operand = value(syntax.children[0], loops);
  at(syntax);
  if (syntax.text == "+") return {real(operand.node), operand.valid, false};
  if (syntax.text == "-")
    return {build_.element(Op::negate, NumberType::float64, {real(operand.node)}), operand.valid, false};
  if (syntax.text == "!") return {build_.logical_not(truth(operand.node)), operand.valid, false};
  const NodeId flipped = build_.element(Op::bit_not, NumberType::int64, {whole(operand.node)});
  return {real(flipped), operand.valid, false};
}

// The second is asked only where the first leaves it open, so only there it has to be valid.
DrawValue DrawChecker::logical(const Syntax& syntax, DrawLoops& loops) {
  const DrawValue one = value(syntax.children[0], loops);
  const DrawValue other = value(syntax.children[1], loops);
  at(syntax);
  const bool is_and = syntax.text == "&&";
  const NodeId first = truth(one.node);
  const NodeId found =
      build_.element(is_and ? Op::logical_and : Op::logical_or, NumberType::boolean, {first, truth(other.node)});
  DrawValue result{found, one.valid, false};
  if (other.valid && other.valid != one.valid) {
    const NodeId decided = is_and ? build_.logical_not(first) : first;
    result.valid = both(one.valid, build_.element(Op::logical_or, NumberType::boolean, {decided, *other.valid}));
  }
  return result;
}

DrawValue DrawChecker::texts(std::string_view symbol, const DrawValue& one, const DrawValue& other) {
  if (symbol != "==" && symbol != "!=") fail_here(fmt::format("texts have no operator {}", symbol));
  if (!is_text(one.node) || !is_text(other.node)) fail_here("a text and a number are compared");
  const NodeId same =
      build_.call(CallOperation::string_equal, ValueType::of(NumberType::boolean), {one.node, other.node});
  return {symbol == "==" ? same : build_.logical_not(same), both(one.valid, other.valid), false};
}

DrawValue DrawChecker::binary(const Syntax& syntax, DrawLoops& loops) {
  const std::string& symbol = syntax.text;
  if (symbol == "&&" || symbol == "||") return logical(syntax, loops);
  const DrawValue one = value(syntax.children[0], loops);
  const DrawValue other = value(syntax.children[1], loops);
  at(syntax);
  if (is_text(one.node) || is_text(other.node)) return texts(symbol, one, other);
  const NodeId left = real(one.node);
  const NodeId right = real(other.node);
  DrawValue result{0, both(one.valid, other.valid), false};
  const auto of_real = [&](Op op) { return build_.element(op, NumberType::float64, {left, right}); };
  // Without a sign, so that -1|2 is 2^64 - 1.
  const auto of_bits = [&](Op op) {
    const NumberType bits = NumberType::uint64;
    return real(build_.element(op, bits, {build_.convert(left, bits), build_.convert(right, bits)}));
  };
  const auto compare = [&](Op op, NodeId first, NodeId second) {
    return build_.element(op, NumberType::boolean, {first, second});
  };
  if (symbol == "+") result.node = of_real(Op::add);
  if (symbol == "-") result.node = of_real(Op::subtract);
  if (symbol == "*") result.node = of_real(Op::multiply);
  if (symbol == "^") result.node = power(left, right);
  if (symbol == "/") result = {divide(left, right), result.valid, false};
  if (symbol == "%") result.node = remainder(left, right);
  if (symbol == "&") result.node = of_bits(Op::bit_and);
  if (symbol == "|") result.node = of_bits(Op::bit_or);
  if (symbol == "<<") result.node = of_bits(Op::shift_left);
  if (symbol == ">>") result.node = of_bits(Op::shift_right);
  if (symbol == "==") result.node = compare(Op::equal, left, right);
  if (symbol == "!=") result.node = compare(Op::not_equal, left, right);
  if (symbol == "<") result.node = compare(Op::less, left, right);
  if (symbol == "<=") result.node = compare(Op::less_equal, left, right);
  if (symbol == ">") result.node = compare(Op::less, right, left);
  if (symbol == ">=") result.node = compare(Op::less_equal, right, left);
  return result;
}

DrawValue DrawChecker::ternary(const Syntax& syntax, DrawLoops& loops) {
  const DrawValue condition = value(syntax.children[0], loops);
  const DrawValue one = value(syntax.children[1], loops);
  const DrawValue other = value(syntax.children[2], loops);
  at(syntax);
  const NodeId wants_one = truth(condition.node);
  DrawValue result{0, condition.valid, false};
  if (is_text(one.node) != is_text(other.node)) fail_here("a text and a number in one choice");
  result.node = is_text(one.node) ? build_.choose(wants_one, one.node, other.node)
                                  : select(wants_one, real(one.node), real(other.node));
  if (one.valid || other.valid) {
    const NodeId always = build_.graph().constant(true);
    result.valid =
        both(result.valid, build_.element(Op::select, NumberType::boolean,
                                          {wants_one, one.valid.value_or(always), other.valid.value_or(always)}));
  }
  return result;
}

}  // namespace ramet::inline v1::expr
