#pragma once

#include <string_view>

#include "ramet/expr/internal/text/syntax.hpp"

namespace ramet::inline v1::expr {

/// The syntax of a C++ expression, or of statements as they stand in a function's body (a block). Throws Error(misuse),
/// with the position, for what is neither, and Error(unsupported) for C++ that this language does not have.
Syntax parse_cpp(std::string_view text);

}  // namespace ramet::inline v1::expr
