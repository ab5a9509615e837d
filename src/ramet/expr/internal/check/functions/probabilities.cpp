#include "ramet/expr/internal/run/special/probabilities.hpp"

#include <algorithm>

#include "ramet/expr/internal/check/functions/functions.hpp"
#include "ramet/expr/internal/run/special/special.hpp"

namespace ramet::inline v1::expr {

namespace {

// The argument as double; that of a whole number without what is behind the point.
NodeId argument_of_probability(const CallSite& call, std::size_t number, bool whole) {
  NodeId node = call.node(number);
  if (call.build.type(node).is_string) call.checker.fail_here(fmt::format("{} of a string", call.name));
  if (whole) node = call.build.convert(node, NumberType::int32);
  return call.build.convert(node, NumberType::float64);
}

Operand probability(const CallSite& call) {
  const auto* const found =
      std::ranges::find_if(probabilities, [&](const Probability& one) { return one.name == call.function.name; });
  std::vector<NodeId> nodes = {call.build.graph().constant(static_cast<double>(found - probabilities.begin()))};
  for (std::size_t k = 0; k < found->most; ++k)
    nodes.push_back(k < call.arguments.size() ? argument_of_probability(call, k, found->whole[k])
                                              : call.build.graph().constant(found->defaults[k]));
  return Operand::value(call.build.for_elements(nodes, [&](std::span<const NodeId> values) {
    std::vector<NodeId> all = {call.build.graph().constant(static_cast<std::uint64_t>(SpecialFunction::probability))};
    all.insert(all.end(), values.begin(), values.end());
    return call.build.call(CallOperation::special, ValueType::of(NumberType::float64), std::move(all));
  }));
}

constexpr auto probability_table = [] {
  std::array<FunctionEntry, probabilities.size()> all{};
  for (std::size_t k = 0; k < probabilities.size(); ++k) {
    all[k].name = probabilities[k].name;
    all[k].least = probabilities[k].least;
    all[k].most = probabilities[k].most;
    all[k].make = probability;
  }
  return all;
}();

}  // namespace

std::span<const FunctionEntry> probability_functions() noexcept { return probability_table; }

}  // namespace ramet::inline v1::expr
