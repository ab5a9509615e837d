#include <array>

#include "ramet/expr/internal/run/calls/calls.hpp"
#include "ramet/expr/internal/run/special/special.hpp"

namespace ramet::inline v1::expr {

Values compute_special(const CallContext& call) {
  const auto function = static_cast<SpecialFunction>(call.evaluation.graph().node(call.node.arguments.front()).number);
  const std::size_t count = call.node.arguments.size() - 1;
  std::array<const double*, most_special_arguments> columns{};
  for (std::size_t n = 0; n < count; ++n) columns[n] = call.argument(n + 1).numbers<double>();
  auto* const results = call.room<double>();
  if (const RealFunction of_one = function_of_libm(function)) {
    for (std::size_t k = 0; k < call.points(); ++k) results[k] = of_one(columns[0][k]);
    return {.data = results};
  }
  for (std::size_t k = 0; k < call.points(); ++k) {
    std::array<double, most_special_arguments> arguments{};
    for (std::size_t n = 0; n < count; ++n) arguments[n] = columns[n][k];
    results[k] = special_value(function, std::span(arguments).first(count));
  }
  return {.data = results};
}

}  // namespace ramet::inline v1::expr
