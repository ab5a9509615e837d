#pragma once

#include <string>
#include <string_view>

namespace ramet::inline v1::expr {

/// Derive a formula by one of its parameters, whose name is without brackets, or by a variable: "[A]*exp(-x/[tau])" by
/// "A" is "exp(-x/[tau])". The result is a formula, too; it has those of the formula's parameters, by name, that it
/// depends on. At steps and kinks, as of floor and abs, it is the derivative on one of the sides. Throws Error(misuse)
/// as Formula::compile, and Error(unsupported) if it meets a function whose derivative is not known, and for a result
/// of more than 1 MiB.
std::string derivative(const std::string& formula, std::string_view name);

/// A formula with the bodies of predefined functions in their places, and [p0] for [0]: "expo" is
/// "exp([Constant]+[Slope]*x)". It has the same parameters and values; what has no body is as it was. Throws
/// Error(misuse) and Error(unsupported) as Formula::compile.
std::string expanded(const std::string& formula);

}  // namespace ramet::inline v1::expr
