#pragma once

#include <string_view>

#include "ramet/expr/internal/text/syntax.hpp"

namespace ramet::inline v1::expr {

/// The syntax of a Python expression: operators with Python's precedence, comparison chains, `x if c else y`, calls
/// with keyword arguments, subscripts with slices. Throws Error(misuse), with the position, for what is none, and
/// Error(unsupported) for Python that this language does not have.
Syntax parse_python(std::string_view text);

}  // namespace ramet::inline v1::expr
