#include <algorithm>
#include <array>
#include <cmath>

#include "ramet/expr/internal/check/formulas.hpp"
#include "ramet/expr/internal/check/functions/functions.hpp"

namespace ramet::inline v1::expr {

namespace {

using Op = ElementOperation;

std::vector<NodeId> all_nodes(const CallSite& call) {
  std::vector<NodeId> nodes;
  for (std::size_t k = 0; k < call.arguments.size(); ++k) {
    nodes.push_back(call.node(k));
    if (call.build.type(nodes.back()).is_string) call.checker.fail_here(fmt::format("{} of a string", call.name));
  }
  return nodes;
}

// sqrtf: of float, whatever it is called with.
std::vector<NodeId> real_arguments(const CallSite& call) {
  std::vector<NodeId> nodes = all_nodes(call);
  if (!without_namespaces(call.name).starts_with(call.function.name) ||
      without_namespaces(call.name).size() == call.function.name.size())
    return nodes;
  for (NodeId& node : nodes) node = call.build.convert(node, NumberType::float32);
  return nodes;
}

Operand real(const CallSite& call) {
  // ROOT::Math's functions are of double only.
  const bool is_root = call.name.starts_with("ROOT::Math::");
  return Operand::value(call.build.real(call.function.operation, real_arguments(call), is_root));
}

// TMath's functions are of double only.
Operand real_double(const CallSite& call) {
  return Operand::value(call.build.real(call.function.operation, all_nodes(call), true));
}

// Of whole numbers, std::abs keeps the type; of RVec, abs gives double.
Operand absolute(const CallSite& call) {
  const NodeId node = all_nodes(call)[0];
  const ValueType type = call.build.type(node);
  if (type.is_list()) return Operand::value(call.build.real(Op::absolute, std::array{node}, false));
  const NumberType work = promoted(type.number);
  return Operand::value(call.build.element(Op::absolute, work, {call.build.convert(node, work)}));
}

Operand absolute_real(const CallSite& call) {
  return Operand::value(call.build.real(Op::absolute, real_arguments(call), false));
}

// TMath has no functions of numbers of one byte: those are int.
NumberType type_of_tmath(NumberType own) {
  return own == NumberType::boolean || own == NumberType::int8 || own == NumberType::uint8 ? NumberType::int32 : own;
}

Operand absolute_kept(const CallSite& call) {
  const NodeId node = all_nodes(call)[0];
  const NumberType own = type_of_tmath(call.build.type(node).number);
  return Operand::value(call.build.for_elements({node}, [&](std::span<const NodeId> values) {
    const NodeId wide = call.build.convert(values[0], promoted(own));
    return call.build.convert(call.build.element(Op::absolute, promoted(own), {wide}), own);
  }));
}

// C++ doesn't know which type the result of std::max(int, double) has; for max of numbers, it is their common one.
void require_same_types(const CallSite& call, std::span<const NodeId> nodes) {
  if (!call.name.starts_with("std::") || !call.template_arguments.empty()) return;
  for (const NodeId node : nodes) {
    if (call.build.type(node).is_list()) return;
    const NumberType first = call.build.type(nodes[0]).number;
    const NumberType other = call.build.type(node).number;
    if (other == first) continue;
    const std::string both =
        fmt::format("{} of {} and {}", call.name, to_string(ValueType::of(first)), to_string(ValueType::of(other)));
    call.checker.fail_here(
        fmt::format("{}: say which, as {}<{}>", both, call.name, to_string(ValueType::of(common_type(first, other)))));
  }
}

// std::min and std::max of two numbers; of a list, its extreme.
Operand extreme(const CallSite& call) {
  Builder& build = call.build;
  if (call.arguments.size() == 1) {
    if (call.arguments[0].form == Operand::Form::list) {  // std::max({a, b, c})
      const std::vector<Operand>& values = call.arguments[0].members;
      if (values.empty()) call.checker.fail_here("the extreme of no values");
      std::vector<NodeId> nodes;
      for (const Operand& value : values) nodes.push_back(call.checker.number(value));
      require_same_types(call, nodes);
      NodeId found = nodes[0];
      for (std::size_t k = 1; k < nodes.size(); ++k) {
        const NodeId next = nodes[k];
        const NumberType common = common_type(build.type(found).number, build.type(next).number);
        found =
            build.element(call.function.operation, common, {build.convert(found, common), build.convert(next, common)});
      }
      return Operand::value(found);
    }
    const NodeId list = call.list(0);
    const auto reduce = call.function.operation == Op::minimum ? CallOperation::minimum : CallOperation::maximum;
    return Operand::value(build.call(reduce, build.type(list).item(), {list}));
  }
  const std::vector<NodeId> nodes = all_nodes(call);
  require_same_types(call, nodes);
  const NumberType first = build.type(nodes[0]).number;
  const NumberType second = build.type(nodes[1]).number;
  return Operand::value(build.for_elements(std::span<const NodeId>(nodes), [&](std::span<const NodeId> values) {
    NumberType wanted = first == second ? first : common_type(first, second);
    if (call.name.starts_with("TMath::")) wanted = type_of_tmath(wanted);
    if (!call.template_arguments.empty())
      wanted = build.type(call.checker.coerce(Operand::value(values[0]), call.template_arguments[0]).node).number;
    const NumberType work = promoted(wanted);
    const NodeId one = build.convert(values[0], work);
    const NodeId other = build.convert(values[1], work);
    // Of NaN and a number, TMath's give the second of the two, std's the first.
    const bool is_minimum = call.function.operation == Op::minimum;
    const auto found_by_tmath = [&] {
      const auto first_is_kept =
          build.element(Op::less_equal, NumberType::boolean, {is_minimum ? one : other, is_minimum ? other : one});
      return build.element(Op::select, work, {first_is_kept, one, other});
    };
    const NodeId found = call.name.starts_with("TMath::") && is_real(work)
                             ? found_by_tmath()
                             : build.element(call.function.operation, work, {one, other});
    return build.convert(found, wanted);
  }));
}

Operand power(const CallSite& call) { return Operand::value(call.build.real(Op::power, real_arguments(call), false)); }

Operand square(const CallSite& call) {
  const NodeId node = call.build.convert(all_nodes(call)[0], NumberType::float64);
  return Operand::value(call.build.arithmetic(Op::multiply, node, node));
}

Operand clamp(const CallSite& call) {
  const std::vector<NodeId> nodes = all_nodes(call);
  require_same_types(call, nodes);
  Builder& build = call.build;
  return Operand::value(build.for_elements(std::span<const NodeId>(nodes), [&](std::span<const NodeId> values) {
    NumberType common = common_type(common_type(build.type(values[0]).number, build.type(values[1]).number),
                                    build.type(values[2]).number);
    if (call.name.starts_with("TMath::") && common == NumberType::float32) common = NumberType::float64;
    if (!call.template_arguments.empty())
      common = build.type(call.checker.coerce(Operand::value(values[0]), call.template_arguments[0]).node).number;
    const NodeId lower =
        build.element(Op::maximum, common, {build.convert(values[0], common), build.convert(values[1], common)});
    return build.element(Op::minimum, common, {lower, build.convert(values[2], common)});
  }));
}

Operand hypotenuse(const CallSite& call) {
  const std::vector<NodeId> nodes = all_nodes(call);
  if (nodes.size() == 2) return Operand::value(call.build.real(Op::hypot, nodes, false));
  const bool all_float = std::all_of(nodes.begin(), nodes.end(),
                                     [&](NodeId id) { return call.build.type(id).number == NumberType::float32; });
  const NumberType work = all_float ? NumberType::float32 : NumberType::float64;
  const Term x(call.build, call.build.convert(nodes[0], work));
  const Term y(call.build, call.build.convert(nodes[1], work));
  const Term z(call.build, call.build.convert(nodes[2], work));
  return Operand::value(sqrt(x * x + y * y + z * z));
}

Operand sign_of(const CallSite& call) {
  const NodeId node = all_nodes(call)[0];
  Builder& build = call.build;
  return Operand::value(build.for_elements({node}, [&](std::span<const NodeId> values) {
    const Term x(build, values[0]);
    const Term zero = x.number(std::int32_t{0});
    return (x < zero).choose(x.number(std::int32_t{-1}), (zero < x).choose(x.number(std::int32_t{1}), zero)).node();
  }));
}

Operand even(const CallSite& call) {
  const Term x(call.build, call.build.convert(call.node(0), NumberType::int64));
  const NodeId odd = call.build.arithmetic(Op::bit_and, x, x.number(std::int64_t{1}));
  const NodeId is_odd = call.build.to_bool(odd);
  return Operand::value(call.name.ends_with("Odd") ? is_odd : call.build.logical_not(is_odd));
}

// std::numeric_limits<T>::max() and its like.
Operand limit(const CallSite& call) {
  if (call.template_arguments.empty()) call.checker.fail_here("numeric_limits of which type?");
  Graph& graph = call.build.graph();
  const NodeId zero = graph.constant(std::int32_t{0});
  const NumberType type =
      call.build.type(call.checker.coerce(Operand::value(zero), call.template_arguments[0]).node).number;
  const std::string_view which = call.name.substr(call.name.rfind(':') + 1);
  return Operand::value(with_number(type, [&](auto number) {
    using Limits = std::numeric_limits<decltype(number)>;
    if (which == "max") return graph.constant(Limits::max());
    if (which == "min") return graph.constant(Limits::min());
    if (which == "lowest") return graph.constant(Limits::lowest());
    if (which == "epsilon") return graph.constant(Limits::epsilon());
    if (which == "infinity") return graph.constant(Limits::infinity());
    return graph.constant(Limits::quiet_NaN());
  }));
}

// nan("1"): which one it is does not matter.
Operand no_number(const CallSite& call) {
  if (call.type(0) != ValueType::string()) call.checker.fail_here("nan takes a text, as nan(\"\")");
  Graph& graph = call.build.graph();
  if (call.name.ends_with('f')) return Operand::value(graph.constant(std::numeric_limits<float>::quiet_NaN()));
  return Operand::value(graph.constant(std::numeric_limits<double>::quiet_NaN()));
}

// TMath's is an int.
Operand finite(const CallSite& call) {
  return Operand::value(call.build.convert(call.build.real(Op::is_finite, all_nodes(call), true), NumberType::int32));
}

Operand nearest_above(const CallSite& call) {
  const Op operation = call.name.ends_with("CeilNint") ? Op::ceil : Op::floor;
  return Operand::value(call.build.convert(call.build.real(operation, all_nodes(call), true), NumberType::int32));
}

// x * 2^n
Operand scaled(const CallSite& call) {
  Builder& build = call.build;
  const NumberType type = call.type(0).number == NumberType::float32 && !call.name.starts_with("TMath")
                              ? NumberType::float32
                              : NumberType::float64;
  const Term power = Term(build, build.convert(call.node(1), NumberType::float64)).of(Op::exp2);
  return Operand::value(build.convert(Term(build, call.node(0)) * power, type));
}

Operand is_normal(const CallSite& call) {
  Builder& build = call.build;
  const bool is_float = call.type(0).number == NumberType::float32;
  const Term size = Term(build, build.real(Op::absolute, all_nodes(call), false));
  const Term least = size.number(is_float ? static_cast<double>(std::numeric_limits<float>::min())
                                          : std::numeric_limits<double>::min());
  const NodeId is_large = build.compare(Op::less_equal, least, size);
  return Operand::value(build.logical(true, build.real(Op::is_finite, {size}), is_large));
}

// TMath::Sign(a, b): the size of a with the sign of b.
Operand sign_from(const CallSite& call) {
  Builder& build = call.build;
  const std::vector<NodeId> nodes = all_nodes(call);
  if (nodes.size() == 1) return sign_of(call);
  return Operand::value(build.for_elements(std::span<const NodeId>(nodes), [&](std::span<const NodeId> values) {
    const NumberType own = build.type(values[0]).number;
    if (is_real(own)) return build.element(Op::copysign, own, {values[0], build.convert(values[1], own)});
    const Term x(build, build.element(Op::absolute, promoted(own), {build.convert(values[0], promoted(own))}));
    const Term y(build, values[1]);
    return build.convert((y < y.number(std::int32_t{0})).choose(-x, x), own);
  }));
}

Operand sign_bit(const CallSite& call) {
  const NodeId node = all_nodes(call)[0];
  Builder& build = call.build;
  if (is_real(build.type(node).number)) return Operand::value(build.real(Op::sign_bit, {node}));
  return Operand::value(build.less(node, build.graph().constant(std::int32_t{0})));
}

// The nearest whole number, halves to the even one; lround: halves away from 0.
Operand nearest(const CallSite& call) {
  const bool is_root = call.name.find("TMath") != std::string_view::npos;
  // Of lists, numbers of the lists' promoted type.
  if (call.is_list(0)) return Operand::value(call.build.real(Op::round, all_nodes(call), false));
  const NodeId rounded =
      call.build.real(is_root || call.name.ends_with("rint") ? Op::nearbyint : Op::round, all_nodes(call), true);
  return Operand::value(call.build.convert(rounded, is_root ? NumberType::int32 : NumberType::int64));
}

constexpr FunctionEntry of_one(std::string_view name, Op op, std::string_view says = {}) {
  return {name, 1, 1, real, op, {}, says};
}
constexpr FunctionEntry of_two(std::string_view name, Op op, std::string_view says = {}) {
  return {name, 2, 2, real, op, {}, says};
}
constexpr FunctionEntry of_double(std::string_view name, Op op, std::size_t arguments = 1) {
  return {name, arguments, arguments, real_double, op, {}, {}};
}

constexpr auto math_table = std::to_array<FunctionEntry>({
    of_one("sqrt", Op::sqrt, "the square root"),
    of_one("cbrt", Op::cbrt, "the cube root"),
    of_one("exp", Op::exp),
    of_one("exp2", Op::exp2),
    of_one("expm1", Op::expm1, "exp(x) - 1"),
    of_one("log", Op::log, "the natural logarithm"),
    of_one("log2", Op::log2),
    of_one("log10", Op::log10),
    of_one("log1p", Op::log1p, "log(1 + x)"),
    of_one("sin", Op::sin),
    of_one("cos", Op::cos),
    of_one("tan", Op::tan),
    of_one("asin", Op::asin),
    of_one("acos", Op::acos),
    of_one("atan", Op::atan),
    of_one("sinh", Op::sinh),
    of_one("cosh", Op::cosh),
    of_one("tanh", Op::tanh),
    of_one("asinh", Op::asinh),
    of_one("acosh", Op::acosh),
    of_one("atanh", Op::atanh),
    of_one("floor", Op::floor),
    of_one("ceil", Op::ceil),
    of_one("trunc", Op::trunc),
    of_one("round", Op::round, "the nearest whole number, halves away from 0"),
    of_one("rint", Op::nearbyint, "the nearest whole number, halves to the even one"),
    of_one("nearbyint", Op::nearbyint),
    of_one("erf", Op::erf),
    of_one("erfc", Op::erfc),
    of_one("lgamma", Op::lgamma),
    of_one("tgamma", Op::tgamma),
    of_one("isnan", Op::is_nan),
    of_one("isinf", Op::is_infinite),
    of_one("isfinite", Op::is_finite),
    of_one("signbit", Op::sign_bit),
    of_two("atan2", Op::atan2),
    of_two("fmod", Op::fmod),
    of_two("remainder", Op::ieee_remainder),
    of_two("fdim", Op::fdim),
    of_two("fmin", Op::fmin),
    of_two("fmax", Op::fmax),
    of_two("copysign", Op::copysign),
    of_two("nextafter", Op::nextafter),
    {"fma", 3, 3, real, Op::fused_multiply_add, {}, {}},
    {"hypot", 2, 3, hypotenuse, {}, {}, {}},
    {"pow", 2, 2, power, {}, {}, {}},
    {"abs", 1, 1, absolute, {}, {}, {}},
    {"fabs", 1, 1, absolute_real, {}, {}, {}},
    {"min", 1, 2, extreme, Op::minimum, {}, {}},
    {"max", 1, 2, extreme, Op::maximum, {}, {}},
    {"clamp", 3, 3, clamp, {}, {}, {}},
    {"TMath::Abs", 1, 1, absolute_kept, {}, {}, {}},
    {"TMath::Min", 2, 2, extreme, Op::minimum, {}, {}},
    {"TMath::Max", 2, 2, extreme, Op::maximum, {}, {}},
    {"TMath::Range",
     3,
     3,
     [](const CallSite& call) {
       CallSite turned = call;  // (least, greatest, x)
       std::rotate(turned.arguments.begin(), turned.arguments.begin() + 2, turned.arguments.end());
       return clamp(turned);
     },
     {},
     {},
     {}},
    {"TMath::Sq", 1, 1, square, {}, {}, {}},
    {"TMath::Sign", 1, 2, sign_from, {}, {}, {}},
    {"TMath::SignBit", 1, 1, sign_bit, {}, {}, {}},
    {"TMath::CeilNint", 1, 1, nearest_above, {}, {}, {}},
    {"TMath::FloorNint", 1, 1, nearest_above, {}, {}, {}},
    {"TMath::Ldexp", 2, 2, scaled, {}, {}, {}},
    {"ldexp", 2, 2, scaled, {}, {}, {}},
    {"scalbn", 2, 2, scaled, {}, {}, {}},
    {"isnormal", 1, 1, is_normal, {}, {}, {}},
    {"TMath::Even", 1, 1, even, {}, {}, {}},
    {"TMath::Odd", 1, 1, even, {}, {}, {}},
    {"TMath::Hypot", 2, 2, real_double, Op::hypot, {}, {}},
    of_double("TMath::Sqrt", Op::sqrt),
    of_double("TMath::Exp", Op::exp),
    of_double("TMath::Log", Op::log),
    of_double("TMath::Log2", Op::log2),
    of_double("TMath::Log10", Op::log10),
    of_double("TMath::Sin", Op::sin),
    of_double("TMath::Cos", Op::cos),
    of_double("TMath::Tan", Op::tan),
    of_double("TMath::ASin", Op::asin),
    of_double("TMath::ACos", Op::acos),
    of_double("TMath::ATan", Op::atan),
    of_double("TMath::SinH", Op::sinh),
    of_double("TMath::CosH", Op::cosh),
    of_double("TMath::TanH", Op::tanh),
    of_double("TMath::ASinH", Op::asinh),
    of_double("TMath::ACosH", Op::acosh),
    of_double("TMath::ATanH", Op::atanh),
    of_double("TMath::Floor", Op::floor),
    of_double("TMath::Ceil", Op::ceil),
    of_double("TMath::Erf", Op::erf),
    of_double("TMath::Erfc", Op::erfc),
    of_double("TMath::LnGamma", Op::lgamma),
    of_double("TMath::IsNaN", Op::is_nan),
    {"TMath::Finite", 1, 1, finite, {}, {}, {}},
    of_double("TMath::ATan2", Op::atan2, 2),
    of_double("TMath::Power", Op::power, 2),
    {"TMath::Nint", 1, 1, nearest, {}, {}, "the nearest whole number, halves to the even one"},
    {"lround", 1, 1, nearest, {}, {}, {}},
    {"llround", 1, 1, nearest, {}, {}, {}},
    {"lrint", 1, 1, nearest, {}, {}, {}},
    {"llrint", 1, 1, nearest, {}, {}, {}},
    {"labs", 1, 1, absolute, {}, {}, {}},
    {"llabs", 1, 1, absolute, {}, {}, {}},
    {"nan", 1, 1, no_number, {}, {}, {}},
    {"nanf", 1, 1, no_number, {}, {}, {}},
    {"numeric_limits::max", 0, 0, limit, {}, {}, {}},
    {"numeric_limits::min", 0, 0, limit, {}, {}, {}},
    {"numeric_limits::lowest", 0, 0, limit, {}, {}, {}},
    {"numeric_limits::epsilon", 0, 0, limit, {}, {}, {}},
    {"numeric_limits::infinity", 0, 0, limit, {}, {}, {}},
    {"numeric_limits::quiet_NaN", 0, 0, limit, {}, {}, {}},
});

}  // namespace

std::span<const FunctionEntry> math_functions() noexcept { return math_table; }

}  // namespace ramet::inline v1::expr
