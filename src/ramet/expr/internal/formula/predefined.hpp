#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ramet::inline v1::expr {

/// A function that formulas have by name, as a formula of its own: x, y are its variables, [0], [1], ... its
/// parameters. Threads: a value.
struct Predefined {
  std::string name;
  std::string variables;  ///< which it takes when none are given: "x", "y", "xy"; empty for functions of arguments only
  std::size_t parameters = 0;
  std::string body;
  std::vector<std::string> names;  ///< of the parameters, if a formula is this function alone
};

/// The function of the name that takes parameters of the formula: gaus, expo, pol3, ...; nothing if there is none.
std::optional<Predefined> predefined_function(std::string_view name);

/// Names of those functions, for messages about unknown ones: of pol and cheb some.
std::span<const std::string_view> predefined_names() noexcept;

/// A function of arguments that formulas have besides those of expressions: all its arguments are parameters. Nothing
/// if there is none of the name and so many arguments.
std::optional<Predefined> function_of_arguments(std::string_view name, std::size_t arguments);

/// The value of a constant: pi, e, ...; nothing if there is none.
std::optional<double> formula_constant(std::string_view name) noexcept;

}  // namespace ramet::inline v1::expr
