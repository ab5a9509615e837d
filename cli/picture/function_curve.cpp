#include "cli/picture/function_curve.hpp"

#include <algorithm>
#include <span>

#include "ramet/core/error.hpp"
#include "ramet/expr/formula.hpp"

namespace ramet::cli {
namespace {

/// The values of the formula's parameters: by name, or in the order of the function if ROOT spells names otherwise.
std::vector<double> values_of(const hist::Function& function, const expr::Formula& formula) {
  std::vector<double> values;
  for (const std::string& name : formula.parameters()) {
    const auto found = std::ranges::find(function.parameters, name, &hist::FunctionParameter::name);
    if (found == function.parameters.end()) break;
    values.push_back(found->value);
  }
  if (values.size() == formula.parameters().size() || function.parameters.size() != formula.parameters().size())
    return values;
  values.clear();
  for (const hist::FunctionParameter& one : function.parameters) values.push_back(one.value);
  return values;
}

}  // namespace

Curve curve_of(const hist::Function& function, std::size_t points) {
  if (function.formula.empty() || function.variables != 1 || function.is_normalized || points < 2) return {};
  Curve curve{.x = {}, .y = std::vector<double>(points)};
  const auto [low, high] = function.ranges.front();
  for (std::size_t i = 0; i < points; ++i)
    curve.x.push_back(low + (high - low) * static_cast<double>(i) / static_cast<double>(points - 1));
  try {
    const expr::Formula formula = expr::Formula::compile(function.formula);
    const std::span<const double> column = curve.x;
    formula.evaluate({&column, 1}, values_of(function, formula), curve.y);
  } catch (const Error&) {
    return {};  // a picture without the curve is better than none
  }
  return curve;
}

}  // namespace ramet::cli
