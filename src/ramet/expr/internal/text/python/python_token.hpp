#pragma once

#include <string_view>
#include <vector>

#include "ramet/expr/internal/text/token.hpp"

namespace ramet::inline v1::expr {

/// The tokens of a Python expression, and one of kind `end`; white space, line ends and comments separate them. Numbers
/// are as spelled, with their underscores. Throws Error(misuse), with the position, for characters that begin no token,
/// literals without an end, and texts above `longest_text`.
std::vector<Token> tokenize_python(std::string_view text);

}  // namespace ramet::inline v1::expr
