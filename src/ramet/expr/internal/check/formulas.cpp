#include "ramet/expr/internal/check/formulas.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "ramet/expr/internal/run/special/special.hpp"

namespace ramet::inline v1::expr {

namespace {

using Op = ElementOperation;

constexpr auto functions = std::to_array<std::pair<Op, SpecialFunction>>({
    {Op::exp, SpecialFunction::exp},
    {Op::log, SpecialFunction::log},
    {Op::sin, SpecialFunction::sin},
    {Op::cos, SpecialFunction::cos},
    {Op::tan, SpecialFunction::tan},
    {Op::acos, SpecialFunction::acos},
    {Op::atan, SpecialFunction::atan},
    {Op::sinh, SpecialFunction::sinh},
    {Op::cosh, SpecialFunction::cosh},
    {Op::atan2, SpecialFunction::atan2},
});

std::optional<SpecialFunction> function_of(Op operation) {
  for (const auto& [known, function] : functions)
    if (known == operation) return function;
  return std::nullopt;
}

}  // namespace

NodeId real_of_libm(Builder& builder, Op operation, std::span<const NodeId> arguments) {
  const bool all_float = std::all_of(arguments.begin(), arguments.end(),
                                     [&](NodeId id) { return builder.type(id).number == NumberType::float32; });
  const auto function = function_of(operation);
  // Functions of float, and those of one operation of the processor, are libm's in any case.
  if (!function || all_float) return builder.real(operation, arguments, false);
  if (arguments.size() > 1) return special_of(builder, *function, arguments);
  return builder.for_elements(arguments, [&](std::span<const NodeId> values) {
    return builder.of_one(values[0], [&](NodeId value) { return special_of(builder, *function, {&value, 1}); });
  });
}

NodeId special_of(Builder& builder, SpecialFunction function, std::span<const NodeId> arguments) {
  return builder.for_elements(arguments, [&](std::span<const NodeId> values) {
    std::vector<NodeId> all = {builder.graph().constant(static_cast<std::uint64_t>(function))};
    for (const NodeId value : values) all.push_back(builder.convert(value, NumberType::float64));
    return builder.call(CallOperation::special, ValueType::of(NumberType::float64), std::move(all));
  });
}

}  // namespace ramet::inline v1::expr
