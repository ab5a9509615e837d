#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>

#include "ramet/expr/internal/check/python/numpy_types.hpp"
#include "ramet/expr/internal/check/python/python_checker.hpp"

namespace ramet::inline v1::expr {

namespace {

using Op = ElementOperation;

bool is_comparison(std::string_view symbol) {
  return symbol == "<" || symbol == ">" || symbol == "<=" || symbol == ">=" || symbol == "==" || symbol == "!=";
}

bool is_bits(std::string_view symbol) {
  return symbol == "&" || symbol == "|" || symbol == "^" || symbol == "<<" || symbol == ">>";
}

double real_of(const Node& node) {
  if (node.type.number == NumberType::float64) return std::bit_cast<double>(node.number);
  return node.type.number == NumberType::uint64 ? static_cast<double>(node.number)
                                                : static_cast<double>(static_cast<std::int64_t>(node.number));
}

bool fits(NumberType type, const Node& written) {
  if (is_real(type)) return true;
  return with_number(type, [&](auto zero) {
    using T = decltype(zero);
    if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>) {
      if (written.type.number == NumberType::uint64) return std::in_range<T>(written.number);
      return std::in_range<T>(static_cast<std::int64_t>(written.number));
    }
    return false;
  });
}

Operand as_written(NodeId node) {
  Operand made = Operand::value(node);
  made.is_written = true;
  return made;
}

}  // namespace

NodeId PythonChecker::element(Op operation, NumberType type, std::span<const NodeId> values) {
  const NumberType work = promoted(type);
  if (values.size() == 1)
    return convert(build_.element(operation, work, {convert(convert(values[0], type), work)}), type);
  return convert(build_.element(operation, work,
                                {convert(convert(values[0], type), work), convert(convert(values[1], type), work)}),
                 type);
}

NodeId PythonChecker::truth_of(const Operand& operand) {
  const NodeId node = numbers(operand);
  return build_.to_bool(node);
}

Operand PythonChecker::unary(std::string_view symbol, const Operand& operand) {
  if (operand.is_record() && symbol == "-") {
    const Operand minus = Operand::value(build_.graph().constant(-1.));
    return checker_.binary_of("*", operand, minus);
  }
  const NodeId node = numbers(operand);
  const NumberType own = build_.type(node).number;
  if (symbol == "not") {
    Operand made = Operand::value(
        build_.for_elements({node}, [&](std::span<const NodeId> values) { return build_.logical_not(values[0]); }));
    made.is_written = operand.is_written;
    return made;
  }
  if (operand.is_written) {
    if (own == NumberType::float64) {
      if (symbol == "~") fail_here("~ of a real number");
      return symbol == "+" ? operand : as_written(build_.graph().constant(-real_of(build_.node(node))));
    }
    const std::uint64_t bits = build_.node(node).number;
    if (own == NumberType::uint64 && symbol == "-" && bits == std::uint64_t{1} << 63U)
      return as_written(build_.graph().constant(std::numeric_limits<std::int64_t>::min()));
    if (own == NumberType::uint64 && symbol != "+") fail_here("a number that does not fit into 64 bits");
    const auto value = static_cast<std::int64_t>(bits);
    if (symbol == "~") return as_written(build_.graph().constant(~value));
    if (symbol == "+") return own == NumberType::uint64 ? operand : as_written(build_.graph().constant(value));
    return written("-", build_.graph().constant(std::int64_t{0}), build_.graph().constant(value));
  }
  if (own == NumberType::boolean && symbol != "~")
    fail_here(fmt::format("{} of {}: ~ is 'not' of truths", symbol, spelled(operand)));
  if (symbol == "+") return typed(operand);
  if (symbol == "~" && is_real(own)) fail_here(fmt::format("~ of {}", spelled(operand)));
  return Operand::value(build_.for_elements({node}, [&](std::span<const NodeId> values) {
    if (own == NumberType::boolean) return build_.logical_not(values[0]);
    return element(symbol == "-" ? Op::negate : Op::bit_not, own, values);
  }));
}

NodeId PythonChecker::fitted(NodeId written, NumberType other, bool must_fit) {
  Graph& graph = build_.graph();
  const Node& node = build_.node(written);
  if (node.type.number == NumberType::boolean) return written;
  if (node.type.number == NumberType::float64)
    return other == NumberType::float32 ? convert(written, NumberType::float32) : written;
  if (is_real(other)) return convert(graph.constant(real_of(node)), other);
  if (other == NumberType::boolean) return written;
  if (fits(other, node)) return graph.constant(other, build_.node(convert(written, other)).number);
  if (must_fit)
    fail_here(fmt::format("{} does not fit into {}",
                          node.type.number == NumberType::uint64
                              ? std::to_string(node.number)
                              : std::to_string(static_cast<std::int64_t>(node.number)),
                          numpy_spelled(ValueType::of(other))));
  return written;
}

Operand PythonChecker::binary(std::string_view symbol, const Operand& first, const Operand& second) {
  if (first.is_record() || second.is_record()) return checker_.binary_of(symbol, first, second);
  if (!first.is_value() || !second.is_value())
    fail_here(fmt::format("{} {} {}", spelled(first), symbol, spelled(second)));
  NodeId one = first.node;
  NodeId other = second.node;
  if (build_.type(one).is_string || build_.type(other).is_string) return strings(symbol, one, other);
  if (first.is_written && second.is_written) return written(symbol, one, other);
  const bool compares = is_comparison(symbol);
  if (first.is_written) one = fitted(one, build_.type(other).number, !compares);
  if (second.is_written) other = fitted(other, build_.type(one).number, !compares);
  const NumberType of_one = build_.type(one).number;
  const NumberType of_other = build_.type(other).number;
  if (is_bits(symbol) && (is_real(of_one) || is_real(of_other)))
    fail_here(fmt::format("{} {} {}: {} is for truths and whole numbers; comparisons beside it need parentheses",
                          spelled(first), symbol, spelled(second), symbol));
  const NumberType common = numpy_common(of_one, of_other);
  if (is_bits(symbol) && is_real(common))
    fail_here(fmt::format("{} {} {} have no common type of whole numbers", spelled(first), symbol, spelled(second)));
  if (symbol == "-" && common == NumberType::boolean) fail_here("bool - bool: ^ says where truths differ");
  if (symbol == "@") fail_here("the operator @ is not supported", ErrorKind::unsupported);
  return Operand::value(build_.for_elements({one, other}, [&](std::span<const NodeId> values) {
    return compares ? compare(symbol, values[0], values[1]) : arithmetic(symbol, values[0], values[1], common);
  }));
}

NodeId PythonChecker::arithmetic(std::string_view symbol, NodeId one, NodeId other, NumberType common) {
  const std::array<NodeId, 2> both = {one, other};
  const bool truths = common == NumberType::boolean;
  if (symbol == "+") return truths ? build_.logical(false, one, other) : element(Op::add, common, both);
  if (symbol == "*") return truths ? build_.logical(true, one, other) : element(Op::multiply, common, both);
  if (symbol == "-") return element(Op::subtract, common, both);
  if (symbol == "/") return element(Op::divide, is_real(common) ? common : NumberType::float64, both);
  if (symbol == "//" || symbol == "%") return floor_operation(symbol, one, other, common);
  if (symbol == "**") return power(one, other, common);
  return bits(symbol, one, other, common);
}

NodeId PythonChecker::floor_operation(std::string_view symbol, NodeId one, NodeId other, NumberType common) {
  const NumberType type = common == NumberType::boolean ? NumberType::int8 : common;
  return element(symbol == "//" ? Op::floor_divide : Op::floor_remainder, type, std::array{one, other});
}

NodeId PythonChecker::power(NodeId one, NodeId other, NumberType common) {
  const NumberType type = common == NumberType::boolean ? NumberType::int8 : common;
  if (build_.is_constant(other)) {
    // Small powers are products, which are exact where there is an exact result.
    const NodeId as_real = convert(other, NumberType::float64);
    const double exponent = std::bit_cast<double>(build_.node(as_real).number);
    if (exponent == 2) return element(Op::multiply, type, std::array{one, one});
    if (exponent < 0 && !is_real(type)) fail_here("whole numbers to the power of one below 0; write the base as 2.0");
    if (exponent == 1 && !is_real(type)) return convert(one, type);
  }
  return element(is_real(type) ? Op::power : Op::whole_power, type, std::array{one, other});
}

// Counts of bits beyond the width shift everything out.
NodeId PythonChecker::bits(std::string_view symbol, NodeId one, NodeId other, NumberType common) {
  const std::array<NodeId, 2> both = {one, other};
  const bool truths = common == NumberType::boolean;
  if (symbol == "&") return truths ? build_.logical(true, one, other) : element(Op::bit_and, common, both);
  if (symbol == "|") return truths ? build_.logical(false, one, other) : element(Op::bit_or, common, both);
  if (symbol == "^")
    return truths ? build_.element(Op::not_equal, NumberType::boolean, {one, other})
                  : element(Op::bit_xor, common, both);
  const bool left = symbol == "<<";
  const NumberType type = truths ? NumberType::int8 : common;
  const NumberType wide = promoted(type);
  Graph& graph = build_.graph();
  const NodeId number = convert(convert(one, type), wide);
  const NodeId count = convert(convert(other, type), wide);
  const auto width = static_cast<std::int64_t>(array::size_of(type) * 8);
  const NodeId last = convert(graph.constant(width - 1), wide);
  const NodeId below = build_.element(Op::less_equal, NumberType::boolean, {count, last});
  const NodeId above =
      build_.element(Op::less_equal, NumberType::boolean, {convert(graph.constant(std::int64_t{0}), wide), count});
  const NodeId inside = build_.element(Op::logical_and, NumberType::boolean, {below, above});
  const NodeId shifted = build_.element(left ? Op::shift_left : Op::shift_right, wide, {number, count});
  const NodeId otherwise =
      left ? convert(graph.constant(std::int64_t{0}), wide) : build_.element(Op::shift_right, wide, {number, last});
  const bool keeps_sign = !left && is_signed(type);
  const NodeId beyond = keeps_sign ? otherwise : convert(graph.constant(std::int64_t{0}), wide);
  return convert(build_.element(Op::select, wide, {inside, shifted, beyond}), type);
}

NodeId PythonChecker::compare(std::string_view symbol, NodeId one, NodeId other) {
  if (symbol == ">") return compare("<", other, one);
  if (symbol == ">=") return compare("<=", other, one);
  const Op operation = symbol == "<"    ? Op::less
                       : symbol == "<=" ? Op::less_equal
                       : symbol == "==" ? Op::equal
                                        : Op::not_equal;
  const NumberType first = build_.type(one).number;
  const NumberType second = build_.type(other).number;
  const NumberType common = numpy_common(first, second);
  if (is_whole(first) && is_whole(second) && is_real(common)) {
    // int64 and uint64: one below 0 is less than all others.
    const bool one_is_signed = is_signed(first);
    const NodeId zero = build_.graph().constant(std::int64_t{0});
    const NodeId with_sign = convert(one_is_signed ? one : other, NumberType::int64);
    const NodeId negative = build_.element(Op::less, NumberType::boolean, {with_sign, zero});
    const NodeId same = build_.element(operation, NumberType::boolean,
                                       {convert(one, NumberType::uint64), convert(other, NumberType::uint64)});
    const bool if_negative = operation == Op::not_equal || (operation != Op::equal && one_is_signed);
    return build_.element(Op::select, NumberType::boolean, {negative, build_.graph().constant(if_negative), same});
  }
  const NumberType work = common == NumberType::boolean && (operation == Op::less || operation == Op::less_equal)
                              ? NumberType::int32
                          : common == NumberType::boolean ? common
                                                          : promoted(common);
  return build_.element(operation, NumberType::boolean, {convert(one, work), convert(other, work)});
}

Operand PythonChecker::strings(std::string_view symbol, NodeId one, NodeId other) {
  if (!build_.type(one).is_string || !build_.type(other).is_string || (symbol != "==" && symbol != "!="))
    fail_here(fmt::format("{} {} {}", numpy_spelled(build_.type(one)), symbol, numpy_spelled(build_.type(other))));
  return Operand::value(build_.for_elements({one, other}, [&](std::span<const NodeId> values) {
    const NodeId equal =
        build_.call(CallOperation::string_equal, ValueType::of(NumberType::boolean), {values[0], values[1]});
    return symbol == "==" ? equal : build_.logical_not(equal);
  }));
}

// What Python itself computes.
Operand PythonChecker::written(std::string_view symbol, NodeId one, NodeId other) {
  const NumberType first = build_.type(one).number;
  const NumberType second = build_.type(other).number;
  if (is_comparison(symbol)) return as_written(compare(symbol, one, other));
  if (first == NumberType::boolean && second == NumberType::boolean &&
      (symbol == "&" || symbol == "|" || symbol == "^"))
    return as_written(bits(symbol, one, other, NumberType::boolean));
  const bool reals = is_real(first) || is_real(second);
  if (reals && is_bits(symbol)) fail_here(fmt::format("{} is for whole numbers", symbol));
  const double divisor = real_of(build_.node(other));
  if ((symbol == "/" || symbol == "//" || symbol == "%") && divisor == 0) fail_here("a division by zero");
  const bool is_inverse = symbol == "**" && divisor < 0;
  if (!reals && symbol != "/" && !is_inverse) {
    if (first == NumberType::uint64 || second == NumberType::uint64)
      fail_here("a number that does not fit into 64 bits");
    return written_integers(symbol, static_cast<std::int64_t>(build_.node(one).number),
                            static_cast<std::int64_t>(build_.node(other).number));
  }
  if (is_inverse && real_of(build_.node(one)) == 0) fail_here("0 to the power of a number below 0");
  const NodeId a = build_.graph().constant(real_of(build_.node(one)));
  const NodeId b = build_.graph().constant(divisor);
  return as_written(arithmetic(symbol, a, b, NumberType::float64));
}

Operand PythonChecker::written_integers(std::string_view symbol, std::int64_t one, std::int64_t other) {
  Graph& graph = build_.graph();
  std::int64_t found = 0;
  bool too_large = false;
  if (symbol == "+") too_large = __builtin_add_overflow(one, other, &found);
  if (symbol == "-") too_large = __builtin_sub_overflow(one, other, &found);
  if (symbol == "*") too_large = __builtin_mul_overflow(one, other, &found);
  if (symbol == "&") found = one & other;
  if (symbol == "|") found = one | other;
  if (symbol == "^") found = one ^ other;
  if (symbol == "//" || symbol == "%") {
    too_large = other == -1 && one == std::numeric_limits<std::int64_t>::min() && symbol == "//";
    return too_large
               ? (fail_here("a number that does not fit into 64 bits"), Operand())
               : as_written(floor_operation(symbol, graph.constant(one), graph.constant(other), NumberType::int64));
  }
  if (symbol == "**") {
    found = 1;
    const bool grows = one < -1 || one > 1;
    const std::int64_t steps = grows ? std::min<std::int64_t>(other, 64) : other % 2 == 0 && other > 0 ? 2 : other % 2;
    for (std::int64_t k = 0; k < steps && !too_large; ++k) too_large = __builtin_mul_overflow(found, one, &found);
  }
  if (symbol == "<<" || symbol == ">>") {
    if (other < 0) fail_here("a shift by a number below 0");
    const std::int64_t count = std::min<std::int64_t>(other, 63);
    if (symbol == ">>") found = one >> count;
    if (symbol == "<<") {
      found = static_cast<std::int64_t>(static_cast<std::uint64_t>(one) << static_cast<std::uint64_t>(count));
      too_large = one != 0 && (other > 62 || found >> count != one);
    }
  }
  if (too_large) fail_here("a number that does not fit into 64 bits");
  return as_written(graph.constant(found));
}

// a < b < c is a < b and b < c.
Operand PythonChecker::chain(const Syntax& syntax) {
  std::vector<Operand> operands;
  for (const Syntax& child : syntax.children) operands.push_back(check(child));
  build_.stand_at(checker_.text_, syntax.begin, syntax.end);
  std::optional<Operand> all;
  std::string_view operators = syntax.text;
  for (std::size_t k = 0; k + 1 < operands.size(); ++k) {
    const std::string_view symbol = operators.substr(0, operators.find(' '));
    operators.remove_prefix(std::min(operators.size(), symbol.size() + 1));
    const Operand next = binary(symbol, operands[k], operands[k + 1]);
    all = all ? binary("&", *all, next) : next;
  }
  return *all;
}

Operand PythonChecker::logical(const Syntax& syntax) {
  const Operand one = check(syntax.children[0]);
  const Operand other = check(syntax.children[1]);
  build_.stand_at(checker_.text_, syntax.begin, syntax.end);
  const bool is_and = syntax.text == "and";
  const NodeId first = truth_of(one);
  const NodeId second = truth_of(other);
  const bool lists = build_.type(first).is_list() || build_.type(second).is_list();
  if (!lists) {
    Operand made = Operand::value(build_.logical(is_and, first, second));
    made.is_written = one.is_written && other.is_written;
    return made;
  }
  return Operand::value(build_.for_elements(
      {first, second}, [&](std::span<const NodeId> values) { return build_.logical(is_and, values[0], values[1]); }));
}

Operand PythonChecker::choose(const Operand& condition, const Operand& one, const Operand& other) {
  const NodeId node = truth_of(condition);
  if (build_.type(node).is_list())
    fail_here(fmt::format("'if' needs one truth for an entry, found {}; where(c, x, y) goes element by element",
                          spelled(condition)));
  if (!one.is_value() || !other.is_value() || build_.type(one.node).is_string || build_.type(other.node).is_string)
    return checker_.choose(node, one, other);
  NodeId first = one.node;
  NodeId second = other.node;
  if (build_.type(first).depth != build_.type(second).depth)
    fail_here(fmt::format("values of different types: {} and {}", spelled(one), spelled(other)));
  if (one.is_written && !other.is_written) first = fitted(first, build_.type(second).number, true);
  if (other.is_written && !one.is_written) second = fitted(second, build_.type(first).number, true);
  const NumberType common = numpy_common(build_.type(first).number, build_.type(second).number);
  return Operand::value(build_.choose(node, convert(first, common), convert(second, common)));
}

}  // namespace ramet::inline v1::expr
