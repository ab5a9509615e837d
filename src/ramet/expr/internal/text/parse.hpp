#pragma once

#include <string_view>

#include "ramet/expr/internal/text/syntax.hpp"
#include "ramet/expr/language.hpp"

namespace ramet::inline v1::expr {

/// A text's syntax, and the language that it is in: cpp or python. Threads: a value.
struct Parsed {
  Syntax syntax;
  Language language = Language::cpp;
};

/// The syntax of a text. Throws Error(misuse) or Error(unsupported), with the position; of a text that may be in either
/// language and is in none, for the one that it looks like.
Parsed parse(std::string_view text, Language language);

}  // namespace ramet::inline v1::expr
