#pragma once

#include <string_view>
#include <vector>

#include "ramet/expr/internal/text/syntax.hpp"

namespace ramet::inline v1::expr {

// What the syntax of TTree::Draw has more than that of C++: an index without a place is an `index` with one child; a
// name behind '@' stands for the container itself: `member` or `name` with a '@' in front of its text.

/// The expressions of "z:y:x". Throws Error(misuse), with the position, for what is none.
std::vector<Syntax> parse_draw_expressions(std::string_view text);

/// One expression: a cut or an alias. Throws Error(misuse), with the position, for what is none.
Syntax parse_draw_expression(std::string_view text);

}  // namespace ramet::inline v1::expr
