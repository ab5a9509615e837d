#include "ramet/expr/internal/check/functions/functions.hpp"

#include <array>

#include "ramet/expr/internal/check/functions/random.hpp"

namespace ramet::inline v1::expr {

namespace {

std::array<std::span<const FunctionEntry>, 10> all_functions() noexcept {
  return {math_functions(),        list_functions(),      kinematic_functions(), constant_functions(),
          statistics_functions(),  algorithm_functions(), sequence_functions(),  format_functions(),
          probability_functions(), other_functions()};
}

}  // namespace

const FunctionEntry* find_function(std::string_view name) noexcept {
  const std::string_view plain = without_namespaces(name);
  for (const auto& functions : all_functions())
    for (const FunctionEntry& function : functions)
      if (function.name == plain) return &function;
  if (const FunctionEntry* const random = find_random_function(name)) return random;
  // sqrtf is sqrt of float.
  if (plain.size() < 4 || !plain.ends_with('f') || plain.find(':') != std::string_view::npos) return nullptr;
  for (const FunctionEntry& function : math_functions())
    if (function.name == plain.substr(0, plain.size() - 1)) return &function;
  return nullptr;
}

std::vector<std::string_view> function_names() {
  std::vector<std::string_view> names;
  for (const auto& functions : all_functions())
    for (const FunctionEntry& function : functions) names.push_back(function.name);
  for (const FunctionEntry& function : random_functions()) names.push_back(function.name);
  return names;
}

}  // namespace ramet::inline v1::expr
