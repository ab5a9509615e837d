#include "ramet/expr/internal/check/functions/functions.hpp"

#include <array>
#include <limits>
#include <numbers>
#include <utility>

#include "ramet/expr/internal/check/functions/random.hpp"

namespace ramet::inline v1::expr {

namespace {

std::array<std::span<const FunctionEntry>, 4> all_functions() noexcept {
  return {math_functions(), list_functions(), kinematic_functions(), other_functions()};
}

}  // namespace

const FunctionEntry* find_function(std::string_view name) noexcept {
  const std::string_view plain = without_namespaces(name);
  for (const auto& functions : all_functions())
    for (const FunctionEntry& function : functions)
      if (function.name == plain) return &function;
  return find_random_function(name);  // std::beta is none of them
}

std::vector<std::string_view> function_names() {
  std::vector<std::string_view> names;
  for (const auto& functions : all_functions())
    for (const FunctionEntry& function : functions) names.push_back(function.name);
  for (const FunctionEntry& function : random_functions()) names.push_back(function.name);
  return names;
}

std::optional<Operand> constant_named(Builder& build, std::string_view name) {
  constexpr std::array<std::pair<std::string_view, double>, 10> reals = {{
      {"M_PI", std::numbers::pi},
      {"M_PI_2", std::numbers::pi / 2},
      {"M_PI_4", std::numbers::pi / 4},
      {"M_E", std::numbers::e},
      {"M_SQRT2", std::numbers::sqrt2},
      {"M_LN2", std::numbers::ln2},
      {"M_LN10", std::numbers::ln10},
      {"numbers::pi", std::numbers::pi},
      {"numbers::e", std::numbers::e},
      {"INFINITY", std::numeric_limits<double>::infinity()},
  }};
  const std::string_view plain = without_namespaces(name);
  Graph& graph = build.graph();
  for (const auto& [known, value] : reals)
    if (known == plain) return Operand::value(graph.constant(value));
  if (plain == "string::npos") return Operand::value(graph.constant(~std::uint64_t{0}));
  if (plain == "NAN") return Operand::value(graph.constant(std::numeric_limits<float>::quiet_NaN()));
  if (plain == "kTRUE") return Operand::value(graph.constant(true));
  if (plain == "kFALSE") return Operand::value(graph.constant(false));
  if (plain == "INT_MAX") return Operand::value(graph.constant(std::numeric_limits<std::int32_t>::max()));
  if (plain == "FLT_MAX") return Operand::value(graph.constant(std::numeric_limits<float>::max()));
  if (plain == "DBL_MAX") return Operand::value(graph.constant(std::numeric_limits<double>::max()));
  return std::nullopt;
}

}  // namespace ramet::inline v1::expr
