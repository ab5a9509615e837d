#pragma once

#include <memory>
#include <string>
#include <vector>

#include "ramet/fit/internal/general/general_shape.hpp"

namespace ramet::inline v1::fit::internal {

/// A formula of one variable as a density. Its derivatives are symbolic ones, or differences for functions whose
/// derivatives are not known; its integral is adaptive. Throws Error as expr::Formula::compile, and Error(misuse) for
/// several variables, and more than 12 parameters.
std::shared_ptr<const GeneralShape> formula_shape(const std::string& text);

/// The names of a formula's parameters, in their order.
std::vector<std::string> parameters_of_formula(const std::string& text);

}  // namespace ramet::inline v1::fit::internal
