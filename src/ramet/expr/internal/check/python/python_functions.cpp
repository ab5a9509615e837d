#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <utility>

#include "ramet/expr/internal/check/python/numpy_types.hpp"
#include "ramet/expr/internal/check/python/python_checker.hpp"

namespace ramet::inline v1::expr {

namespace {

using Op = ElementOperation;
using Nodes = std::span<const NodeId>;

struct Entry;

/// What makes a function's nodes. Threads: one at a time.
struct Site {
  PythonChecker& checker;
  Builder& build;
  const PythonCall& call;
  const Entry& entry;

  NodeId node(std::size_t k) const { return checker.numbers(call.arguments[k]); }
  NumberType number(std::size_t k) const { return build.type(node(k)).number; }
  template <class Work>
  Operand each(Work&& work) const {
    std::vector<NodeId> nodes;
    for (std::size_t k = 0; k < call.arguments.size(); ++k) nodes.push_back(node(k));
    return Operand::value(build.for_elements(Nodes(nodes), std::forward<Work>(work)));
  }
};

struct Entry {
  std::string_view name;
  std::size_t least;
  std::size_t most;
  Operand (*make)(const Site&);
  Op operation;
  std::string_view symbol;  ///< of those that are operators
};

// The type of a function of two numbers, of which one may be written: that takes the type of the other.
NumberType common_of(const Site& site) {
  const Operand& one = site.call.arguments[0];
  const Operand& other = site.call.arguments[1];
  const NumberType first = site.number(0);
  const NumberType second = site.number(1);
  const auto gives_way = [](const Operand& written, NumberType own, NumberType to) {
    return written.is_written && own != NumberType::boolean && (is_real(to) || (is_whole(own) && is_whole(to)));
  };
  if (gives_way(one, first, second) && !other.is_written) return second;
  if (gives_way(other, second, first) && !one.is_written) return first;
  return numpy_common(first, second);
}

Operand real_of_one(const Site& site) {
  const NumberType type = site.call.arguments[0].is_written ? NumberType::float64 : numpy_real(site.number(0));
  return site.each([&](Nodes values) {
    return site.build.element(site.entry.operation, type, {site.checker.convert(values[0], type)});
  });
}

Operand real_of_two(const Site& site) {
  const bool both_written = site.call.arguments[0].is_written && site.call.arguments[1].is_written;
  const NumberType type = both_written ? NumberType::float64 : numpy_real(common_of(site));
  return site.each([&](Nodes values) {
    return site.build.element(site.entry.operation, type,
                              {site.checker.convert(values[0], type), site.checker.convert(values[1], type)});
  });
}

// Whole numbers stay what they are.
Operand rounded(const Site& site) {
  const NumberType type = site.number(0);
  if (!is_real(type)) return typed(site.call.arguments[0]);
  return site.each([&](Nodes values) { return site.build.element(site.entry.operation, type, {values[0]}); });
}

Operand tested(const Site& site) {
  const NumberType type = numpy_real(site.number(0));
  return site.each([&](Nodes values) {
    return site.build.element(site.entry.operation, NumberType::boolean, {site.checker.convert(values[0], type)});
  });
}

Operand absolute(const Site& site) {
  const NumberType type = site.number(0);
  if (type == NumberType::boolean) return typed(site.call.arguments[0]);
  return site.each([&](Nodes values) { return site.checker.element(Op::absolute, type, values); });
}

// The greater or the lesser one: NaN wins in maximum and minimum, and loses in fmax and fmin.
Operand extreme(const Site& site) {
  Builder& build = site.build;
  const NumberType type = common_of(site);
  const bool is_maximum = site.entry.operation == Op::maximum || site.entry.operation == Op::fmax;
  const bool nan_loses = site.entry.operation == Op::fmax || site.entry.operation == Op::fmin;
  return site.each([&](Nodes values) {
    if (!is_real(type)) return site.checker.element(is_maximum ? Op::maximum : Op::minimum, type, values);
    const NodeId one = site.checker.convert(values[0], type);
    const NodeId other = site.checker.convert(values[1], type);
    if (nan_loses) return build.element(site.entry.operation, type, {one, other});
    const NodeId wins = is_maximum ? build.element(Op::less_equal, NumberType::boolean, {other, one})
                                   : build.element(Op::less_equal, NumberType::boolean, {one, other});
    const NodeId is_nan = build.element(Op::is_nan, NumberType::boolean, {one});
    return build.element(Op::select, type,
                         {build.element(Op::logical_or, NumberType::boolean, {wins, is_nan}), one, other});
  });
}

// min and max of two and more values.
Operand extreme_of_all(const Site& site) {
  PythonCall two = site.call;
  two.arguments.assign(site.call.arguments.begin(), site.call.arguments.begin() + 2);
  Operand found = extreme({site.checker, site.build, two, site.entry});
  for (std::size_t k = 2; k < site.call.arguments.size(); ++k) {
    two.arguments = {found, site.call.arguments[k]};
    found = extreme({site.checker, site.build, two, site.entry});
  }
  return found;
}

Operand operation(const Site& site) {
  return typed(site.checker.binary(site.entry.symbol, site.call.arguments[0], site.call.arguments[1]));
}

Operand operation_of_one(const Site& site) {
  return typed(site.checker.unary(site.entry.symbol, site.call.arguments[0]));
}

Operand logical(const Site& site) {
  Builder& build = site.build;
  return site.each([&](Nodes values) {
    const NodeId one = build.to_bool(values[0]);
    if (values.size() == 1) return build.logical_not(one);
    const NodeId other = build.to_bool(values[1]);
    if (site.entry.operation == Op::not_equal) return build.element(Op::not_equal, NumberType::boolean, {one, other});
    return build.logical(site.entry.operation == Op::logical_and, one, other);
  });
}

// Numbers that are written count as int64 and float64 here, as in awkward.
Operand where(const Site& site) {
  Builder& build = site.build;
  const auto& arguments = site.call.arguments;
  if (build.type(site.checker.numbers(arguments[0])).is_number() &&
      (!arguments[1].is_value() || !arguments[2].is_value()))
    return site.checker.choose(arguments[0], arguments[1], arguments[2]);
  if (arguments[1].is_value() && arguments[2].is_value() && build.type(arguments[1].node).is_string)
    return site.checker.choose(arguments[0], arguments[1], arguments[2]);
  const NumberType common = numpy_common(site.number(1), site.number(2));
  return site.each([&](Nodes values) {
    return build.choose(build.to_bool(values[0]), site.checker.convert(values[1], common),
                        site.checker.convert(values[2], common));
  });
}

// Between two bounds: minimum(maximum(x, least), most).
Operand clipped(const Site& site) {
  const Operand& value = site.call.arguments[0];
  const auto bounded = [&](std::string_view name, const Operand& of, const Operand& bound) {
    return *call_python(site.checker, {std::string(name), true, {of, bound}, {}});
  };
  return bounded("minimum", bounded("maximum", value, site.call.arguments[1]), site.call.arguments[2]);
}

// The ratio is made in the type of the function, as NumPy does.
Operand multiplied(const Site& site, double one, double other) {
  Graph& graph = site.build.graph();
  const NumberType type = site.call.arguments[0].is_written ? NumberType::float64 : numpy_real(site.number(0));
  const NodeId by = site.build.element(
      Op::divide, type,
      {site.checker.convert(graph.constant(one), type), site.checker.convert(graph.constant(other), type)});
  return site.each([&](Nodes values) {
    return site.build.element(Op::multiply, type, {site.checker.convert(values[0], type), by});
  });
}

Operand to_degrees(const Site& site) { return multiplied(site, 180, std::numbers::pi); }
Operand to_radians(const Site& site) { return multiplied(site, std::numbers::pi, 180); }

Operand squared(const Site& site) {
  return typed(site.checker.binary("*", site.call.arguments[0], site.call.arguments[0]));
}

Operand sign(const Site& site) {
  Builder& build = site.build;
  const NumberType type = site.number(0);
  if (type == NumberType::boolean) site.checker.fail_here("sign of bool");
  const auto number = [&](std::int64_t value) { return site.checker.convert(build.graph().constant(value), type); };
  return site.each([&](Nodes values) {
    const NodeId wide = site.checker.convert(values[0], promoted(type));
    const NodeId zero = site.checker.convert(number(0), promoted(type));
    const NodeId above = build.element(Op::less, NumberType::boolean, {zero, wide});
    const NodeId below = build.element(Op::less, NumberType::boolean, {wide, zero});
    // What is neither, 0 or NaN, is itself.
    const NodeId lower = is_signed(type) ? build.element(Op::select, type, {below, number(-1), values[0]}) : values[0];
    return build.element(Op::select, type, {above, number(1), lower});
  });
}

// round(exp(lgamma(round(x) + 1))), without its error.
Operand factorial(const Site& site) {
  Builder& build = site.build;
  const NumberType type = numpy_real(site.number(0));
  const NodeId one = site.checker.convert(build.graph().constant(1.), type);
  return site.each([&](Nodes values) {
    const NodeId whole = build.element(Op::nearbyint, type, {site.checker.convert(values[0], type)});
    const NodeId found = build.element(Op::tgamma, type, {build.element(Op::add, type, {whole, one})});
    return build.element(Op::nearbyint, type, {found});
  });
}

Operand itself(const Site& site) { return typed(site.call.arguments[0]); }

Operand zero_like(const Site& site) {
  const bool ones = site.entry.symbol == "1";
  return site.each([&](Nodes values) {
    const NumberType type = site.build.type(values[0]).number;
    const NodeId constant = site.checker.convert(site.build.graph().constant(std::int64_t{ones ? 1 : 0}), type);
    // In the space of the values.
    return site.build.element(Op::select, type,
                              {site.build.element(Op::equal, NumberType::boolean,
                                                  {site.checker.convert(values[0], NumberType::float64),
                                                   site.checker.convert(values[0], NumberType::float64)}),
                               constant, constant});
  });
}

Operand converted(const Site& site) {
  const NumberType type = site.entry.symbol == "float" ? NumberType::float64
                          : site.entry.symbol == "int" ? NumberType::int64
                                                       : NumberType::boolean;
  return site.each([&](Nodes values) { return site.checker.convert(values[0], type); });
}

constexpr Entry real(std::string_view name, Op op) { return {name, 1, 1, real_of_one, op, {}}; }
constexpr Entry pair(std::string_view name, Op op) { return {name, 2, 2, real_of_two, op, {}}; }
constexpr Entry test(std::string_view name, Op op) { return {name, 1, 1, tested, op, {}}; }
constexpr Entry round_to(std::string_view name, Op op) { return {name, 1, 1, rounded, op, {}}; }
constexpr Entry operator_of(std::string_view name, std::string_view symbol) {
  return {name, 2, 2, operation, {}, symbol};
}

constexpr auto function_table = std::to_array<Entry>({
    real("sqrt", Op::sqrt),
    real("cbrt", Op::cbrt),
    real("exp", Op::exp),
    real("exp2", Op::exp2),
    real("expm1", Op::expm1),
    real("log", Op::log),
    real("log2", Op::log2),
    real("log10", Op::log10),
    real("log1p", Op::log1p),
    real("sin", Op::sin),
    real("cos", Op::cos),
    real("tan", Op::tan),
    real("arcsin", Op::asin),
    real("asin", Op::asin),
    real("arccos", Op::acos),
    real("acos", Op::acos),
    real("arctan", Op::atan),
    real("atan", Op::atan),
    real("sinh", Op::sinh),
    real("cosh", Op::cosh),
    real("tanh", Op::tanh),
    real("arcsinh", Op::asinh),
    real("asinh", Op::asinh),
    real("arccosh", Op::acosh),
    real("acosh", Op::acosh),
    real("arctanh", Op::atanh),
    real("atanh", Op::atanh),
    real("erf", Op::erf),
    real("erfc", Op::erfc),
    real("gamma", Op::tgamma),
    real("tgamma", Op::tgamma),
    real("lgamma", Op::lgamma),
    real("rint", Op::nearbyint),
    real("fabs", Op::absolute),
    pair("arctan2", Op::atan2),
    pair("atan2", Op::atan2),
    pair("hypot", Op::hypot),
    pair("copysign", Op::copysign),
    pair("nextafter", Op::nextafter),
    round_to("floor", Op::floor),
    round_to("ceil", Op::ceil),
    round_to("trunc", Op::trunc),
    round_to("round", Op::nearbyint),
    round_to("around", Op::nearbyint),
    test("isnan", Op::is_nan),
    test("isinf", Op::is_infinite),
    test("isfinite", Op::is_finite),
    test("signbit", Op::sign_bit),
    {"abs", 1, 1, absolute, {}, {}},
    {"absolute", 1, 1, absolute, {}, {}},
    {"maximum", 2, 2, extreme, Op::maximum, {}},
    {"minimum", 2, 2, extreme, Op::minimum, {}},
    {"fmax", 2, 2, extreme, Op::fmax, {}},
    {"fmin", 2, 2, extreme, Op::fmin, {}},
    {"max", 2, 16, extreme_of_all, Op::maximum, {}},
    {"min", 2, 16, extreme_of_all, Op::minimum, {}},
    {"where", 3, 3, where, {}, {}},
    {"clip", 3, 3, clipped, {}, {}},
    {"sign", 1, 1, sign, {}, {}},
    {"square", 1, 1, squared, {}, {}},
    {"degrees", 1, 1, to_degrees, {}, {}},
    {"rad2deg", 1, 1, to_degrees, {}, {}},
    {"radians", 1, 1, to_radians, {}, {}},
    {"deg2rad", 1, 1, to_radians, {}, {}},
    {"factorial", 1, 1, factorial, {}, {}},
    {"conj", 1, 1, itself, {}, {}},
    {"conjugate", 1, 1, itself, {}, {}},
    {"real", 1, 1, itself, {}, {}},
    {"imag", 1, 1, zero_like, {}, "0"},
    {"zeros_like", 1, 1, zero_like, {}, "0"},
    {"ones_like", 1, 1, zero_like, {}, "1"},
    {"float", 1, 1, converted, {}, "float"},
    {"int", 1, 1, converted, {}, "int"},
    {"bool", 1, 1, converted, {}, "bool"},
    {"logical_and", 2, 2, logical, Op::logical_and, {}},
    {"logical_or", 2, 2, logical, Op::logical_or, {}},
    {"logical_xor", 2, 2, logical, Op::not_equal, {}},
    {"logical_not", 1, 1, logical, Op::logical_not, {}},
    {"neg", 1, 1, operation_of_one, {}, "-"},
    {"negative", 1, 1, operation_of_one, {}, "-"},
    {"positive", 1, 1, operation_of_one, {}, "+"},
    {"invert", 1, 1, operation_of_one, {}, "~"},
    {"bitwise_not", 1, 1, operation_of_one, {}, "~"},
    operator_of("add", "+"),
    operator_of("subtract", "-"),
    operator_of("multiply", "*"),
    operator_of("divide", "/"),
    operator_of("true_divide", "/"),
    operator_of("floor_divide", "//"),
    operator_of("mod", "%"),
    operator_of("remainder", "%"),
    operator_of("power", "**"),
    operator_of("pow", "**"),
    operator_of("bitwise_and", "&"),
    operator_of("bitwise_or", "|"),
    operator_of("bitwise_xor", "^"),
    operator_of("left_shift", "<<"),
    operator_of("right_shift", ">>"),
    operator_of("equal", "=="),
    operator_of("not_equal", "!="),
    operator_of("less", "<"),
    operator_of("less_equal", "<="),
    operator_of("greater", ">"),
    operator_of("greater_equal", ">="),
});

}  // namespace

std::optional<Operand> call_python(PythonChecker& checker, const PythonCall& call) {
  const auto* const found = std::find_if(function_table.begin(), function_table.end(),
                                         [&](const Entry& entry) { return entry.name == call.name; });
  if (found == function_table.end()) return std::nullopt;
  if (!call.keywords.empty())
    checker.fail_here(fmt::format("{} takes no argument {}", call.name, call.keywords.front().first));
  const std::size_t count = call.arguments.size();
  if (count < found->least || count > found->most)
    checker.fail_here(
        found->least == found->most
            ? fmt::format("{} takes {} arguments, not {}", call.name, found->least, count)
            : fmt::format("{} takes {} to {} arguments, not {}", call.name, found->least, found->most, count));
  return found->make({checker, checker.build(), call, *found});
}

std::vector<std::string_view> python_names() {
  std::vector<std::string_view> names = reduction_names();
  for (const Entry& entry : function_table) names.push_back(entry.name);
  return names;
}

}  // namespace ramet::inline v1::expr
